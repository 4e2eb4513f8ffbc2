import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { AlertLog } from '../../alerting/alert-log.tsx'
import { AlertSources } from './alert-sources.tsx'
import { AlertTabs } from './alert-tabs.tsx'
import { EscalationPolicies } from './escalation/escalation-policies.tsx'
import { FailingChannels } from './failing-channels.tsx'
import { ReceivedAlerts } from './received-alerts.tsx'

/** Who was notified of what, who was not, and why; and the alerts of other tools. */
export function AlertsScreen() {
  const [{ tab }] = useSearchState()
  if (tab === 'escalation') return <EscalationPolicies />
  if (tab === 'sources') return <AlertSources />
  return tab === 'received' ? <ReceivedAlerts /> : <Log />
}

const Log = () => (
  <Page
    title={texts.alerts.title}
    more={lateTexts.alertDetail.subtitle}
    actions={
      <Button asChild className="wide-only">
        <Link to="/channels">{texts.shell.nav.channels}</Link>
      </Button>
    }
  >
    <AlertTabs current="log" />
    <FailingChannels />
    <AlertLog />
  </Page>
)
