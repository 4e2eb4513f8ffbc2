import type { QueryClient } from '@tanstack/react-query'
import { shownOf } from '../api/shown.ts'
import type { RowList } from '../api/shown.ts'
import { concerns } from './concerns.ts'
import { livePages, pagesOf } from './live-pages.ts'
import { rereadNotifications } from './reread-notifications.ts'
import { rereadCells, rereadRows } from './reread-rows.ts'
import { delayedRead } from './delayed-read.ts'

/** Read the rows of the ids alone; null: all. */
const rowReaders: { readonly [K in RowList]: (client: QueryClient, ids: readonly string[] | null) => void } = {
  listCheckRows: rereadRows,
  listCheckCells: rereadCells,
  listAlertNotifications: rereadNotifications,
}

const pendingOf = new WeakMap<QueryClient, Map<string, Pending>>()

interface Pending {
  readonly reread: () => void
  /** Null: all. */
  ids: Set<string> | null
}

/** Has what an event concerns read again soon, once for events in short succession; without ids it concerns all. */
export function rereadResources(client: QueryClient, event: string, ids: readonly string[] | null): void {
  const pending = pendingOf.get(client) ?? new Map<string, Pending>()
  pendingOf.set(client, pending)
  const known = pending.get(event) ?? { reread: delayedRead(() => perform(client, event)), ids: new Set() }
  pending.set(event, known)
  if (ids === null) known.ids = null
  else for (const id of ids) known.ids?.add(id)
  known.reread()
}

function perform(client: QueryClient, event: string): void {
  const { lists, single, rows } = shownOf(event)
  const waiting = pendingOf.get(client)?.get(event)
  const ids = waiting?.ids ?? null
  if (waiting) waiting.ids = new Set()
  for (const list of rows) rowReaders[list](client, ids === null ? null : [...ids])
  void client.invalidateQueries({
    predicate: ({ queryKey: [operation, ...inputs], state }) =>
      (isOneOf(lists, operation) || (isOneOf(single, operation) && concerns(inputs, ids))) &&
      pagesOf(state.data) <= livePages,
    // What nobody sees is read when it is looked at.
    refetchType: document.hidden ? 'none' : 'active',
  })
}

/** The first part of the key of a query is the name of its operation. */
const isOneOf = (names: readonly string[], part: unknown): boolean => names.some((name) => name === part)
