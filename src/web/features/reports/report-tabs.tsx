import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { TabLinks } from '../../ui/tabs.tsx'

const { title, tabs } = lateTexts.reports

/** The two parts of the screen. */
export function ReportTabs() {
  const [{ tab }] = useSearchState()
  const isObjectives = tab === 'objectives'
  return (
    <TabLinks aria-label={title}>
      <Link
        to="/reports"
        aria-current={isObjectives ? undefined : 'page'}
        activeProps={{}}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {tabs.availability}
      </Link>
      <Link
        to="/reports"
        search={{ tab: 'objectives' }}
        aria-current={isObjectives ? 'page' : undefined}
        activeProps={{}}
      >
        {tabs.objectives}
      </Link>
    </TabLinks>
  )
}
