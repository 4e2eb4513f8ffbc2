import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictForm, noConflict } from '../../ui/conflict-form.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useSaveKey } from '../../ui/form/use-save-key.ts'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useDashboard } from './api.ts'
import type { Dashboard } from './api.ts'
import { BesideDashboard } from './beside-dashboard.tsx'
import { DashboardFields } from './dashboard-fields.tsx'
import { draftOf, newDraft } from './draft.ts'
import { PreviewPane } from './preview.tsx'
import { useDashboardForm } from './use-dashboard-form.ts'
import styles from './dashboards.module.css'

const words = lateTexts.dashboards

export function NewDashboardScreen() {
  const mayCreate = useMay('createDashboard')
  if (!mayCreate) return <Forbidden title={words.new} />
  return <DashboardForm dashboard={null} conflictState={noConflict} />
}

export function DashboardScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  return (
    <LoadedPage query={useDashboard(id)} title={words.one} list={{ to: '/boards', title: words.title }}>
      {(data) => (
        <ConflictForm key={data.id} data={data} version={String(data.updated_at)}>
          {(kept, conflictState) => <DashboardForm dashboard={kept} conflictState={conflictState} />}
        </ConflictForm>
      )}
    </LoadedPage>
  )
}

interface FormProps {
  /** Null: a new one. */
  readonly dashboard: Dashboard | null
  readonly conflictState: ConflictState
}

/** The settings of a dashboard, and beside them what readers will see. */
function DashboardForm({ dashboard, conflictState }: FormProps) {
  const mayChange = useMay('updateDashboard')
  useOpenThing(dashboard && { kind: 'dashboard', id: dashboard.dashboardId, name: dashboard.header || words.one })
  const form = useDashboardForm({
    dashboard,
    before: dashboard === null ? newDraft : draftOf(dashboard),
    conflictState,
  })
  const { body, setBody, preview } = form
  useSaveKey(() => mayChange && void form.save())
  return (
    <>
      <LeaveGuard keepsDraft={false} isUnsaved={form.isUnsaved} />
      <Page
        title={dashboard === null ? words.new : dashboard.header || words.one}
        crumbs={
          <>
            <Link to="/boards">{words.title}</Link> /
          </>
        }
        actions={
          mayChange && (
            <Button kind="primary" type="submit" form="dashboard" isBusy={form.isBusy}>
              {dashboard === null ? texts.common.create : texts.common.save}
            </Button>
          )
        }
      >
        <div className={styles.builder}>
          <PageForm id="dashboard" onSave={() => void form.save()} errors={form.errors}>
            <fieldset className="pad stack gap16" disabled={!mayChange}>
              {conflictState.note}
              <ErrorNote error={form.error} />
              {!mayChange && <Note>{words.onlyRead}</Note>}
              <DashboardFields
                body={body}
                onChange={setBody}
                errors={form.errors}
                matching={mayChange ? preview.data?.checkCount : undefined}
              />
            </fieldset>
          </PageForm>
          <div>
            {mayChange && <PreviewPane preview={preview} />}
            {dashboard && <BesideDashboard dashboard={dashboard} mayChange={mayChange} />}
          </div>
        </div>
      </Page>
    </>
  )
}
