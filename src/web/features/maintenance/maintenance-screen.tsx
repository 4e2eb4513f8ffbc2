import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { CreateLink } from '../../ui/list-page.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useMayPlan } from './api.ts'
import { MonthView } from './month-view.tsx'
import { ScheduleList } from './schedule-list.tsx'
import { UnderWay } from './under-way.tsx'

const words = lateTexts.maintenanceWindows
const views = ['list', 'month'] as const
/** Phones have the list alone. */
const narrow = '(max-width: 720px)'

/** Planned work: what is silent now, what comes, and what was, as a list or by month. */
export function MaintenanceScreen() {
  const [search, change] = useSearchState()
  const isNarrow = useMedia(narrow)
  const view = isNarrow ? 'list' : (views.find((one) => one === search['view']) ?? 'list')
  return (
    <Page
      title={texts.shell.nav.maintenance}
      more={words.subtitle}
      actions={
        <>
          {!isNarrow && (
            <Segmented
              label={words.view}
              value={view}
              options={views.map((value) => ({ value, label: words.views[value] }))}
              onChange={(next) => change({ view: next === 'list' ? '' : next })}
            />
          )}
          <PlanButton />
        </>
      }
    >
      <UnderWay />
      {view === 'month' ? <MonthView /> : <ScheduleList />}
    </Page>
  )
}

export function PlanButton() {
  const mayPlan = useMayPlan()
  return mayPlan && <CreateLink to="/maintenance/new">{words.plan}</CreateLink>
}
