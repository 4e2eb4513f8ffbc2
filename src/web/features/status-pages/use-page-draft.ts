import { useState } from 'react'
import type { ThemeColors } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { useUnsavedParts } from '../../ui/conflict-form.tsx'
import { useSaving } from '../../ui/form/use-saving.ts'
import { toast } from '../../ui/toasts.tsx'
import type { PageEditorProps } from './page-editor.tsx'
import type { PageDraft, Part } from './page-draft.ts'
import { useSavePage } from './saving/api.ts'

export interface EditedPage {
  readonly draft: PageDraft
  readonly before: PageDraft
  readonly isUnsaved: boolean
  readonly setSetting: (name: string, value: unknown) => void
  readonly setParts: (parts: readonly Part[]) => void
  readonly setDisplay: (changes: Partial<Pick<PageDraft, 'embedOrigins' | 'languages'>>) => void
  readonly discard: () => void
  readonly save: () => Promise<void>
  readonly isBusy: boolean
  /** Why saving failed. */
  readonly error: unknown
  /** Mistakes by the names of settings, and of parts by paths that begin with `components[` or `cards[`. */
  readonly errors: Readonly<Record<string, string>>
  /** The colours of the page as the preview shows it; null before it does. */
  readonly colors: ThemeColors | null
  readonly setColors: (colors: ThemeColors) => void
}

/** The draft of a page, and what saves or discards it. */
export function usePageDraft({ summary, kept, before, conflictState }: PageEditorProps): EditedPage {
  const [first] = useState(before)
  const [draft, setDraft] = useState(first)
  const [colors, setColors] = useState<ThemeColors | null>(null)
  useUnsavedParts({ ...draft }, conflictState)
  const savePage = useSavePage()
  const { errors, ...saving } = useSaving(() =>
    savePage({
      version: summary.version,
      kept,
      statusPageId: summary.id,
      draft,
      onSaved: () => {
        conflictState.onUnsaved(false)
        toast({ text: lateTexts.statusPages.saved })
      },
    }),
  )
  return {
    ...saving,
    draft,
    before: first,
    isUnsaved: draft !== first,
    errors: Object.fromEntries(
      Object.entries(errors).map(([path, text]) => [path.replace(/^(?:page|display)\./, ''), text]),
    ),
    setSetting: (name, value) => setDraft((now) => ({ ...now, settings: { ...now.settings, [name]: value } })),
    setParts: (parts) => setDraft((now) => ({ ...now, parts })),
    setDisplay: (changes) => setDraft((now) => ({ ...now, ...changes })),
    discard: () => setDraft(first),
    colors,
    setColors,
  }
}
