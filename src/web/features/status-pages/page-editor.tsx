import { Link, useNavigate } from '@tanstack/react-router'
import { EditedBesideCode } from '../../projects/deployed-from.tsx'
import { useMay } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useSaveKey } from '../../ui/form/use-save-key.ts'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useDeletePage } from './api.ts'
import type { PageSummary } from './api.ts'
import { AccessTab } from './access-tab.tsx'
import { ContentTab } from './content-tab.tsx'
import { DomainTab } from './domain-tab.tsx'
import { LookTab } from './look-tab.tsx'
import type { CardPage, Definition, PageDraft } from './page-draft.ts'
import { PageState } from './page-state.tsx'
import { OpenPage } from './page-table.tsx'
import { PageTabs, tabsOf } from './page-tabs.tsx'
import { Preview } from './preview.tsx'
import { RulesTab } from './rules-tab.tsx'
import styles from './status-pages.module.css'
import { SubscribersTab } from './subscribers-tab.tsx'
import { usePageDraft } from './use-page-draft.ts'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages

export interface PageEditorProps {
  readonly summary: PageSummary
  /** As it is stored. */
  readonly kept: Definition | CardPage
  readonly before: PageDraft
  readonly conflictState: ConflictState
  /** That the page was just given; it is shown once. */
  readonly password: string | null
  readonly onPassword: (password: string | null) => void
}

/** A status page in tabs; what changes how it looks has a preview beside it. */
export function PageEditor(props: PageEditorProps) {
  const { summary, conflictState } = props
  const edited = usePageDraft(props)
  useOpenThing({ kind: 'status-page', id: summary.id, name: summary.name })
  const [search] = useSearchState()
  const tab = tabsOf(summary.version).find((one) => one === search['tab']) ?? 'content'
  const mayChange = useMay(summary.version === 3 ? 'updateStatusPageDefinitionV3' : 'updateStatusPageDefinition')
  useSaveKey(() => mayChange && void edited.save())
  return (
    <Page
      title={summary.name}
      crumbs={
        <>
          <Link to="/status-pages">{texts.shell.nav.statusPages}</Link> /
        </>
      }
      more={<PageState state={summary.state} />}
      actions={
        <>
          <OpenPage url={summary.url} />
          {mayChange && edited.isUnsaved && <Button onClick={edited.discard}>{words.discard}</Button>}
          {mayChange && (
            <Button kind="primary" isBusy={edited.isBusy} onClick={() => void edited.save()}>
              {texts.common.save}
            </Button>
          )}
        </>
      }
    >
      <LeaveGuard isUnsaved={() => edited.isUnsaved} onDiscard={edited.discard} keepsDraft={false} />
      <PageTabs summary={summary} tab={tab} />
      {tab === 'rules' && <RulesTab summary={summary} parts={edited.draft.parts} />}
      {tab === 'subscribers' && <SubscribersTab summary={summary} parts={edited.draft.parts} />}
      {tab !== 'rules' && tab !== 'subscribers' && (
        <PageForm onSave={() => void edited.save()} errors={edited.errors}>
          <div className={styles.editor}>
            <fieldset className="stack" disabled={!mayChange}>
              <Notes kept={props.kept} conflictState={conflictState} mayChange={mayChange} error={edited.error} />
              {tab === 'content' && <ContentTab edited={edited} summary={summary} />}
              {tab === 'look' && <LookTab edited={edited} version={summary.version} statusPageId={summary.id} />}
              {tab === 'domain' && <DomainTab edited={edited} summary={summary} />}
              {tab === 'access' && <AccessTab edited={edited} {...props} />}
              {tab === 'content' && mayChange && <Delete summary={summary} edited={edited} />}
            </fieldset>
            <Preview edited={edited} summary={summary} />
          </div>
        </PageForm>
      )}
    </Page>
  )
}

interface NotesProps extends Pick<PageEditorProps, 'kept' | 'conflictState'> {
  readonly mayChange: boolean
  readonly error: unknown
}

const Notes = ({ kept, conflictState, mayChange, error }: NotesProps) => (
  <div className={styles.notes}>
    <EditedBesideCode type="status-page" resource={resourceOf(kept)} />
    {!mayChange && <Note>{words.onlyRead}</Note>}
    {conflictState.note}
    <ErrorNote error={error} />
  </div>
)

const resourceOf = (kept: Definition | CardPage) => ('components' in kept ? kept.page : kept)

function Delete({ summary, edited }: { readonly summary: PageSummary; readonly edited: EditedPage }) {
  const remove = useDeletePage()
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    edited.discard()
    await navigate({ to: '/status-pages', ignoreBlocker: true })
  }
  return (
    <div className="pad">
      <DeleteButton
        label={words.delete}
        title={words.deleteTitle(summary.name)}
        text={words.deleteTexts[summary.version]}
        onDelete={() => void remove(summary.version, summary.id, leave).catch(toastError)}
      />
    </div>
  )
}
