import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { bodyOfCheck } from '../../check-forms/body-of-check.ts'
import { formOf } from '../../check-forms/sections.ts'
import { useNamedChanges } from '../../form-fields/saving-changes.tsx'
import { EditedBesideCode } from '../../projects/deployed-from.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { ChangeList } from '../../ui/form/change-list.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { useCheck, useMayUpdateCheck } from './api.ts'
import type { Check } from './api.ts'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { sectionsOf } from '../../check-forms/sections.ts'
import { Editor } from './editor.tsx'
import { useBaseSettings } from './history/api.ts'
import { withThreshold } from './history/proposed-of-draft.ts'
import { useProposedThreshold } from './history/use-proposed-threshold.ts'
import { useEditedCheck } from './use-edited-check.ts'
import { Note } from '../../ui/note.tsx'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { Loading, messageOf } from '../../ui/states.tsx'

const TryOnHistory = lazyOptional(async () => (await import('./history/try-on-history.tsx')).TryOnHistory)
const words = lateTexts.editor

/** Edits a check that there is. */
export function EditCheckScreen() {
  const { id = '' } = useParams({ strict: false })
  const check = useCheck(id)
  const mayUpdate = useMayUpdateCheck()
  if (!mayUpdate) return <Forbidden title={lateTexts.check.edit} />
  return (
    <LoadedPage query={check} title={lateTexts.check.edit} list={{ to: '/checks', title: lateTexts.check.checks }}>
      {(data) => <WithProposal key={data.id} loaded={data} />}
    </LoadedPage>
  )
}

/** Begins with the threshold that the address proposes, if it does. */
function WithProposal({ loaded }: { readonly loaded: Check }) {
  const threshold = useProposedThreshold()
  const settings = useBaseSettings(loaded.id, threshold !== null)
  if (threshold === null) return <EditLoaded loaded={loaded} given={null} />
  if (settings.isLoading) return <Loading />
  const base = settings.data && withThreshold(settings.data.alertSettings.value, threshold)
  const given = base && { ...bodyOfCheck(loaded), useGlobalAlertSettings: false, alertSettings: base }
  return <EditLoaded loaded={loaded} given={given ?? null} />
}

/** Heartbeats have pings instead. */
const hasRuns = (type: string): boolean => !sectionsOf(type).includes('pings')

function EditLoaded({ loaded, given }: { readonly loaded: Check; readonly given: CheckDraft | null }) {
  const { check, theirs, before, generation, draft, ...edited } = useEditedCheck(loaded, given)
  return (
    <Editor
      key={generation}
      isUnsaved={edited.isKept}
      title={words.editTitle(check.name)}
      crumbs={
        <>
          <Link to="/checks/$id" params={{ id: check.id }}>
            {check.name}
          </Link>{' '}
          /
        </>
      }
      type={check.checkType}
      before={before}
      body={draft}
      wasRestored={edited.wasRestored}
      onChange={edited.set}
      onDiscard={() => edited.begin(before)}
      onSave={edited.save}
      saveLabel={words.save}
      afterAlerts={
        hasRuns(check.checkType) && (
          <Suspense fallback={<Loading rows={1} />}>
            <TryOnHistory checkId={check.id} before={before} draft={draft} />
          </Suspense>
        )
      }
      notice={
        theirs ? (
          <Note kind="degraded" role="alert">
            <div className="grow">
              <p>{words.conflict}</p>
              <TheirChanges type={check.checkType} before={before} theirs={bodyOfCheck(theirs)} />
            </div>
            <Button onClick={() => edited.load(theirs)}>{words.reload}</Button>
            <Button onClick={() => void edited.send()}>{words.saveAnyway}</Button>
          </Note>
        ) : (
          <>
            <EditedBesideCode type="check" resource={check} />
            {edited.unread && <UnreadConflict {...edited.unread} onRetry={() => void edited.readTheirs()} />}
          </>
        )
      }
    />
  )
}

interface TheirChangesProps {
  readonly type: string
  readonly before: object
  readonly theirs: object
}

const TheirChanges = ({ type, before, theirs }: TheirChangesProps) => (
  <ChangeList changes={useNamedChanges(before, theirs, formOf(type).fields)} label={words.theirChanges} />
)

interface UnreadConflictProps {
  /** Why the other version could not be read; null while it is being read. */
  readonly error: unknown
  readonly onRetry: () => void
}

/** Somebody else has changed the check, and how is not known yet. */
const UnreadConflict = ({ error, onRetry }: UnreadConflictProps) => (
  <Note kind="degraded" role="alert">
    <div className="grow">
      <p>{words.unreadConflict}</p>
      <p>{error === null ? words.readingTheirs : words.unreadTheirs(messageOf(error))}</p>
    </div>
    {error !== null && <Button onClick={onRetry}>{texts.common.retry}</Button>}
  </Note>
)
