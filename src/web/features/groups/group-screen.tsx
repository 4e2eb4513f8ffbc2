import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { bodyOfCheck } from '../../check-forms/body-of-check.ts'
import { GroupBadgePane } from '../../integrations/badge-pane.tsx'
import { DeploymentPane } from '../../integrations/deployment-pane.tsx'
import { GroupTriggerPane } from '../../integrations/trigger-pane.tsx'
import { EditedBesideCode } from '../../projects/deployed-from.tsx'
import { SavingChanges, useNamedChanges } from '../../form-fields/saving-changes.tsx'
import { groupFields } from '../../forms/check-forms.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictForm, noConflict, useUnsavedParts } from '../../ui/conflict-form.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { changedFields } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useGroup, useGroupChanges, useMembers } from './api.ts'
import type { Group } from './api.ts'
import { DeleteGroup } from './delete-group.tsx'
import { GroupEffect } from './group-effect.tsx'
import { GroupFields } from './group-fields.tsx'
import { GroupActions } from './group-actions.tsx'
import { GroupMembers } from './group-members.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useSaveKey } from '../../ui/form/use-save-key.ts'

const words = lateTexts.setup.groups

export function NewGroupScreen() {
  const mayCreate = useMay('createCheckGroupV2')
  if (!mayCreate) return <Forbidden title={words.new} />
  return <GroupForm group={null} before={{ name: '', activated: true }} conflictState={noConflict} />
}

export function GroupScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  return (
    <LoadedPage
      query={useGroup(Number(id))}
      title={lateTexts.audit.types.CHECK_GROUP}
      list={{ to: '/groups', title: words.title }}
    >
      {(data) => (
        <ConflictForm key={data.id} data={data} version={`${data.updated_at} ${data.muted}`}>
          {(kept, conflictState) => (
            <GroupForm group={kept} before={bodyOfCheck<Body>(kept)} conflictState={conflictState} />
          )}
        </ConflictForm>
      )}
    </LoadedPage>
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
  const { error, isBusy, save } = useSave(group)
  const mayChange = useMay('updateCheckGroup')
  const members = useMembers(group?.id)
  const changes = useNamedChanges(before, body, groupFields)
  const edit = { body, onChange: setBody, errors: error instanceof ApiError ? error.fields : {} }
  const put = (): void => void save(group ? changedFields(before, body) : body)
  useSaveKey(() => mayChange && put())
  return (
    <PageForm onSave={put}>
      <Page
        title={group?.name ?? words.new}
        crumbs={
          <>
            <Link to="/groups">{words.title}</Link> /
          </>
        }
        actions={
          <>
            {group && <GroupActions group={group} members={members} />}
            {mayChange && (
              <Button kind="primary" type="submit" isBusy={isBusy}>
                {group ? texts.common.save : texts.common.create}
              </Button>
            )}
          </>
        }
      >
        <div className="split">
          <fieldset className="pad stack gap12" disabled={!mayChange}>
            <EditedBesideCode type="check-group" resource={group} />
            {!mayChange && <Note>{words.onlyRead}</Note>}
            {conflictState.note}
            <ErrorNote error={error} />
            <GroupFields {...edit} />
          </fieldset>
          <aside aria-label={words.about}>
            {group && mayChange && <SavingChanges changes={changes} />}
            {group && <GroupMembers id={group.id} members={members} />}
            {group && <GroupEffect group={group} />}
            {group && (
              <>
                <GroupBadgePane groupId={group.id} name={group.name} />
                <GroupTriggerPane groupId={group.id} />
                <DeploymentPane target={{ groupId: group.id }} />
              </>
            )}
            {group && mayChange && <DeleteGroup id={group.id} members={members.length} />}
          </aside>
        </div>
      </Page>
    </PageForm>
  )
}

/** Creates a group, or changes one that is there, and goes back to the list. */
function useSave(group: Group | null) {
  const navigate = useNavigate()
  const { create, update } = useGroupChanges(() => navigate({ to: '/groups' }))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (body: Body): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await (group ? update(group.id, body) : create(body))
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return { error, isBusy, save }
}
