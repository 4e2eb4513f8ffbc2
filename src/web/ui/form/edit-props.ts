import type { Body } from './body.ts'

/** Shared by the parts of a form: the body that they edit, and the mistakes in it. */
export interface EditProps<B extends object = Body> {
  readonly body: B
  readonly onChange: (body: B) => void
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
  /** The label of an absent field, where fields may be absent. */
  readonly unset?: string
}
