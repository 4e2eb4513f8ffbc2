import { X } from 'lucide-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useMay } from '../session/session.tsx'
import { useScreenKeys } from '../shell/use-screen-keys.ts'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { reasonText } from '../strings/reason-text.ts'
import { Button } from '../ui/button.tsx'
import { formatDuration, formatFull } from '../ui/format.ts'
import { ListLink } from '../ui/list-link.tsx'
import { Loaded } from '../ui/states.tsx'
import { Glyph, StatusLine } from '../ui/status.tsx'
import { Moment } from '../ui/time.tsx'
import { addressOfAlerting } from './address-of-alerting.ts'
import { alertState } from './alert-state.ts'
import { useAlertActions } from './alert-actions.ts'
import { useNotification, useOpenAlerts } from './api.ts'
import type { NotificationDetail as Detail } from './api.ts'
import { NotificationExplanation } from './explanation/notification-explanation.tsx'
import { AlertHistory } from './alert-history.tsx'
import { IncidentsAt, addressOfNewIncident } from './incidents-of-check.tsx'
import { ChannelOf } from './notification-table.tsx'
import { OutcomeIcon, whyOf } from './outcome.tsx'
import { PlaceName } from '../places/place-name.tsx'
import { KeyValues } from '../ui/key-values.tsx'
import styles from './notification-pane.module.css'

const words = lateTexts.alertDetail
const logged = texts.alerts

interface PaneProps {
  readonly id: string
  readonly onClose: () => void
}

/** One notification: what it says, its attempts, and everything that was decided from the failure to the recovery. */
export function NotificationPane({ id, onClose }: PaneProps) {
  const query = useNotification(id)
  useScreenKeys({ Escape: onClose })
  const close = (
    <Button isIcon size="small" kind="ghost" className={styles.close} aria-label={words.close} onClick={onClose}>
      <X className="ic s" aria-hidden="true" />
    </Button>
  )
  return (
    <aside className={styles.pane} aria-label={words.title} aria-busy={query.isPlaceholderData}>
      {query.data === undefined && <div className="row pad">{close}</div>}
      <Loaded query={query} rows={8}>
        {(detail) => (
          <>
            <Head detail={detail} close={close} />
            <Delivery detail={detail} />
            {detail.alertSource === undefined && <NotificationExplanation key={id} detail={detail} />}
            <AlertHistory detail={detail} />
          </>
        )}
      </Loaded>
    </aside>
  )
}

function Head({ detail, close }: { readonly detail: Detail; readonly close: ReactNode }) {
  const { alertType, checkId, checkName, checkResultId, timestamp, title, error, reasons, failingSince } = detail
  const open = useOpenAlerts([detail])
  const actions = useAlertActions(detail, open.has(checkId))
  const said = reasons.length > 0 ? reasons : error ? [error] : []
  return (
    <div className={`pad stack ${styles.part}`}>
      <div className="row">
        <StatusLine as="h2" isLarge>
          <Glyph state={alertState(alertType)} />
          {logged.types[alertType]}
        </StatusLine>
        {close}
      </div>
      <p>
        <ListLink className="link" to={addressOfAlerting(detail)}>
          {checkName}
        </ListLink>
      </p>
      <p className="dim">{title}</p>
      {said.slice(0, 5).map((reason) => (
        <p key={reason} className="anywhere">
          {reason.slice(0, 500)}
        </p>
      ))}
      <KeyValues>
        {timestamp && (
          <>
            <dt>{words.decided}</dt>
            <dd>
              <Moment at={timestamp} />
            </dd>
          </>
        )}
        {failingSince && (
          <>
            <dt>{words.since}</dt>
            <dd>
              <Moment at={failingSince} />
            </dd>
          </>
        )}
        {detail.outageSeconds !== null && (
          <>
            <dt>{words.lasted}</dt>
            <dd>{formatDuration(detail.outageSeconds * 1_000)}</dd>
          </>
        )}
        {detail.locations && (
          <>
            <dt>{words.locations}</dt>
            <dd>
              {words.ofLocations(detail.locations)}
              {detail.locations.names.length > 0 && (
                <>
                  : <PlaceName of={detail.locations.names} />
                </>
              )}
            </dd>
          </>
        )}
      </KeyValues>
      {detail.alertSource !== undefined && <p className="small mute">{detail.alertSource}</p>}
      {timestamp && <IncidentsAt checkId={checkId} at={timestamp} />}
      <div className="row wrap">
        {checkResultId !== undefined && (
          <Button size="small" asChild>
            <ListLink to={`/checks/${checkId}/results/${checkResultId}`}>{words.openResult}</ListLink>
          </Button>
        )}
        {open.has(checkId) && <OpenIncident checkId={checkId} />}
        {actions.slice(0, 2).map(({ label, onSelect }) => (
          <Button key={String(label)} size="small" onClick={onSelect}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

const OpenIncident = ({ checkId }: { readonly checkId: string }) =>
  useMay('createStatusPageIncident') && (
    <Button size="small" asChild>
      <ListLink to={addressOfNewIncident(checkId)}>{lateTexts.incidents.forCheck}</ListLink>
    </Button>
  )

/** Who was to be notified by this, and how that went. */
function Delivery({ detail }: { readonly detail: Detail }) {
  const { deliveries, heldBack, nextReminder, status } = detail
  return (
    <section className={`rule pad stack ${styles.part}`} aria-label={words.delivery}>
      <h2>{words.delivery}</h2>
      <p className="row wrap">
        <StatusLine>
          <OutcomeIcon status={status} />
          {logged.status[status]}
        </StatusLine>
        <span className="dim">
          <ChannelOf item={detail} />
        </span>
      </p>
      {detail.silenceReason && <p>{whyOf(detail)}</p>}
      {heldBack && <p>{words.heldBack(words.heldBackBy[heldBack.reason], formatFull(heldBack.until))}</p>}
      {deliveries.length > 0 && (
        <KeyValues>
          {deliveries.map(({ at, outcome, response }) => (
            <Fragment key={at}>
              <dt>
                <Moment at={at} />
              </dt>
              <dd>
                {words.tried[outcome]}
                {response !== '' && <p className="small dim anywhere">{reasonText(response).slice(0, 500)}</p>}
              </dd>
            </Fragment>
          ))}
        </KeyValues>
      )}
      {nextReminder && (
        <p className="small dim">
          {words.reminder(nextReminder.number, nextReminder.of)} <Moment at={nextReminder.at} />
        </p>
      )}
    </section>
  )
}
