import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CheckType } from '#contract'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { startOf } from '../../check-forms/check-start.ts'
import { useCheckDefaults } from '../../check-forms/use-check-defaults.ts'
import { checkTypes } from '../../check-forms/sections.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Forbidden } from '../../ui/forbidden.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { withRequest } from '../../curl/with-request.ts'
import { useCreateCheck, useMayCreateCheck } from './api.ts'
import { Editor } from './editor.tsx'
import { TypeChoice } from './type-choice.tsx'
import { newCheckDraft, useDraft, useForgetDraft } from './use-draft.ts'

const words = lateTexts.editor

/** Makes a new check: first its type, then its form. The address has the type. */
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
  if (type !== undefined) return <NewCheck key={type} type={type} start={startOf(type, defaults)} given={given} />
  return (
    <TypeChoice
      hasDefaults={Object.keys(defaults).length > 0}
      onChoose={open}
      onRequest={(request) => open('API', withRequest(startOf('API', defaults), request))}
    />
  )
}

interface NewCheckProps {
  readonly type: CheckType
  readonly start: CheckDraft
  /** Fields that were entered before the form was open. */
  readonly given: CheckDraft | null
}

function NewCheck({ type, start, given }: NewCheckProps) {
  const { draft, wasRestored, isKept, set, reset } = useDraft(newCheckDraft(type), start, given)
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
    />
  )
}
