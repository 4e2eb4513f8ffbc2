import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { after } from '../../time/page-time.ts'
import { useUnsavedParts } from '../../ui/conflict-form.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import type { Body } from '../../ui/form/body.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { toast } from '../../ui/toasts.tsx'
import { usePreview, useSaveDashboard } from './api.ts'
import type { Dashboard } from './api.ts'

const settledMs = 400

/** A body once it has stayed the same for a moment: the page is not rendered for every letter. */
function useSettledBody(body: Body): Body {
  const [settled, settle] = useState(body)
  useEffect(() => after(settledMs, () => settle(body)), [body])
  return settled
}

interface Edited {
  /** Null: a new one. */
  readonly dashboard: Dashboard | null
  readonly before: Body
  readonly conflictState: ConflictState
}

/** The edited fields of a dashboard, their preview, and the function that saves them. */
export function useDashboardForm({ dashboard, before, conflictState }: Edited) {
  const [given] = useState(before)
  const [body, setBody] = useState(given)
  const isSaved = useRef(false)
  useUnsavedParts({ body }, conflictState)
  const preview = usePreview(useSettledBody(body), dashboard?.dashboardId ?? null)
  const saveDashboard = useSaveDashboard()
  const navigate = useNavigate()
  const saving = useSaving(async () => {
    const onSaved = (): void => {
      isSaved.current = true
      conflictState.onUnsaved(false)
      toast({ text: lateTexts.dashboards.saved })
    }
    const id = await saveDashboard({ dashboard, before: given, body, onSaved })
    if (dashboard === null) await navigate({ to: '/boards/$id', params: { id } })
  })
  return {
    ...saving,
    body,
    setBody: (next: Body): void => {
      isSaved.current = false
      setBody(next)
    },
    preview,
    isUnsaved: () => !isSaved.current && JSON.stringify(body) !== JSON.stringify(given),
  }
}
