import type { Body } from './body.ts'

/** What the parts of a form share: the body that they edit, and the mistakes in it. */
export interface EditProps<B extends object = Body> {
  readonly body: B
  readonly onChange: (body: B) => void
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
  /** What stands for an absent field, where each may be absent. */
  readonly unset?: string
}
