import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { NotificationTable } from '../alerts/notification-table.tsx'

const words = texts.check

/** Who was notified of this check in the last 24 hours, and why others were not. */
export function AlertsTab({ checkId }: { readonly checkId: string }) {
  const list = useOperation(
    'listAlertNotifications',
    { query: { includeSilenced: true, limit: 100 } },
    { everyMs: 30_000 },
  )
  return (
    <Loaded query={list}>
      {({ items }) => {
        const own = items.filter((item) => item.checkId === checkId)
        if (own.length === 0) return <Empty title={words.noAlerts}>{words.noAlertsText}</Empty>
        return <NotificationTable items={own} />
      }}
    </Loaded>
  )
}
