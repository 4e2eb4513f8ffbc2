import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { usePageSummaries } from './api.ts'
import { PageTable } from './page-table.tsx'

const words = lateTexts.statusPages
/** Fewer are found at a glance. */
const searchedFrom = 10

/** The status pages of both versions. */
export function StatusPagesScreen() {
  const list = usePageSummaries()
  const [search, change] = useSearchState()
  const mayCreate = useMay('createStatusPageV3')
  const wanted = (search['q'] ?? '').toLowerCase()
  return (
    <Page
      title={texts.shell.nav.statusPages}
      more={list.data && list.data.length > 0 && words.count(list.data.length)}
      actions={
        mayCreate && (
          <Button kind="primary" asChild>
            <Link to="/status-pages/new">
              <Plus className="ic s" aria-hidden="true" />
              {words.new}
            </Link>
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {(pages) => {
          const shown = pages.filter(({ name, url, customDomain }) =>
            [name, url, customDomain ?? ''].some((text) => text.toLowerCase().includes(wanted)),
          )
          if (pages.length === 0) return <NoPages mayCreate={mayCreate} />
          return (
            <>
              {pages.length >= searchedFrom && (
                <FilterBar>
                  <SearchField
                    label={words.find}
                    placeholder={words.find}
                    value={search['q'] ?? ''}
                    onChange={(q) => change({ q })}
                  />
                </FilterBar>
              )}
              {shown.length === 0 ? <Empty title={words.noMatch} /> : <PageTable pages={shown} />}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const NoPages = ({ mayCreate }: { readonly mayCreate: boolean }) => (
  <Empty
    title={words.none}
    action={
      mayCreate && (
        <Button asChild>
          <Link to="/status-pages/new">{lateTexts.setup.addFirst}</Link>
        </Button>
      )
    }
  >
    {words.noneText}
  </Empty>
)
