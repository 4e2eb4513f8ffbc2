import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { callWith } from '../api/call.ts'
import type { Answer } from '../api/operations.ts'
import { livePages, pagesOf } from './live-pages.ts'
import { mergedRows } from './merge-rows.ts'
import type { RowQuery } from './merge-rows.ts'
import { withRows } from './patch-cells.ts'
import { delayedRead } from './delayed-read.ts'

type List = Answer<'listCheckRows'>
type Cells = Answer<'listCheckCells'>

/** One request takes so many ids; of more, lists are read again. */
const most = 100

interface Waiting {
  /** Null: all. */
  ids: Set<string> | null
  readonly soon: () => void
}

/** Gathers ids until they are read; without ids all are meant. */
function gather(perform: (client: QueryClient, ids: Set<string> | null) => void) {
  const waiting = new WeakMap<QueryClient, Waiting>()
  const begin = (client: QueryClient): Waiting => {
    const begun: Waiting = {
      ids: new Set(),
      soon: delayedRead(() => {
        const { ids } = begun
        begun.ids = new Set()
        perform(client, ids)
      }),
    }
    waiting.set(client, begun)
    return begun
  }
  return (client: QueryClient, ids: readonly string[] | null): void => {
    const known = waiting.get(client) ?? begin(client)
    if (ids === null) known.ids = null
    else for (const id of ids) known.ids?.add(id)
    known.soon()
  }
}

/** Has the rows of some checks read soon for every list that is shown, and how many checks have which state there. */
export const rereadRows = gather((client, ids) => {
  for (const { queryKey } of shown(client, 'listCheckRows')) {
    const query = queryOf(queryKey)
    if (query.checkId !== undefined && ids !== null && !query.checkId.some((id) => ids.has(id))) continue
    if (query.limit === 1 || query.checkId !== undefined || isTooMuch(ids)) anew(client, queryKey)
    else void mergeInto(client, queryKey, query, ids).catch(() => anew(client, queryKey))
  }
})

/** Has some checks read soon for the pictures of all checks that are shown. */
export const rereadCells = gather((client, ids) => {
  for (const { queryKey } of shown(client, 'listCheckCells')) {
    // Tags, places and types of a check are not in its cell.
    if (queryKey.length > 1 || isTooMuch(ids)) anew(client, queryKey)
    else
      void rowsOf({}, ids).then(
        ({ entries }) => client.setQueryData<Cells>(queryKey, (cells) => cells && withRows(cells, ids, entries)),
        () => anew(client, queryKey),
      )
  }
})

const isTooMuch = (ids: Set<string> | null): ids is null => ids === null || ids.size > most || document.hidden

const shown = (client: QueryClient, operation: string) =>
  client.getQueryCache().findAll({ type: 'active', queryKey: [operation] })

/** Hidden lists and very long lists are refreshed when they are viewed again. */
function anew(client: QueryClient, queryKey: QueryKey): void {
  const isLater = document.hidden || pagesOf(client.getQueryData(queryKey)) > livePages
  void client.invalidateQueries({ queryKey, exact: true, refetchType: isLater ? 'none' : 'active' })
}

/** Lists have the query as the second part of their key, those by page as the third. */
function queryOf([, second, third]: QueryKey): RowQuery {
  if (second === 'pages') return third as RowQuery
  return (Object(second) as { readonly query?: RowQuery }).query ?? {}
}

const rowsOf = (query: RowQuery, ids: ReadonlySet<string>): Promise<List> =>
  callWith('listCheckRows', { query: { ...query, checkId: [...ids], limit: most } })

async function mergeInto(
  client: QueryClient,
  queryKey: QueryKey,
  query: RowQuery,
  ids: ReadonlySet<string>,
): Promise<void> {
  const [{ entries: found }, { counts }] = await Promise.all([
    rowsOf(query, ids),
    callWith('listCheckRows', { query: { ...query, limit: 1 } }),
  ])
  if (queryKey[1] === 'pages')
    client.setQueryData<InfiniteData<List>>(queryKey, (data) => data && pagesWith(data, { found, counts }))
  else client.setQueryData<List>(queryKey, (list) => list && { ...listWith(list), counts })

  function listWith(list: List): List {
    const entries = [...mergedRows(list.entries, ids, found, { query, hasMore: list.nextId !== null })]
    return { ...list, entries, length: entries.length }
  }
  /** All rows go to the first page: what shows them knows no pages, and the last one says where it goes on. */
  function pagesWith(
    data: InfiniteData<List>,
    now: { readonly found: List['entries']; readonly counts: List['counts'] },
  ) {
    const [first, ...others] = data.pages
    const hasMore = (data.pages.at(-1)?.nextId ?? null) !== null
    if (first === undefined) return data
    const rows = data.pages.flatMap(({ entries }) => entries)
    const entries = [...mergedRows(rows, ids, now.found, { query, hasMore })]
    const pages = [
      { ...first, entries, length: entries.length, counts: now.counts },
      ...others.map((page) => ({ ...page, entries: [], length: 0 })),
    ]
    return { ...data, pages }
  }
}
