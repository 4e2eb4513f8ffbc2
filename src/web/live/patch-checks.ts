import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Answer } from '../api/operations.ts'
import type { CheckChange } from './live.tsx'
import { withStates } from './patch-cells.ts'

type List = Answer<'listCheckRows'>
type Cells = Answer<'listCheckCells'>

/** The rows with what runs changed; the same object when none of them is concerned. */
export function withChanges(list: List, changes: ReadonlyMap<string, CheckChange>): List {
  let isChanged = false
  const entries = list.entries.map((row) => {
    const change = changes.get(row.id)
    if (change === undefined || row.state === 'PAUSED') return row
    isChanged = true
    const { before: _before, ...fields } = change
    return { ...row, ...fields }
  })
  return isChanged ? { ...list, entries } : list
}

function pagesWith(data: InfiniteData<List>, changes: ReadonlyMap<string, CheckChange>): InfiniteData<List> {
  const pages = data.pages.map((page) => withChanges(page, changes))
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages }
}

/** Puts what runs changed into the lists and pictures of checks that are shown; asks nothing. */
export function patchChecks(client: QueryClient, changes: readonly CheckChange[]): void {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const set = <T>(queryKey: readonly unknown[], next: (before: T) => T): void => {
    const before = client.getQueryData<T>(queryKey)
    const after = before === undefined ? before : next(before)
    if (after !== before) client.setQueryData(queryKey, after)
  }
  for (const { queryKey } of client.getQueryCache().findAll({ type: 'active' })) {
    const [operation, input] = queryKey
    if (operation === 'listCheckCells') set<Cells>(queryKey, (cells) => withStates(cells, changes))
    if (operation !== 'listCheckRows') continue
    if (input === 'pages') set<InfiniteData<List>>(queryKey, (data) => pagesWith(data, byId))
    else set<List>(queryKey, (list) => withChanges(list, byId))
  }
}

/** The checks of which runs changed the state. */
export const turned = (changes: readonly CheckChange[]): readonly string[] =>
  changes.flatMap(({ id, state, before }) => (state === before ? [] : id))
