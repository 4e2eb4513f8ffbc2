import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorNote, Loaded, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PasteCurl } from '../curl/paste-curl.tsx'
import type { CurlRequest } from '../curl/request-of.ts'
import { withRequest } from '../curl/with-request.ts'
import { bodyOfCheck, changedFields } from './body.ts'
import type { Body } from './body.ts'
import { CheckForm } from './check-form.tsx'
import { startOf } from './check-start.ts'
import { SavingChanges } from './saving-changes.tsx'
import { TryIt } from './try-it.tsx'
import { typeForms } from './type-forms.ts'
import { useCheckDefaults } from './use-check-defaults.ts'
import { useDraft } from './use-draft.ts'

const words = texts.editor
type Check = Answer<'getCheck'>

/** Makes a new check: first its type, then its form. */
export function NewCheckScreen() {
  const mayCreate = useMay('createCheckGeneric')
  const { draft, wasRestored, set, reset } = useDraft('new', { type: '', body: {} })
  const defaults = useCheckDefaults()
  const navigate = useNavigate()
  if (!mayCreate) return <Empty title={words.newTitle}>{texts.common.forbidden}</Empty>
  const save = async (): Promise<void> => {
    const check = await call('createCheckGeneric', { body: { checkType: draft.type, ...draft.body } as never })
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
              {texts.setup.defaults.title}
            </Link>
          </p>
        )}
      </Page>
    )
  return (
    <Editor
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
  if (!mayUpdate) return <Empty title={texts.check.edit}>{texts.common.forbidden}</Empty>
  return <Loaded query={check}>{(data) => <EditLoaded key={data.id} loaded={data} />}</Loaded>
}

function EditLoaded({ loaded }: { readonly loaded: Check }) {
  const [check, setCheck] = useState(loaded)
  const before = bodyOfCheck(check)
  const type = check.checkType
  const { draft, wasRestored, set, reset } = useDraft(check.id, { type, body: before })
  const [theirs, setTheirs] = useState<Check | null>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id } = check
  const send = async (): Promise<void> => {
    const body = changedFields(before, draft.body)
    if (Object.keys(body).length > 0) await call('updateCheckGeneric', { params: { id }, body: body as never })
    reset({ type, body: draft.body })
    await client.invalidateQueries()
    toast({ text: words.saved })
    await navigate({ to: '/checks/$id', params: { id } })
  }
  const save = async (): Promise<void> => {
    const now = await call('getCheck', { params: { id } })
    if (now.updated_at === check.updated_at) return send()
    setTheirs(now)
  }
  const load = (latest: Check): void => {
    setCheck(latest)
    setTheirs(null)
    reset({ type, body: bodyOfCheck(latest) })
  }
  return (
    <Editor
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
      onDiscard={() => reset({ type, body: before })}
      onSave={save}
      saveLabel={words.save}
      notice={
        theirs && (
          <div className="note deg" role="alert">
            <div className="grow">{words.conflict}</div>
            <Button onClick={() => load(theirs)}>{words.reload}</Button>
            <Button onClick={() => void send()}>{words.saveAnyway}</Button>
          </div>
        )
      }
    />
  )
}

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
      {Object.keys(typeForms).map((type) => (
        <button key={type} type="button" className="typecard" onClick={() => onChoose(type)}>
          <b>{texts.checks.types[type]}</b>
          <span className="small dim">{words.typeTexts[type]}</span>
        </button>
      ))}
    </div>
  </section>
)

interface EditorProps {
  readonly title: string
  readonly crumbs?: React.ReactNode
  readonly type: string
  readonly before: Body
  readonly body: Body
  readonly wasRestored: boolean
  readonly onChange: (body: Body) => void
  readonly onDiscard: () => void
  readonly onSave: () => Promise<void>
  readonly saveLabel: string
  readonly notice?: React.ReactNode
}

function Editor({
  title,
  crumbs,
  type,
  before,
  body,
  wasRestored,
  onChange,
  onDiscard,
  onSave,
  saveLabel,
  notice,
}: EditorProps) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await onSave()
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const errors = error instanceof ApiError ? error.fields : {}
  return (
    <form
      className="editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return
        event.preventDefault()
        void save()
      }}
    >
      <Page
        title={title}
        crumbs={crumbs}
        actions={
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {saveLabel}
          </Button>
        }
      >
        <div className="padx stack mt12">
          {notice}
          <ErrorNote error={error} />
          {wasRestored && (
            <div className="note">
              <div className="grow">{words.restored}</div>
              <Button size="small" onClick={onDiscard}>
                {words.discard}
              </Button>
            </div>
          )}
        </div>
        <div className="split">
          <div>
            <CheckForm type={type} body={body} onChange={onChange} errors={errors} />
          </div>
          <aside aria-label={words.tryIt}>
            <TryIt type={type} body={body} onChange={onChange} />
            <SavingChanges before={before} after={body} />
          </aside>
        </div>
      </Page>
    </form>
  )
}
