import type { ReactNode } from 'react'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { formOf } from '../../check-forms/sections.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { commandKey } from '../../ui/command-key.ts'
import type { EditProps } from '../../ui/form/edit-props.ts'
import { labelsOfFields } from '../../form-fields/field-name.ts'
import { SavingChanges, useNamedChanges } from '../../form-fields/saving-changes.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { CheckForm } from './check-form.tsx'
import { DraftCode, ShapeChoice, useShape } from './form-or-code.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { SectionNav } from './section-nav.tsx'
import { TryIt } from './try-it.tsx'
import { useSaveKey } from '../../ui/form/use-save-key.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { Note } from '../../ui/note.tsx'
import sections from './section-nav.module.css'
import { PageForm } from '../../ui/form/page-form.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './editor.module.css'

const words = lateTexts.editor

interface EditorProps extends Pick<EditProps<CheckDraft>, 'body' | 'onChange'> {
  readonly title: string
  readonly crumbs?: ReactNode
  readonly type: string
  /** The saved check; empty for a new one. */
  readonly before: CheckDraft
  readonly wasRestored: boolean
  /** Whether leaving would lose something. */
  readonly isUnsaved: () => boolean
  readonly onDiscard: () => void
  readonly onSave: () => Promise<void>
  readonly saveLabel: string
  readonly notice?: ReactNode
  /** Behind the fields of alerts. */
  readonly afterAlerts?: ReactNode
}

/** The form of a check, or its code, beside what it does and what saving it changes. */
export function Editor({ type, before, body, onChange, onDiscard, ...editor }: EditorProps) {
  const [shape, setShape] = useShape()
  const { save, isBusy, error, errors } = useSaving(editor.onSave, labelsOfFields(formOf(type).fields))
  const isNew = Object.keys(before).length === 0
  const changes = useNamedChanges(before, body, formOf(type).fields)
  useSaveKey(() => void save())
  return (
    <PageForm onSave={() => void save()} errors={errors}>
      <Page
        title={editor.title}
        crumbs={editor.crumbs}
        more={!isNew && changes.length > 0 && <Tag>{words.unsaved(changes.length)}</Tag>}
        actions={
          <>
            <ShapeChoice shape={shape} onChange={setShape} />
            <Button kind="primary" type="submit" isBusy={isBusy}>
              {editor.saveLabel}
              <kbd aria-hidden="true">{commandKey('S')}</kbd>
            </Button>
          </>
        }
      >
        <div className="padx stack mt12">
          {editor.notice}
          <ErrorNote error={error} />
          {editor.wasRestored && <Restored onDiscard={onDiscard} />}
        </div>
        <div className={styles.columns}>
          {shape === 'form' ? (
            <FormWithSections
              type={type}
              body={body}
              onChange={onChange}
              errors={errors}
              afterAlerts={editor.afterAlerts}
            />
          ) : (
            <CodeAlone type={type} body={body} />
          )}
          <aside aria-label={words.tryIt} className={styles.beside}>
            <div>
              <TryIt type={type} body={body} onChange={onChange} />
              {!isNew && <SavingChanges changes={changes} />}
            </div>
          </aside>
        </div>
      </Page>
      <LeaveGuard isUnsaved={editor.isUnsaved} onDiscard={onDiscard} />
    </PageForm>
  )
}

const FormWithSections = ({ type, ...edit }: EditProps<CheckDraft> & Pick<EditorProps, 'type' | 'afterAlerts'>) => (
  <>
    <SectionNav type={type} errors={edit.errors} />
    <div>
      <CheckForm type={type} {...edit} />
    </div>
  </>
)

const CodeAlone = (draft: Pick<EditorProps, 'type' | 'body'>) => (
  <>
    <div className={sections.sections} />
    <div>
      <DraftCode {...draft} />
    </div>
  </>
)

const Restored = ({ onDiscard }: Pick<EditorProps, 'onDiscard'>) => (
  <Note>
    <div className="grow">{words.restored}</div>
    <Button size="small" onClick={onDiscard}>
      {words.discard}
    </Button>
  </Note>
)
