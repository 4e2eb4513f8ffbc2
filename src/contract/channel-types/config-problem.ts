import type { FieldProblem } from '../field-problems.ts'

/** A field of a channel's config that makes every delivery fail, for example `config.headers[0].key`, and why. */
export type ConfigProblem = FieldProblem & { readonly problem: string }
