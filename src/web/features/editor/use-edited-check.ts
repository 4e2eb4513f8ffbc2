import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { versionOf } from '../../api/call.ts'
import { bodyOfCheck } from '../../check-forms/body-of-check.ts'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { lateTexts } from '../../strings/late.ts'
import { changedFields } from '../../ui/form/body.ts'
import { toast } from '../../ui/toasts.tsx'
import { readCheck, useUpdateCheck } from './api.ts'
import type { Check } from './api.ts'
import { useDraft } from './use-draft.ts'

const changedAt = ({ updated_at, created_at }: Check): number => Date.parse(updated_at ?? created_at)

/** The version that somebody else saved since, and whether it could be read. Another tab reads the check again when this browser changes it. */
function useTheirs(check: Check, loaded: Check) {
  const [found, setTheirs] = useState<Check | null>(null)
  const [unread, setUnread] = useState<{ readonly error: unknown } | null>(null)
  const readTheirs = async (): Promise<void> => {
    setUnread({ error: null })
    try {
      setTheirs(await readCheck(check.id))
      setUnread(null)
    } catch (error) {
      setUnread({ error })
    }
  }
  const theirs = found ?? (changedAt(loaded) > changedAt(check) ? loaded : null)
  return { theirs, unread, setTheirs, readTheirs }
}

/**
 * A check that is edited while others may change it: what it was, what is typed, and what somebody else saved since. The
 * form begins with `given`, if something is.
 */
export function useEditedCheck(loaded: Check, given: CheckDraft | null = null) {
  const [check, setCheck] = useState(loaded)
  const { id } = check
  const before = bodyOfCheck(check)
  const { draft, wasRestored, isKept, set, reset } = useDraft(id, before, given)
  const { theirs, setTheirs, readTheirs, unread } = useTheirs(check, loaded)
  const update = useUpdateCheck()
  const navigate = useNavigate()
  const send = async (version?: string): Promise<void> => {
    const onSaved = (saved = {}): void => {
      setCheck({ ...check, ...saved })
      reset(draft)
    }
    await update({ id, body: changedFields(before, draft), version, onSaved })
    toast({ text: lateTexts.editor.saved })
    await navigate({ to: '/checks/$id', params: { id } })
  }
  const save = async (): Promise<void> => {
    const known = versionOf(check)
    // Without a version of what is edited here, the latest is compared with it first.
    const now = known === undefined ? await readCheck(id) : check
    if (now.updated_at !== check.updated_at) return setTheirs(now)
    try {
      await send(versionOf(now))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RESOURCE_CHANGED') throw error
      // Not part of saving, which ends when the service rejects it.
      void readTheirs()
    }
  }
  // Fields that keep their text as it is typed begin again.
  const [generation, setGeneration] = useState(0)
  const begin = (body: CheckDraft): void => {
    reset(body)
    setGeneration(generation + 1)
  }
  const load = (latest: Check): void => {
    setCheck(latest)
    setTheirs(null)
    begin(bodyOfCheck(latest))
  }
  return {
    check,
    theirs,
    unread,
    readTheirs,
    before,
    generation,
    draft,
    wasRestored,
    isKept,
    set,
    begin,
    load,
    send,
    save,
  }
}
