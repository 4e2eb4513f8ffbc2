import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { versionOf } from '../../api/call.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { ConflictForm } from '../../ui/conflict-form.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useCardPage, useDefinition, usePageSummary } from './api.ts'
import type { PageSummary } from './api.ts'
import { draftOfCards, draftOfDefinition } from './page-draft.ts'
import { PageEditor } from './page-editor.tsx'
import type { PageEditorProps } from './page-editor.tsx'

const list = { to: '/status-pages', title: texts.shell.nav.statusPages }
const title = lateTexts.audit.types.STATUS_PAGE

/** One status page, of either version. */
export function PageScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  return (
    <LoadedPage query={usePageSummary(id)} title={title} list={list}>
      {({ entries: [summary] }) =>
        summary === undefined ? (
          <Page title={title}>
            <ErrorState error={new ApiError(404, '')} />
          </Page>
        ) : (
          <Stored key={id} summary={summary} />
        )
      }
    </LoadedPage>
  )
}

interface StoredProps {
  readonly summary: PageSummary
}

function Stored({ summary }: StoredProps) {
  // What is saved begins the form again, and a password is shown but once.
  const [password, onPassword] = useState<string | null>(null)
  const props = { summary, password, onPassword }
  return summary.version === 3 ? <WithComponents {...props} /> : <WithCards {...props} />
}

type FormProps = Pick<PageEditorProps, 'summary' | 'password' | 'onPassword'>

const WithComponents = ({ summary, ...props }: FormProps) => (
  <LoadedPage query={useDefinition(summary.id)} title={summary.name} list={list}>
    {(data) => (
      <ConflictForm data={data} version={versionOf(data) ?? data.page.updated_at ?? ''}>
        {(kept, conflictState) => (
          <PageEditor
            summary={summary}
            kept={kept}
            before={draftOfDefinition(kept)}
            conflictState={conflictState}
            {...props}
          />
        )}
      </ConflictForm>
    )}
  </LoadedPage>
)

const WithCards = ({ summary, ...props }: FormProps) => (
  <LoadedPage query={useCardPage(summary.id)} title={summary.name} list={list}>
    {(data) => (
      <ConflictForm data={data} version={versionOf(data) ?? data.updated_at ?? ''}>
        {(kept, conflictState) => (
          <PageEditor
            summary={summary}
            kept={kept}
            before={draftOfCards(kept)}
            conflictState={conflictState}
            {...props}
          />
        )}
      </ConflictForm>
    )}
  </LoadedPage>
)
