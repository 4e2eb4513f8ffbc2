import type { WindowDraft } from './draft.ts'

/** Shared by the parts of the form: what they edit, and the mistakes in it by the paths of the service. */
export interface DraftProps {
  readonly draft: WindowDraft
  readonly onChange: (changes: Partial<WindowDraft>) => void
  readonly errors: Readonly<Record<string, string>>
}
