import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CheckType } from '#contract'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { startOf } from '../../check-forms/check-start.ts'
import { copyOfCheck, unreadSecrets } from '../../check-forms/copy-of-check.ts'
import { useCheckDefaults } from '../../check-forms/use-check-defaults.ts'
import { checkTypes } from '../../check-forms/sections.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { withRequest } from '../../curl/with-request.ts'
import { useCheckToCopy, useCreateCheck, useMayCreateCheck } from './api.ts'
import { Editor } from './editor.tsx'
import { TypeChoice } from './type-choice.tsx'
import { newCheckDraft, useDraft, useForgetDraft } from './use-draft.ts'

const words = lateTexts.editor

/** Makes a new check: first its type, then its form. The address has the type, or the check that is copied. */
export function NewCheckScreen() {
  const mayCreate = useMayCreateCheck()
  const [search] = useSearchState()
  const navigate = useNavigate()
  const defaults = useCheckDefaults()
  const [given, setGiven] = useState<CheckDraft | null>(null)
  const type = checkTypes.find((one) => one === search['type'])
  const forget = useForgetDraft()
  const open = (next: CheckType, draft: CheckDraft | null = null): void => {
    if (draft !== null) forget(newCheckDraft(next))
    setGiven(draft)
    void navigate({ to: '/checks/new', search: { type: next } })
  }
  if (!mayCreate) return <Forbidden title={words.newTitle} />
  if (defaults === null)
    return (
      <Page title={words.newTitle}>
        <Loading />
      </Page>
    )
  if (search['from']) return <CopiedCheck key={search['from']} id={search['from']} defaults={defaults} />
  if (type !== undefined)
    return <NewCheck key={type} type={type} name={newCheckDraft(type)} start={startOf(type, defaults)} given={given} />
  return (
    <TypeChoice
      hasDefaults={Object.keys(defaults).length > 0}
      onChoose={open}
      onRequest={(request) => open('API', withRequest(startOf('API', defaults), request))}
    />
  )
}

/** A new check that begins as a copy of another. */
const CopiedCheck = ({ id, defaults }: { readonly id: string; readonly defaults: CheckDraft }) => (
  <LoadedPage query={useCheckToCopy(id)} title={words.newTitle} list={{ to: '/checks', title: lateTexts.check.checks }}>
    {(check) => (
      <NewCheck
        type={check.checkType}
        name={`copy.${id}`}
        start={startOf(check.checkType, defaults)}
        given={copyOfCheck(check, words.copyName(check.name))}
      />
    )}
  </LoadedPage>
)

interface NewCheckProps {
  readonly type: CheckType
  /** Of the stored draft. */
  readonly name: string
  readonly start: CheckDraft
  /** Fields that were entered before the form was open. */
  readonly given: CheckDraft | null
}

function NewCheck({ type, name, start, given }: NewCheckProps) {
  const { draft, wasRestored, isKept, set, reset } = useDraft(name, start, given)
  const secrets = unreadSecrets(draft)
  const createCheck = useCreateCheck()
  const navigate = useNavigate()
  const save = async (): Promise<void> => {
    const check = await createCheck(type, draft)
    toast({ text: words.created(check.name) })
    reset(start)
    await navigate({ to: '/checks/$id', params: { id: check.id } })
  }
  const discard = (): void => {
    reset(start)
    void navigate({ to: '/checks/new' })
  }
  return (
    <Editor
      isUnsaved={isKept}
      title={`${words.newTitle}: ${texts.checks.types[type]}`}
      type={type}
      before={{}}
      body={draft}
      wasRestored={wasRestored}
      onChange={set}
      onDiscard={discard}
      onSave={save}
      saveLabel={words.create}
      notice={secrets.length > 0 && <Note kind="degraded">{words.notCopied(secrets.join(', '))}</Note>}
    />
  )
}
