import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { Affects } from './affects.tsx'
import { useDeleteIncident, useIncident, useRename } from './api.ts'
import type { Incident } from './api.ts'
import { Cause } from './cause.tsx'
import { IncidentDuration, Marks } from './incident-table.tsx'
import { PostMortem } from './post-mortem.tsx'
import { severityOf, stateOfIncident } from './states.ts'
import { Timeline } from './timeline.tsx'
import { UpdateComposer } from './update-composer.tsx'
import { useHandled } from './use-handled.ts'

const words = lateTexts.incidents
const title = texts.shell.nav.incidents

/** One incident: what to tell users next, what they were told, what it affects and what is behind it. */
export function IncidentScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  return (
    <LoadedPage query={useIncident(id)} title={words.one} list={{ to: '/incidents', title }}>
      {(incident) => <LoadedIncident key={incident.id} incident={incident} />}
    </LoadedPage>
  )
}

function LoadedIncident({ incident }: { readonly incident: Incident }) {
  const mayChange = useMay('createStatusPageIncidentUpdate')
  const isOpen = incident.status !== 'RESOLVED'
  const { takeOver, publication } = useHandled(incident)
  const commands = [...(takeOver ? [takeOver] : []), publication]
  useOpenThing({ kind: 'incident', id: incident.id, name: incident.name }, mayChange ? commands : [])
  return (
    <Page
      title={incident.name}
      crumbs={
        <>
          <Link to="/incidents">{title}</Link> /
        </>
      }
      actions={mayChange && <Actions incident={incident} />}
    >
      <StateBand
        role="status"
        state={stateOfIncident(incident)}
        sentence={`${severityOf(incident.severity)} · ${words.statuses[incident.status]}`}
      >
        <span>
          {isOpen ? words.openFor : words.duration} <IncidentDuration incident={incident} />
        </span>
        <Marks incident={incident} />
      </StateBand>
      {!incident.isPublished && (
        <div className="pad">
          <Note>{words.hiddenText}</Note>
        </div>
      )}
      <div className="split">
        <div>
          {mayChange && <UpdateComposer incident={incident} />}
          <Timeline incident={incident} mayChange={mayChange} />
          <PostMortem incident={incident} mayChange={mayChange} />
        </div>
        <aside>
          <Affects incident={incident} mayChange={mayChange} />
          <Cause incident={incident} mayChange={mayChange} />
        </aside>
      </div>
    </Page>
  )
}

function Actions({ incident }: { readonly incident: Incident }) {
  const [isRenaming, setRenaming] = useState(false)
  const { isBusy, publication } = useHandled(incident)
  const remove = useDeleteIncident(incident)
  const navigate = useNavigate()
  const onDelete = (): void =>
    remove.mutate(null, { onError: toastError, onSuccess: () => void navigate({ to: '/incidents' }) })
  return (
    <>
      <Button onClick={() => setRenaming(true)}>{words.rename}</Button>
      <Button isBusy={isBusy} onClick={publication.run}>
        {publication.label}
      </Button>
      <DeleteButton title={words.delete(incident.name)} text={words.deleteText} onDelete={onDelete} />
      {isRenaming && <Rename incident={incident} onClose={() => setRenaming(false)} />}
    </>
  )
}

function Rename({ incident, onClose }: { readonly incident: Incident; readonly onClose: () => void }) {
  const [name, setName] = useState(incident.name)
  const rename = useRename(incident)
  return (
    <EditDialog
      title={words.rename}
      saving={[rename]}
      onSubmit={() => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        onChange={setName}
        error={rename.error?.fields['name']}
        maxLength={255}
        isRequired
      />
    </EditDialog>
  )
}
