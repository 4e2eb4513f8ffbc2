import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { now } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Step } from '../../ui/steps.tsx'
import { Moment, momentOfMinute } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useDeleteUpdate } from './api.ts'
import type { Incident, Update } from './api.ts'
import { EditUpdate } from './edit-update.tsx'

const words = lateTexts.incidents

type Alert = Incident['alerts'][number]
type Entry =
  | { readonly at: string; readonly update: Update; readonly alert?: never }
  | { readonly at: string; readonly alert: Alert; readonly update?: never }

/** The updates and the alerts behind them, the latest first. */
function entriesOf({ updates, alerts }: Incident): readonly Entry[] {
  const entries: readonly Entry[] = [
    ...updates.map((update) => ({ at: update.publicIncidentUpdateDate, update })),
    ...alerts.map((alert) => ({ at: alert.createdAt, alert })),
  ]
  return entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

interface TimelineProps {
  readonly incident: Incident
  readonly mayChange: boolean
}

export const Timeline = ({ incident, mayChange }: TimelineProps) => (
  <Pane title={words.timeline}>
    <ol className="padx pb">
      {entriesOf(incident).map(({ update, alert }) =>
        update === undefined ? (
          <AlertStep key={alert.id} alert={alert} />
        ) : (
          <UpdateStep key={update.id} incident={incident} update={update} mayChange={mayChange} />
        ),
      )}
    </ol>
  </Pane>
)

function UpdateStep({ incident, update, mayChange }: TimelineProps & { readonly update: Update }) {
  const [isEdited, setEdited] = useState(false)
  const remove = useDeleteUpdate(incident)
  const at = update.publicIncidentUpdateDate
  const status = words.statuses[update.status]
  const spoken = [status, momentOfMinute(at)] as const
  const isLast = incident.updates.length === 1
  return (
    <Step icon={<Glyph state={update.status === 'RESOLVED' ? 'PASSING' : 'PENDING'} />}>
      <div className="row wrap">
        <b>{status}</b>
        <span className="small">
          <Moment at={at} />
          {update.notifySubscribers && `, ${words.mailed}`}
          {Date.parse(at) > now() && `, ${words.planned}`}
        </span>
        {mayChange && (
          <span className="row end">
            <Button kind="ghost" size="small" aria-label={words.editOf(...spoken)} onClick={() => setEdited(true)}>
              {texts.common.edit}
            </Button>
            {!isLast && (
              <DeleteButton
                title={words.deleteOf(...spoken)}
                text={words.deleteUpdateText}
                onDelete={() => remove.mutate(update.id, { onError: toastError })}
              />
            )}
          </span>
        )}
      </div>
      <div className="mt4">
        <Prose text={update.description} html={update.html} />
      </div>
      {isEdited && <EditUpdate incident={incident} update={update} onClose={() => setEdited(false)} />}
    </Step>
  )
}

const AlertStep = ({ alert }: { readonly alert: Alert }) => (
  <Step icon={<Glyph state={alert.alertType.includes('RECOVERY') ? 'PASSING' : 'FAILING'} />}>
    <div className="row wrap">
      <b>{words.alert}</b>
      <span className="small">
        {alert.checkName}: {texts.alerts.types[alert.alertType]}, <Moment at={alert.createdAt} /> · {words.notPublic}
      </span>
      {alert.checkResultId !== null && (
        <Link
          className="link small end"
          to="/checks/$id/results/$resultId"
          params={{ id: alert.checkId, resultId: alert.checkResultId }}
        >
          {words.openResult}
        </Link>
      )}
    </div>
    {alert.error !== null && <p className="mt4 mute anywhere">{reasonText(alert.error)}</p>}
  </Step>
)
