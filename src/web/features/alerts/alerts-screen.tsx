import { texts } from '../../strings/index.ts'
import { Page } from '../../ui/page.tsx'
import { AlertLog } from './alert-log.tsx'

/** Who was notified of what, who was not, and why. */
export const AlertsScreen = () => (
  <Page title={texts.alerts.title}>
    <AlertLog />
  </Page>
)
