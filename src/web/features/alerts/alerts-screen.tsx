import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { AlertLog } from '../../alerting/alert-log.tsx'
import { FailingChannels } from './failing-channels.tsx'

/** Who was notified of what, who was not, and why. */
export const AlertsScreen = () => (
  <Page
    title={texts.alerts.title}
    more={lateTexts.alertDetail.subtitle}
    actions={
      <Button asChild>
        <Link to="/channels">{texts.shell.nav.channels}</Link>
      </Button>
    }
  >
    <FailingChannels />
    <AlertLog />
  </Page>
)
