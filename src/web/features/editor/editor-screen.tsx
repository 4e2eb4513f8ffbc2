import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, versionOf } from '../../api/call.ts'
import { change, changeAll } from '../../api/change.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { checkForms } from '../../forms/check-forms.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PasteCurl } from '../../curl/paste-curl.tsx'
import type { CurlRequest } from '../../curl/request-of.ts'
import { withRequest } from '../../curl/with-request.ts'
import { bodyOfCheck } from '../../check-forms/body-of-check.ts'
import { changedFields, changesOf } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { startOf } from '../../check-forms/check-start.ts'
import { Editor } from './editor.tsx'
import { FieldChanges } from '../../ui/form/saving-changes.tsx'
import { useCheckDefaults } from '../../check-forms/use-check-defaults.ts'
import { useDraft } from './use-draft.ts'

const words = lateTexts.editor
type Check = Answer<'getCheck'>

/** Makes a new check: first its type, then its form. */
export function NewCheckScreen() {
  const mayCreate = useMay('createCheckGeneric')
  const { draft, wasRestored, isKept, set, reset } = useDraft('new', { type: '', body: {} })
  const defaults = useCheckDefaults()
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!mayCreate) return <Forbidden title={words.newTitle} />
  const save = async (): Promise<void> => {
    const body = { checkType: draft.type, ...draft.body } as never
    const check = await change(client, 'createCheckGeneric', { body })
    toast({ text: words.created(check.name) })
    reset({ type: '', body: {} })
    await navigate({ to: '/checks/$id', params: { id: check.id } })
  }
  if (draft.type === '')
    return (
      <Page title={words.newTitle}>
        {defaults === null ? (
          <Loading />
        ) : (
          <TypeChoice
            onChoose={(type) => set({ type, body: startOf(type, defaults) })}
            onRequest={(request) => set({ type: 'API', body: withRequest(startOf('API', defaults), request) })}
          />
        )}
        {defaults !== null && Object.keys(defaults).length > 0 && (
          <p className="padx dim">
            {words.beginsWith}{' '}
            <Link className="link" to="/settings/defaults">
              {lateTexts.setup.defaults.title}
            </Link>
          </p>
        )}
      </Page>
    )
  const start = defaults && startOf(draft.type, defaults)
  const isChanged = JSON.stringify(draft.body) !== JSON.stringify(start)
  return (
    <Editor
      isUnsaved={() => isChanged && isKept()}
      title={`${words.newTitle}: ${texts.checks.types[draft.type]}`}
      type={draft.type}
      before={{}}
      body={draft.body}
      wasRestored={wasRestored}
      onChange={(body) => set({ type: draft.type, body })}
      onDiscard={() => reset({ type: '', body: {} })}
      onSave={save}
      saveLabel={words.create}
    />
  )
}

/** Edits a check that there is. */
export function EditCheckScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const check = useOperation('getCheck', { params: { id } }, { staleMs: Number.POSITIVE_INFINITY })
  const mayUpdate = useMay('updateCheckGeneric')
  if (!mayUpdate) return <Forbidden title={lateTexts.check.edit} />
  return (
    <LoadedPage query={check} title={lateTexts.check.edit} list={{ to: '/checks', title: lateTexts.check.checks }}>
      {(data) => <EditLoaded key={data.id} loaded={data} />}
    </LoadedPage>
  )
}

function EditLoaded({ loaded }: { readonly loaded: Check }) {
  const [check, setCheck] = useState(loaded)
  const before = bodyOfCheck(check)
  const type = check.checkType
  const { draft, wasRestored, isKept, set, reset } = useDraft(check.id, { type, body: before })
  const [found, setTheirs] = useState<Check | null>(null)
  // Another tab reloads the check when this browser changes it, so that a conflict is seen before saving.
  const theirs = found ?? (changedAt(loaded) > changedAt(check) ? loaded : null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id } = check
  const send = async (version?: string): Promise<void> => {
    const body = changedFields(before, draft.body)
    const headers = version === undefined ? {} : { 'if-match': version }
    const input = { params: { id }, body: body as never }
    await changeAll(client, async (change) => {
      if (Object.keys(body).length > 0)
        setCheck({ ...check, ...(await change('updateCheckGeneric', input, { headers })) } as Check)
      reset({ type, body: draft.body })
    })
    toast({ text: words.saved })
    await navigate({ to: '/checks/$id', params: { id } })
  }
  const save = async (): Promise<void> => {
    const known = versionOf(check)
    const read = () => call('getCheck', { params: { id } })
    // Without a version of what is edited here, the latest is compared with it first.
    const now = known === undefined ? await read() : check
    if (now.updated_at !== check.updated_at) return setTheirs(now)
    try {
      await send(versionOf(now))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RESOURCE_CHANGED') throw error
      setTheirs(await read())
    }
  }
  // Fields that keep their typed text start again.
  const [generation, setGeneration] = useState(0)
  const begin = (body: Body): void => {
    reset({ type, body })
    setGeneration(generation + 1)
  }
  const load = (latest: Check): void => {
    setCheck(latest)
    setTheirs(null)
    begin(bodyOfCheck(latest))
  }
  return (
    <Editor
      key={generation}
      isUnsaved={isKept}
      title={words.editTitle(check.name)}
      crumbs={
        <>
          <Link to="/checks/$id" params={{ id }}>
            {check.name}
          </Link>{' '}
          /
        </>
      }
      type={type}
      before={before}
      body={draft.body}
      wasRestored={wasRestored}
      onChange={(body) => set({ type, body })}
      onDiscard={() => begin(before)}
      onSave={save}
      saveLabel={words.save}
      notice={
        theirs && (
          <div className="note deg" role="alert">
            <div className="grow">
              <p>{words.conflict}</p>
              <FieldChanges changes={changesOf(before, bodyOfCheck(theirs))} label={words.theirChanges} />
            </div>
            <Button onClick={() => load(theirs)}>{words.reload}</Button>
            <Button onClick={() => void send()}>{words.saveAnyway}</Button>
          </div>
        )
      }
    />
  )
}

const changedAt = ({ updated_at, created_at }: Check): number => Date.parse(updated_at ?? created_at)

interface TypeChoiceProps {
  readonly onChoose: (type: string) => void
  readonly onRequest: (request: CurlRequest) => void
}

const TypeChoice = ({ onChoose, onRequest }: TypeChoiceProps) => (
  <section className="pad" aria-label={words.chooseType}>
    <div className="row">
      <h2>{words.chooseType}</h2>
      <div className="end">
        <PasteCurl onRequest={onRequest} />
      </div>
    </div>
    <div className="types mt16">
      {Object.keys(checkForms).map((type) => (
        <button key={type} type="button" className="typecard" onClick={() => onChoose(type)}>
          <b>{texts.checks.types[type]}</b>
          <span className="small dim">{words.typeTexts[type]}</span>
        </button>
      ))}
    </div>
  </section>
)
