import { Link } from '@tanstack/react-router'
import { EditedBesideCode } from '../../projects/deployed-from.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useSaveKey } from '../../ui/form/use-save-key.ts'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useMayChange } from './api.ts'
import type { MaintenanceWindow } from './api.ts'
import type { WindowDraft } from './draft.ts'
import { MaintenancesPane } from './maintenances-pane.tsx'
import { PageFields } from './page-fields.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { StartMenu } from './start-menu.tsx'
import { TimeFields } from './time-fields.tsx'
import { useWindowForm } from './use-window-form.ts'

const words = lateTexts.maintenanceWindows

export interface WindowFormProps {
  /** Null: a new one. */
  readonly window: MaintenanceWindow | null
  readonly before: WindowDraft
  readonly checkId: string | undefined
  readonly conflictState: ConflictState
}

/** A window: when it takes place, what it does, who sees it; beside them what follows from that. */
export function WindowForm(props: WindowFormProps) {
  const { window, checkId, conflictState } = props
  const form = useWindowForm(props)
  const mayChange = useMayChange()
  const edit = { draft: form.draft, onChange: form.change, errors: form.errors }
  useSaveKey(() => mayChange && void form.save())
  return (
    <PageForm onSave={() => void form.save()} errors={form.errors}>
      <LeaveGuard keepsDraft={false} isUnsaved={form.isUnsaved} onDiscard={form.discard} />
      <Page
        title={window?.name ?? words.new}
        crumbs={
          <>
            <Link to="/maintenance">{texts.shell.nav.maintenance}</Link> /
          </>
        }
        actions={
          mayChange && (
            <>
              {window && <StartMenu id={window.id} />}
              <Button kind="primary" type="submit" isBusy={form.isBusy}>
                {window ? texts.common.save : words.plan}
              </Button>
            </>
          )
        }
      >
        <div className="split">
          <div>
            <fieldset className="pad stack gap16" disabled={!mayChange}>
              <EditedBesideCode type="maintenance-window" resource={window} />
              {conflictState.note}
              <ErrorNote error={form.error} />
              {!mayChange && <Note>{words.onlyRead}</Note>}
              <NameFields {...edit} />
              <TimeFields {...edit} />
              <ScopeFields checkId={checkId} {...edit} />
              <PageFields {...edit} />
            </fieldset>
            {window && <MaintenancesPane window={window} mayChange={mayChange} />}
          </div>
          <aside aria-label={words.preview}>
            <PreviewPane draft={form.draft} savedId={form.isUnsaved() ? null : (window?.id ?? null)} />
            {window && mayChange && (
              <div className="pad rule">
                <DeleteButton title={words.deleteTitle} text={words.deleteText} onDelete={() => void form.remove()} />
              </div>
            )}
          </aside>
        </div>
      </Page>
    </PageForm>
  )
}

type NameFieldsProps = Pick<ReturnType<typeof useWindowForm>, 'draft' | 'errors'> & {
  readonly onChange: (changes: Partial<WindowDraft>) => void
}

const NameFields = ({ draft, onChange, errors }: NameFieldsProps) => (
  <>
    <TextField
      label={words.fields.name}
      value={draft.name}
      error={errors['name']}
      isRequired
      maxLength={200}
      onChange={(name) => onChange({ name })}
    />
    <TextField
      label={words.fields.description}
      value={draft.description}
      rows={2}
      error={errors['description']}
      onChange={(description) => onChange({ description })}
    />
  </>
)
