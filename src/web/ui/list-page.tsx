import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { lateTexts } from '../strings/late.ts'
import { Button } from './button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Page } from './page.tsx'
import { SearchField } from './search-field.tsx'
import { useSearchState } from './search-state.ts'
import { Empty, Loaded } from './states.tsx'

/** Fewer are found at a glance. */
const searchedFrom = 10

/** The texts of a list of things that people make. */
interface ListWords {
  readonly new: string
  readonly count: (count: number) => string
  readonly find: string
  readonly none: string
  readonly noneText: string
  readonly noMatch: string
}

interface ListPageProps<T> {
  readonly title: string
  readonly words: ListWords
  /** Where one more is made; null for those who may not. */
  readonly create: string | null
  /** All things of the list. */
  readonly query: {
    readonly data: readonly T[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly textsOf: (item: T) => readonly string[]
  /** The things found. */
  readonly children: (found: readonly T[]) => ReactNode
}

/** A screen that lists all things of a kind: their number, a search in long lists, and what to do when there is none. */
export function ListPage<T>({ title, words, create, query, textsOf, children }: ListPageProps<T>) {
  const { found, field } = useFound(query.data ?? [], words.find, textsOf)
  return (
    <Page
      title={title}
      more={query.data && query.data.length > 0 && words.count(query.data.length)}
      actions={create !== null && <CreateLink to={create}>{words.new}</CreateLink>}
    >
      <Loaded query={query}>
        {(items) =>
          items.length === 0 ? (
            <NoItems words={words} create={create} />
          ) : (
            <>
              {field && <FilterBar>{field}</FilterBar>}
              {found.length === 0 ? <Empty title={words.noMatch} /> : children(found)}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** The things that the `q` of the address finds by their texts, and the field for it, which short lists do not have. */
export function useFound<T>(items: readonly T[], label: string, textsOf: (item: T) => readonly string[]) {
  const [search, change] = useSearchState()
  const wanted = (search['q'] ?? '').toLowerCase()
  return {
    found: items.filter((item) => textsOf(item).some((text) => text.toLowerCase().includes(wanted))),
    field: items.length >= searchedFrom && (
      <SearchField label={label} placeholder={label} value={search['q'] ?? ''} onChange={(q) => change({ q })} />
    ),
  }
}

/** The primary action of a list, which the key `c` does too. */
export const CreateLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <Button kind="primary" asChild>
    <Link to={to}>
      <Plus className="ic s" aria-hidden="true" />
      {children}
      <kbd aria-hidden="true">C</kbd>
    </Link>
  </Button>
)

const NoItems = ({ words, create }: Pick<ListPageProps<unknown>, 'words' | 'create'>) => (
  <Empty
    title={words.none}
    action={
      create !== null && (
        <Button asChild>
          <Link to={create}>{lateTexts.setup.addFirst}</Link>
        </Button>
      )
    }
  >
    {words.noneText}
  </Empty>
)
