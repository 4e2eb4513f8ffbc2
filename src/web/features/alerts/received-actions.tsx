import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAcknowledgement, useAcknowledgementEnd, useSilenceCreation } from './api.ts'
import type { ReceivedAlert } from './api.ts'

const words = lateTexts.receivedAlerts
const hourMs = 3_600_000
const lengths = [1, 4, 24]

/** The actions on an alert that fires. */
export function ReceivedActions({ alert }: { readonly alert: ReceivedAlert }) {
  const mayAcknowledge = useMay('acknowledgeReceivedAlert')
  const maySilence = useMay('createAlertSilence')
  const acknowledgement = useAcknowledgement()
  const mayTakeBack = useMay('unacknowledgeReceivedAlert')
  const end = useAcknowledgementEnd()
  if (alert.state !== 'FIRING') return null
  const acknowledge = (): void =>
    acknowledgement.mutate({ params: { id: alert.id }, body: {} }, { onError: toastError })
  const takeBack = (): void => end.mutate({ params: { id: alert.id } }, { onError: toastError })
  return (
    <div className="row wrap">
      {mayAcknowledge && alert.acknowledgedAt === null && (
        <Button size="small" isBusy={acknowledgement.isPending} onClick={acknowledge}>
          {words.acknowledge}
        </Button>
      )}
      {mayTakeBack && alert.acknowledgedAt !== null && (
        <Button size="small" isBusy={end.isPending} onClick={takeBack}>
          {words.unacknowledge}
        </Button>
      )}
      {maySilence && alert.silencedBy.length === 0 && <SilenceMenu alert={alert} />}
    </div>
  )
}

/** Silences what has the same labels. */
function SilenceMenu({ alert }: { readonly alert: ReceivedAlert }) {
  const creation = useSilenceCreation()
  const silence = (hours: number): void => {
    const matchers = Object.entries(alert.labels).map(([name, value]) => ({ name, value }))
    const endsAt = new Date(now() + hours * hourMs).toISOString()
    const onSuccess = () => toast({ text: words.silencedToast(alert.name) })
    creation.mutate({ body: { matchers, endsAt, comment: alert.name } }, { onSuccess, onError: toastError })
  }
  return (
    <Menu
      trigger={
        <Button size="small" title={words.silenceText} isBusy={creation.isPending}>
          {words.silence}
        </Button>
      }
      actions={lengths.map((hours) => ({ label: words.silenceFor(hours), onSelect: () => silence(hours) }))}
    />
  )
}
