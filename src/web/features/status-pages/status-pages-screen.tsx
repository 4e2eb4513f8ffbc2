import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { usePageSummaries } from './api.ts'
import { PageTable } from './page-table.tsx'

/** The status pages of both versions. */
export function StatusPagesScreen() {
  const list = usePageSummaries()
  const mayCreate = useMay('createStatusPageV3')
  return (
    <ListPage
      title={texts.shell.nav.statusPages}
      words={lateTexts.statusPages}
      create={mayCreate ? '/status-pages/new' : null}
      query={list}
      textsOf={({ name, url, customDomain }) => [name, url, customDomain ?? '']}
    >
      {(pages) => <PageTable pages={pages} />}
    </ListPage>
  )
}
