import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { now } from '../../time/page-time.ts'
import { ConflictForm, noConflict } from '../../ui/conflict-form.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { ownZone } from '../../ui/time-zones.ts'
import { useMayPlan, useWindow } from './api.ts'
import { draftOf, newDraft } from './draft.ts'
import type { WindowDraft } from './draft.ts'
import { isZone } from './wall-time.ts'
import { WindowForm } from './window-form.tsx'

const words = lateTexts.maintenanceWindows

/** A new window, with what the address says about it: times by the clocks of the browser, and the check it is for. */
export function NewWindowScreen() {
  const [search] = useSearchState()
  const [given] = useState(() => newDraft(now(), ownZone(), givenIn(search)))
  const mayPlan = useMayPlan()
  if (!mayPlan) return <Forbidden title={words.new} />
  return <WindowForm window={null} before={given} checkId={search['check']} conflictState={noConflict} />
}

const isWallTime = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text ?? '')

function givenIn({ start, end }: Search): Partial<WindowDraft> {
  return isWallTime(start) && isWallTime(end) && isZone(ownZone()) ? { starts: start, ends: end } : {}
}

export function WindowScreen() {
  const { id } = useParams({ strict: false })
  return (
    <LoadedPage
      query={useWindow(Number(id))}
      title={words.one}
      list={{ to: '/maintenance', title: texts.shell.nav.maintenance }}
    >
      {(data) => (
        <ConflictForm key={data.id} data={data} version={data.updated_at ?? data.created_at}>
          {(kept, conflictState) => (
            <WindowForm window={kept} before={draftOf(kept)} checkId={undefined} conflictState={conflictState} />
          )}
        </ConflictForm>
      )}
    </LoadedPage>
  )
}
