import { lateTexts } from '../../strings/late.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { SearchTabs } from '../../ui/search-tabs.tsx'

const { title, tabs: labels } = lateTexts.reports
const tabs = ['availability', 'objectives', 'noise', 'scheduled'] as const

/** The parts of the screen. */
export function ReportTabs() {
  const [search] = useSearchState()
  const current = tabs.find((tab) => tab === search['tab']) ?? 'availability'
  return <SearchTabs label={title} to="/reports" labels={labels} tabs={tabs} current={current} />
}
