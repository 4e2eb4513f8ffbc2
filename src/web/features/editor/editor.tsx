import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { commandKey } from '../../ui/command-key.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { changesOf } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { CheckForm } from './check-form.tsx'
import { DraftCode, ShapeChoice, useShape } from './form-or-code.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SavingChanges } from '../../ui/form/saving-changes.tsx'
import { SectionNav } from './section-nav.tsx'
import { sectionsOf } from '../../check-forms/sections.ts'
import { TryIt } from './try-it.tsx'
import { useSaveKey } from './use-save-key.ts'

const words = lateTexts.editor

interface EditorProps {
  readonly title: string
  readonly crumbs?: React.ReactNode
  readonly type: string
  readonly before: Body
  readonly body: Body
  readonly wasRestored: boolean
  /** Whether leaving would lose something. */
  readonly isUnsaved: () => boolean
  readonly onChange: (body: Body) => void
  readonly onDiscard: () => void
  readonly onSave: () => Promise<void>
  readonly saveLabel: string
  readonly notice?: React.ReactNode
}

/** The form of a check, or its code, beside what it does and what saving it changes. */
export function Editor({
  title,
  crumbs,
  type,
  before,
  body,
  wasRestored,
  isUnsaved,
  onChange,
  onDiscard,
  onSave,
  saveLabel,
  notice,
}: EditorProps) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [shape, setShape] = useShape()
  const sections = useMemo(() => sectionsOf(type), [type])
  const errors = useMemo(() => (error instanceof ApiError ? error.fields : {}), [error])
  const isNew = Object.keys(before).length === 0
  const changes = isNew ? 0 : changesOf(before, body).length
  const save = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await onSave()
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const form = useRef<HTMLFormElement>(null)
  useSaveKey(() => void save())
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors])
  return (
    <form
      ref={form}
      className="editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Page
        title={title}
        crumbs={crumbs}
        more={changes > 0 && <span className="chip">{words.unsaved(changes)}</span>}
        actions={
          <>
            <ShapeChoice shape={shape} onChange={setShape} />
            <Button kind="primary" type="submit" isBusy={isBusy}>
              {saveLabel}
              <kbd aria-hidden="true">{commandKey('S')}</kbd>
            </Button>
          </>
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
        <div className="ed">
          {shape === 'form' ? (
            <SectionNav type={type} sections={sections} errors={errors} />
          ) : (
            <div className="section-nav" />
          )}
          <div>
            {shape === 'code' ? (
              <DraftCode type={type} body={body} />
            ) : (
              <CheckForm type={type} body={body} onChange={onChange} errors={errors} />
            )}
          </div>
          <aside aria-label={words.tryIt} className="try">
            <div className="sticky">
              <TryIt type={type} body={body} onChange={onChange} />
              <SavingChanges before={before} after={body} />
            </div>
          </aside>
        </div>
      </Page>
      <LeaveGuard isUnsaved={isUnsaved} onDiscard={onDiscard} />
    </form>
  )
}
