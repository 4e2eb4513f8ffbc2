import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { useAffected, useCauses, useRecipients, useUsualPage } from './api.ts'
import type { Affected, Cause } from './api.ts'
import styles from './incidents.module.css'
import { PreviewButton } from './preview.tsx'
import { aboutOf, isAbout, namesOf, subjectOf, suggestedName } from './subject.ts'
import type { Subject } from './subject.ts'
import { SubjectFields } from './subject-fields.tsx'
import { draftOf, postedOf } from './update-draft.ts'
import { UpdateFields } from './update-fields.tsx'
import { useAffectedNames } from './use-affected-names.ts'
import { useOpening } from './use-opening.ts'
import { valuesOfCauses } from './values-of-incident.ts'

const words = lateTexts.incidents
const list = { to: '/incidents', title: texts.shell.nav.incidents }
const nothing: Affected = { services: [], components: [] }

/** Tells users of an outage: one that no check has noticed, or that of the checks which the address names. */
export function NewIncidentScreen() {
  const may = useMay('createStatusPageIncident')
  const [search] = useSearchState()
  const checkIds = (search['check'] ?? '').split(',').filter(Boolean)
  if (!may) return <Forbidden title={words.new} />
  if (checkIds.length === 0) return <NewIncident affected={nothing} causes={[]} />
  return <ForChecks checkIds={checkIds} />
}

function ForChecks({ checkIds }: { readonly checkIds: readonly string[] }) {
  const causes = useCauses(checkIds)
  return (
    <LoadedPage query={useAffected(checkIds)} title={words.new} list={list}>
      {(affected) =>
        causes === undefined ? null : <NewIncident key={checkIds.join()} affected={affected} causes={causes} />
      }
    </LoadedPage>
  )
}

interface NewIncidentProps {
  readonly affected: Affected
  readonly causes: readonly Cause[]
}

function NewIncident({ affected, causes }: NewIncidentProps) {
  const usualPage = useUsualPage()
  const [chosen, setChosen] = useState<Subject | null>(null)
  const subject = chosen ?? subjectOf(affected, usualPage)
  const names = useAffectedNames(affected, subject)
  const [name, setName] = useState(() => suggestedName(namesOf(affected, subject)))
  const [draft, setDraft] = useState(() => draftOf('INVESTIGATING'))
  const { open, error, isPending } = useOpening(
    subject,
    causes.map(({ id }) => id),
  )
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
              {causes.length > 0 && <p>{words.namedCause(causes.map((cause) => cause.name).join(', '))}</p>}
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
                  values={{ ...(name !== '' && { incidentName: name }), ...valuesOfCauses(causes, names) }}
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
            <SubjectFields subject={subject} onChange={setChosen} />
          </aside>
        </div>
      </form>
    </Page>
  )
}
