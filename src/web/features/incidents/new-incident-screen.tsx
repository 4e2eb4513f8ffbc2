import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComponentImpact } from '#contract'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { Page } from '../../ui/page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { ImpactsFields, ServicesFields } from './affected-fields.tsx'
import type { OnServices } from './affected-fields.tsx'
import { impactsOf, useComponentPages, useOpenOnPage, useOpenOnServices, useRecipients } from './api.ts'
import type { PreviewBody } from './api.ts'
import styles from './incidents.module.css'
import { PreviewButton } from './preview.tsx'
import { draftOf, postedOf } from './update-draft.ts'
import { UpdateFields } from './update-fields.tsx'

const words = lateTexts.incidents

/** The subject of a new incident. */
interface Subject {
  /** Empty: services. */
  readonly pageId: string
  readonly onServices: OnServices
  readonly impacts: ReadonlyMap<string, ComponentImpact>
}

/** Tells users of an outage that no check has noticed, or not yet. */
export const NewIncidentScreen = () =>
  useMay('createStatusPageIncident') ? <NewIncident /> : <Forbidden title={words.new} />

function NewIncident() {
  const [name, setName] = useState('')
  const [subject, setSubject] = useState<Subject>({
    pageId: '',
    onServices: { severity: 'MAJOR', serviceIds: new Set() },
    impacts: new Map(),
  })
  const [draft, setDraft] = useState(() => draftOf('INVESTIGATING'))
  const { open, error, isPending } = useOpening(subject)
  const { status, description } = draft
  const about = aboutOf(subject)
  const recipients = useRecipients({ ...about, name: '–', update: { status, description: '–' } }, isAbout(subject))
  const isReady = name.trim() !== '' && description.trim() !== ''
  const send = (): void => {
    if (isReady && !isPending) open(name, postedOf(draft, recipients))
  }
  return (
    <Page
      title={words.new}
      crumbs={
        <>
          <Link to="/incidents">{texts.shell.nav.incidents}</Link> /
        </>
      }
    >
      <form
        className={styles.whole}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="split">
          <div>
            <div className="pad stack gap12">
              <ErrorNote error={error} />
              <TextField
                label={words.name}
                value={name}
                onChange={setName}
                error={error?.fields['name']}
                maxLength={255}
                isRequired
                autoFocus
              />
            </div>
            <Pane title={words.firstUpdate}>
              <div className="padx pb stack gap12">
                <UpdateFields
                  draft={draft}
                  onChange={setDraft}
                  values={{ ...(name !== '' && { incidentName: name }) }}
                  recipients={recipients}
                  errors={error?.fields}
                  onSend={send}
                />
                <div className="row wrap">
                  <span className="grow" />
                  <PreviewButton
                    body={isReady && isAbout(subject) ? { ...about, name, update: { status, description } } : null}
                  />
                  <Button kind="primary" type="submit" isBusy={isPending}>
                    {words.create}
                  </Button>
                </div>
              </div>
            </Pane>
          </div>
          <aside>
            <SubjectFields subject={subject} onChange={setSubject} />
          </aside>
        </div>
      </form>
    </Page>
  )
}

/** Whether somebody would see the incident: what has no service is on no page. */
const isAbout = ({ pageId, onServices }: Subject): boolean => pageId !== '' || onServices.serviceIds.size > 0

const aboutOf = ({ pageId, onServices, impacts }: Subject): Omit<PreviewBody, 'update'> =>
  pageId === ''
    ? { severity: onServices.severity, serviceIds: [...onServices.serviceIds] }
    : { statusPageId: pageId, componentImpacts: impactsOf(impacts) }

/** Opens an incident of the kind that was chosen, and then leads to it. */
function useOpening({ pageId: statusPageId, onServices, impacts }: Subject) {
  const services = useOpenOnServices()
  const page = useOpenOnPage()
  const navigate = useNavigate()
  const onSuccess = ({ id }: { readonly id: string }): void => void navigate({ to: '/incidents/$id', params: { id } })
  const open = (name: string, update: ReturnType<typeof postedOf>): void => {
    const incidentUpdates = [update]
    if (statusPageId === '') {
      const affected = [...onServices.serviceIds].map((id) => ({ id }))
      services.mutate(
        { body: { name, severity: onServices.severity, services: affected, incidentUpdates } },
        { onSuccess },
      )
    } else {
      const componentImpacts = impactsOf(impacts)
      page.mutate({ params: { statusPageId }, body: { name, componentImpacts, incidentUpdates } }, { onSuccess })
    }
  }
  return { open, error: services.error ?? page.error, isPending: services.isPending || page.isPending }
}

interface SubjectFieldsProps {
  readonly subject: Subject
  readonly onChange: (subject: Subject) => void
}

function SubjectFields({ subject, onChange }: SubjectFieldsProps) {
  const pages = useComponentPages().data?.entries ?? []
  return (
    <Pane title={words.affects}>
      <div className="padx pb stack gap12">
        {pages.length > 0 && (
          <SelectField
            label={words.where}
            value={subject.pageId}
            options={[
              { value: '', label: words.onServices },
              ...pages.map(({ id, name }) => ({ value: id, label: words.onPage(name) })),
            ]}
            onChange={(pageId) => onChange({ ...subject, pageId, impacts: new Map() })}
          />
        )}
        {subject.pageId === '' ? (
          <ServicesFields value={subject.onServices} onChange={(onServices) => onChange({ ...subject, onServices })} />
        ) : (
          <ImpactsFields
            statusPageId={subject.pageId}
            value={subject.impacts}
            onChange={(impacts) => onChange({ ...subject, impacts })}
          />
        )}
      </div>
    </Pane>
  )
}
