import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { changedFields } from '../../ui/form/body.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useSaveWindow, useWindowChanges } from './api.ts'
import { bodyOf } from './draft.ts'
import type { WindowDraft } from './draft.ts'
import { fieldLabels } from './field-labels.ts'
import type { WindowFormProps } from './window-form.tsx'

const words = lateTexts.maintenanceWindows

/** The edited fields of a window, and the functions that save and delete it. */
export function useWindowForm({ window, before, conflictState }: WindowFormProps) {
  const [draft, setDraft] = useState(before)
  // While it is left, what is saved is not read again yet.
  const isDone = useRef(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const { onUnsaved } = conflictState
  useEffect(() => onUnsaved(isChanged), [isChanged, onUnsaved])
  const navigate = useNavigate()
  const saveWindow = useSaveWindow()
  const { remove } = useWindowChanges(window?.id ?? 0)
  const discard = (): void => void (isDone.current = true)
  const saving = useSaving(async () => {
    const body = bodyOf(draft)
    const onSaved = (): void => {
      discard()
      onUnsaved(false)
      toast({ text: words.saved })
    }
    const id = await saveWindow({ window, body, changed: changedFields(bodyOf(before), body), onSaved })
    if (window === null) await navigate({ to: '/maintenance/$id', params: { id: String(id) } })
  }, fieldLabels)
  const leave = (): Promise<void> => {
    discard()
    return navigate({ to: '/maintenance' })
  }
  return {
    ...saving,
    draft,
    change: (changes: Partial<WindowDraft>): void => setDraft((current) => ({ ...current, ...changes })),
    isUnsaved: (): boolean => isChanged && !isDone.current,
    discard,
    remove: (): Promise<void> =>
      remove(leave).then(
        () => toast({ text: words.deleted }),
        (error: unknown) => toast({ text: messageOf(error) }),
      ),
  }
}
