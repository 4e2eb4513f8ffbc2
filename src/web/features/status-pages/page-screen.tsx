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
import { useCardPage, useDefinition, useDisplay, usePageSummary } from './api.ts'
import type { PageSummary } from './api.ts'
import { draftOfCards, draftOfDefinition } from './page-draft.ts'
import type { Display } from './page-draft.ts'
import { PageEditor } from './page-editor.tsx'

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
          <WithDisplay key={id} summary={summary} />
        )
      }
    </LoadedPage>
  )
}

const WithDisplay = ({ summary }: Pick<WithPageProps, 'summary'>) => (
  <LoadedPage query={useDisplay(summary.id)} title={summary.name} list={list}>
    {(display) =>
      summary.version === 3 ? (
        <WithComponents summary={summary} display={display} />
      ) : (
        <WithCards summary={summary} display={display} />
      )
    }
  </LoadedPage>
)

interface WithPageProps {
  readonly summary: PageSummary
  readonly display: Display
}

interface Stamped {
  readonly updated_at: string | null
}

/** Of a page with how it is displayed: either may be changed by others. */
const versionOfAll = (answer: object, page: Stamped, display: Display): string =>
  [versionOf(answer) ?? page.updated_at, versionOf(display) ?? display.updated_at].join(' ')

const WithComponents = ({ summary, display }: WithPageProps) => (
  <LoadedPage query={useDefinition(summary.id)} title={summary.name} list={list}>
    {(data) => (
      <ConflictForm data={{ kept: data, display }} version={versionOfAll(data, data.page, display)}>
        {({ kept, display: shown }, conflictState) => (
          <PageEditor
            summary={summary}
            kept={kept}
            display={shown}
            before={draftOfDefinition(kept, shown)}
            conflictState={conflictState}
          />
        )}
      </ConflictForm>
    )}
  </LoadedPage>
)

function WithCards({ summary, display }: WithPageProps) {
  // What is saved begins the form again, and a password is shown but once.
  const [password, setPassword] = useState<string | null>(null)
  return (
    <LoadedPage query={useCardPage(summary.id)} title={summary.name} list={list}>
      {(data) => (
        <ConflictForm data={{ kept: data, display }} version={versionOfAll(data, data, display)}>
          {({ kept, display: shown }, conflictState) => (
            <PageEditor
              summary={summary}
              kept={kept}
              display={shown}
              before={draftOfCards(kept, shown)}
              conflictState={conflictState}
              password={password}
              onPassword={setPassword}
            />
          )}
        </ConflictForm>
      )}
    </LoadedPage>
  )
}
