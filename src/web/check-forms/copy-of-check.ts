import { bodyOfCheck } from './body-of-check.ts'
import type { CheckDraft } from './check-draft.ts'

/** A draft of a new check with the fields of another one. It takes the last place in its group. */
export function copyOfCheck(check: object, name: string): CheckDraft {
  const { groupOrder: _place, ...body } = bodyOfCheck(check)
  return { ...body, name }
}

/** The keys of variables whose values are stored elsewhere, and cannot be read. */
export const unreadSecrets = ({ environmentVariables }: CheckDraft): readonly string[] =>
  (environmentVariables ?? []).filter(({ value }) => value === null).map(({ key }) => key)
