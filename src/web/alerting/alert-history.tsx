import { UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { useSearchState } from '../ui/search-state.ts'
import { Step as StepItem } from '../ui/steps.tsx'
import { Moment } from '../ui/time.tsx'
import { useCheckStatus } from './api.ts'
import type { NotificationDetail as Detail } from './api.ts'
import { ChannelOf } from './notification-table.tsx'
import { OutcomeIcon, whyOf } from './outcome.tsx'

const words = lateTexts.alertDetail
const logged = texts.alerts

interface Step {
  readonly key: string
  readonly at: string
  readonly icon: ReactNode
  readonly content: ReactNode
  readonly isCurrent: boolean
}

/** Everything that was decided from the failure to the recovery: who was notified, who was not and why, who acknowledged. */
export function AlertHistory({ detail }: { readonly detail: Detail }) {
  const { checkId, failingSince, history } = detail
  const status = useCheckStatus(checkId, detail.alertSource === undefined)
  const acknowledgedAt = status?.acknowledgedAt ?? null
  const isOver = history.some(({ alertType }) => alertType.endsWith('RECOVERY'))
  const steps = history.map((item) => notificationStep(item, item.id === detail.id))
  // The acknowledgement is of the failure that is open now.
  if (acknowledgedAt !== null && failingSince !== null && acknowledgedAt >= failingSince && !isOver)
    steps.push({
      key: 'acknowledged',
      at: acknowledgedAt,
      isCurrent: false,
      icon: <UserCheck className="ic s" aria-hidden="true" />,
      content: (
        <>
          <p>
            <Moment at={acknowledgedAt} /> {words.acknowledgedBy(status?.acknowledgedBy ?? '')}
          </p>
          {status?.acknowledgementNote && <p className="small">{status.acknowledgementNote}</p>}
        </>
      ),
    })
  return (
    <section className="rule pad" aria-label={words.history}>
      <h2>{words.history}</h2>
      <ol className="mt8">
        {steps
          .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
          .map(({ key, icon, content, isCurrent }) => (
            <StepItem key={key} icon={icon} isCurrent={isCurrent}>
              {content}
            </StepItem>
          ))}
      </ol>
    </section>
  )
}

const notificationStep = (item: Detail['history'][number], isCurrent: boolean): Step => ({
  key: item.id,
  at: item.timestamp ?? '',
  isCurrent,
  icon: <OutcomeIcon status={item.status} />,
  content: (
    <>
      <p>
        <Opening id={item.id} at={item.timestamp} /> {logged.types[item.alertType]}
      </p>
      <p className="small anywhere">
        {item.type !== null && (
          <>
            <ChannelOf item={item} />,{' '}
          </>
        )}
        {logged.status[item.status]}. {whyOf(item)}
      </p>
    </>
  ),
})

function Opening({ id, at }: { readonly id: string; readonly at: string | null }) {
  const [, change] = useSearchState()
  return (
    <button type="button" className="link" onClick={() => change({ notification: id })}>
      {at === null ? '–' : <Moment at={at} />}
    </button>
  )
}
