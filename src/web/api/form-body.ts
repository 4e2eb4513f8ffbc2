import type { Input, UsedOperation } from './operations.ts'

/** The body of an operation. */
export type BodyOf<K extends UsedOperation> = Input<K> extends { readonly body: infer B } ? B : never

/**
 * What somebody entered into the form of an operation, as its body. The cast is safe because forms are generated from the
 * schema of the body, so that they have its fields alone, and because the service validates what was typed into them and
 * names the field of each mistake.
 */
export const formBody = <K extends UsedOperation>(
  _id: K,
  entered: Readonly<Record<string, unknown>>,
): NonNullable<BodyOf<K>> => entered as NonNullable<BodyOf<K>>
