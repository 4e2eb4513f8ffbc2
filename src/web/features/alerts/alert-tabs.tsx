import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { TabLinks } from '../../ui/tabs.tsx'

const { tabs } = lateTexts.receivedAlerts
const names = ['log', 'received', 'sources'] as const
export type AlertTab = (typeof names)[number]

/** The parts of the screen of alerts. */
export const AlertTabs = ({ current }: { readonly current: AlertTab }) => (
  <TabLinks aria-label={texts.alerts.title}>
    {names.map((tab) => (
      <Link
        key={tab}
        to="/alerts"
        search={tab === 'log' ? {} : { tab }}
        aria-current={tab === current ? 'page' : undefined}
        activeProps={{}}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {tabs[tab]}
      </Link>
    ))}
  </TabLinks>
)
