import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { SearchTabs } from '../../ui/search-tabs.tsx'

const tabs = ['log', 'received', 'sources', 'escalation'] as const

/** The parts of the screen of alerts. */
export const AlertTabs = ({ current }: { readonly current: (typeof tabs)[number] }) => (
  <SearchTabs
    label={texts.alerts.title}
    to="/alerts"
    labels={lateTexts.receivedAlerts.tabs}
    tabs={tabs}
    current={current}
  />
)
