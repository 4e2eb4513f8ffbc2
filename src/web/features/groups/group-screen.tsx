import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { changeAll } from '../../api/change.ts'
import type { Change } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { ConflictForm, noConflict, useUnsavedParts } from '../../ui/conflict-form.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { ErrorNote, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { bodyOfCheck } from '../../check-forms/body-of-check.ts'
import { changedFields } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { Channels } from '../../form-fields/channels-field.tsx'
import { FieldOf } from '../../form-fields/field-of.tsx'
import type { EditProps } from '../../ui/form/edit-props.ts'
import { JsonBody } from '../../ui/form/json-body.tsx'
import { SavingChanges } from '../../ui/form/saving-changes.tsx'
import { LocationsField } from '../../places/locations-field.tsx'
import { GroupEffect } from './group-effect.tsx'
import { GroupMembers, RunGroup } from './group-members.tsx'
import { UsesOfGroup } from './uses-of-group.tsx'

const words = lateTexts.setup.groups
type Group = Answer<'getCheckGroup'>

export function NewGroupScreen() {
  const mayCreate = useMay('createCheckGroupV2')
  if (!mayCreate) return <Forbidden title={words.new} />
  return <GroupForm group={null} before={{ name: '', activated: true }} conflictState={noConflict} />
}

export function GroupScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const group = useOperation('getCheckGroup', { params: { id: Number(id) } })
  return (
    <LoadedPage query={group} title={lateTexts.audit.types.CHECK_GROUP} list={{ to: '/groups', title: words.title }}>
      {(data) => (
        <ConflictForm key={data.id} data={data} version={String(data.updated_at)}>
          {(kept, conflictState) => (
            <GroupForm group={kept} before={bodyOfCheck<Body>(kept)} conflictState={conflictState} />
          )}
        </ConflictForm>
      )}
    </LoadedPage>
  )
}

const AllSettings = (edit: EditProps) => (
  <details>
    <summary>
      <b>{words.json}</b>
    </summary>
    <JsonBody {...edit} />
  </details>
)

function Fields(edit: EditProps) {
  const { body, onChange } = edit
  return (
    <>
      <FieldOf
        row={{ path: 'name', label: 'name', control: 'text', isRequired: true }}
        labels={{ name: words.name }}
        {...edit}
      />
      <FieldOf row={{ path: 'activated', label: 'on', control: 'check' }} labels={{ on: words.activated }} {...edit} />
      <FieldOf row={{ path: 'muted', label: 'off', control: 'check' }} labels={{ off: words.muted }} {...edit} />
      <FieldOf
        row={{ path: 'concurrency', label: 'n', control: 'number' }}
        labels={{ n: words.concurrency }}
        {...edit}
      />
      <LocationsField value={body['locations']} onChange={(list) => onChange({ ...body, locations: list })} />
      <Channels {...edit} isOfGroup />
      <AllSettings {...edit} />
    </>
  )
}

interface GroupFormProps {
  /** Null: a new one. */
  readonly group: Group | null
  readonly before: Body
  readonly conflictState: ConflictState
}

function GroupForm({ group, before, conflictState }: GroupFormProps) {
  const [body, setBody] = useState(before)
  useUnsavedParts({ body }, conflictState)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useMay('updateCheckGroup')
  const members =
    useOperation('listCheckCells', undefined, { staleMs: 30_000 }).data?.cells.filter(
      ({ groupId }) => groupId === group?.id,
    ) ?? []
  const finish = (work: (change: Change) => Promise<unknown>): Promise<void> =>
    changeAll(client, async (change) => {
      await work(change)
      await navigate({ to: '/groups' })
    })
  const save = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await finish((change) =>
        group
          ? change('updateCheckGroup', { params: { id: group.id }, body: changedFields(before, body) as never })
          : change('createCheckGroupV2', { body: body as never }),
      )
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const remove = (): void => {
    if (group)
      void finish((change) => deleteGroup(change, group.id, members.length)).catch((thrown: unknown) =>
        toast({ text: messageOf(thrown) }),
      )
  }
  const edit = { body, onChange: setBody, errors: error instanceof ApiError ? error.fields : {} }
  return (
    <form
      className="editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Page
        title={group?.name ?? words.new}
        crumbs={
          <>
            <Link to="/groups">{words.title}</Link> /
          </>
        }
        actions={
          <>
            {group && <RunGroup group={group} members={members} />}
            {mayChange && (
              <Button kind="primary" type="submit" isBusy={isBusy}>
                {group ? texts.common.save : texts.common.create}
              </Button>
            )}
          </>
        }
      >
        <div className="split">
          <fieldset className="plain pad stack" style={{ gap: 12 }} disabled={!mayChange}>
            {conflictState.note}
            <ErrorNote error={error} />
            <Fields {...edit} />
          </fieldset>
          <aside aria-label={words.about}>
            {group && (
              <>
                {mayChange && <SavingChanges before={before} after={body} />}
                <GroupMembers id={group.id} members={members} />
                <GroupEffect group={group} />
                {mayChange && (
                  <div className="pad">
                    <DeleteButton
                      title={words.deleteTitle}
                      text={
                        <>
                          {words.deleteText(members.length)}
                          <UsesOfGroup id={group.id} />
                        </>
                      }
                      onDelete={remove}
                    />
                  </div>
                )}
              </>
            )}
          </aside>
        </div>
      </Page>
    </form>
  )
}

/** A group is deleted without checks only: they leave it first. */
async function deleteGroup(change: Change, id: number, members: number): Promise<void> {
  if (members > 0) await change('changeChecks', { body: { filter: { groupId: id }, change: { groupId: null } } })
  await change('deleteCheckGroup', { params: { id } })
}
