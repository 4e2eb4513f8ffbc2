import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { TabLinks } from '../../ui/tabs.tsx'

const { title, tabs } = lateTexts.reports

const links = ['availability', 'objectives', 'scheduled'] as const

/** The parts of the screen. */
export function ReportTabs() {
  const [search] = useSearchState()
  const current = links.find((tab) => tab === search['tab']) ?? 'availability'
  return (
    <TabLinks aria-label={title}>
      {links.map((tab) => (
        <Link
          key={tab}
          to="/reports"
          search={tab === 'availability' ? {} : { tab }}
          aria-current={tab === current ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {tabs[tab]}
        </Link>
      ))}
    </TabLinks>
  )
}
