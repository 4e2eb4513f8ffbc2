import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useDeleteIncident, useDeleteUpdate, useIncidents } from './api.ts'
import type { Dashboard, Incident, IncidentUpdate } from './api.ts'
import { EditIncident, EditUpdate, NewIncident, NewUpdate } from './incident-forms.tsx'

const words = lateTexts.dashboards.incidents

interface PaneProps {
  readonly dashboard: Dashboard
  readonly mayChange: boolean
}

/** The incidents of a dashboard, the latest first. */
export function IncidentPane({ dashboard, mayChange }: PaneProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Pane
      title={words.title}
      more={!dashboard.enableIncidents && words.hidden}
      end={
        mayChange && (
          <div className="end">
            <Button size="small" onClick={() => setOpen(true)}>
              {words.new}
            </Button>
          </div>
        )
      }
    >
      <Loaded query={useIncidents(dashboard.dashboardId)} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="padx pb mute">{words.none}</p>
          ) : (
            <ul>
              {items.map((incident) => (
                <li key={incident.id} className="rule pad stack">
                  <OneIncident incident={incident} mayChange={mayChange} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isOpen && <NewIncident dashboard={dashboard} onClose={() => setOpen(false)} />}
    </Pane>
  )
}

interface IncidentProps {
  readonly incident: Incident
  readonly mayChange: boolean
}

const isOver = ({ stoppedAt, incidentUpdates }: Incident): boolean =>
  stoppedAt !== null || incidentUpdates?.[0]?.status === 'RESOLVED'

function OneIncident({ incident, mayChange }: IncidentProps) {
  const { name, impact, startedAt, created_at, stoppedAt, incidentUpdates } = incident
  return (
    <>
      <div className="row wrap">
        <h3 className="anywhere">{name}</h3>
        <Tag>{words.impacts[impact]}</Tag>
        <span className={isOver(incident) ? 'mute small' : 'fail small'}>
          {isOver(incident) ? words.over : words.open} · <Moment at={startedAt ?? created_at} />
          {stoppedAt !== null && (
            <>
              {' '}
              – <Moment at={stoppedAt} />
            </>
          )}
        </span>
      </div>
      {mayChange && <IncidentActions incident={incident} />}
      <ol className="stack gap4" aria-label={words.updates}>
        {(incidentUpdates ?? []).map((update) => (
          <li key={update.id}>
            <OneUpdate update={update} mayChange={mayChange} />
          </li>
        ))}
      </ol>
    </>
  )
}

function IncidentActions({ incident }: { readonly incident: Incident }) {
  const [open, setOpen] = useState<'update' | 'resolve' | 'edit' | null>(null)
  const remove = useDeleteIncident()
  const close = (): void => setOpen(null)
  return (
    <div className="row wrap">
      <Button size="small" onClick={() => setOpen('update')}>
        {words.post}
      </Button>
      {!isOver(incident) && (
        <Button size="small" onClick={() => setOpen('resolve')}>
          {words.resolve}
        </Button>
      )}
      <Button size="small" onClick={() => setOpen('edit')}>
        {words.edit}
      </Button>
      <DeleteButton
        title={words.deleteTitle(incident.name)}
        text={words.deleteText}
        onDelete={() => remove.mutate({ params: { id: incident.id } }, { onError: toastError })}
      />
      {open === 'edit' && <EditIncident incident={incident} onClose={close} />}
      {(open === 'update' || open === 'resolve') && (
        <NewUpdate incident={incident} isResolving={open === 'resolve'} onClose={close} />
      )}
    </div>
  )
}

function OneUpdate({ update, mayChange }: { readonly update: IncidentUpdate; readonly mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteUpdate()
  const { id, incidentId, status, description, created_at } = update
  return (
    <>
      <div className="row wrap">
        <b>{words.statuses[status]}</b>
        <span className="mute small grow">
          <Moment at={created_at} />
        </span>
        {mayChange && (
          <>
            <Button size="small" kind="ghost" onClick={() => setOpen(true)}>
              {words.editUpdate}
            </Button>
            <DeleteButton
              title={words.deleteUpdateTitle}
              text={words.deleteText}
              label={words.deleteUpdate}
              onDelete={() => remove.mutate({ params: { incidentId, id } }, { onError: toastError })}
            />
          </>
        )}
      </div>
      <p className="multiline dim">{description}</p>
      {isOpen && <EditUpdate update={update} onClose={() => setOpen(false)} />}
    </>
  )
}
