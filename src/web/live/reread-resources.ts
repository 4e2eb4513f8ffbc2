import type { QueryClient } from '@tanstack/react-query'
import type { ResourceEvents } from '#contract'
import type { UsedOperation } from '../api/operations.ts'
import { concerns } from './concerns.ts'
import { livePages, pagesOf } from './live-pages.ts'
import { rereadNotifications } from './reread-notifications.ts'
import { rereadCells, rereadRows } from './reread-rows.ts'
import { delayedRead } from './delayed-read.ts'

/** Besides what the stream names: runs gave checks another state. */
type ResourceEvent = keyof ResourceEvents | 'turned' | 'health'

interface Reads {
  /** Read again whatever was named. */
  readonly lists: readonly UsedOperation[]
  /** Of one of what the event names: read again when it is that one, by the parameter of its path or its query. */
  readonly single?: readonly UsedOperation[]
  /** The query that loads only the named ids; null: all. */
  readonly more?: readonly ((client: QueryClient, ids: readonly string[] | null) => void)[]
}

const ofOneCheck = ['getCheckSummary', 'getAlertPreview'] as const satisfies readonly UsedOperation[]

/** The queries that depend on the resource of an event. */
const reads: Readonly<Partial<Record<ResourceEvent, Reads>>> = {
  turned: { lists: ['getOverview'], single: ['getCheckSummary'], more: [rereadRows] },
  health: { lists: ['getServiceHealth'] },
  alerts: {
    lists: ['getOverview', 'listCheckAlerts', 'getAlertNotification', 'listAlertChannels', 'getAlertChannel'],
    single: ['listCheckAlertsOfCheck', ...ofOneCheck],
    more: [rereadRows, rereadNotifications],
  },
  'edited-checks': {
    lists: ['getOverview', 'getCheckGroupOrder', 'listMaintenanceOccurrences'],
    single: ['getCheck', 'getEffectiveSettings', ...ofOneCheck],
    more: [rereadRows, rereadCells],
  },
  'check-groups': {
    lists: ['listCheckGroups', 'listCheckRows', 'listCheckCells', 'getEffectiveSettings', 'getAlertPreview'],
    single: ['getCheckGroup', 'getCheckGroupOrder'],
  },
  'alert-channels': {
    lists: ['listAlertChannels', 'getAlertPreview', 'getServiceHealth'],
    single: ['getAlertChannel'],
  },
  'private-locations': {
    lists: [
      'listPrivateLocations',
      'getServiceHealth',
      'getOverview',
      'listCheckCells',
      'listCheckRows',
      'getCheckStatus',
      'getCheckSummary',
    ],
    single: ['getPrivateLocation'],
  },
  'error-groups': { lists: ['listErrorGroupsOfCheck'], single: ['getErrorGroup'] },
  'root-cause-analyses': { lists: ['getErrorGroup'], single: ['getRootCauseAnalysis'] },
  'maintenance-windows': { lists: ['listMaintenanceOccurrences', 'getAlertPreview'] },
  variables: { lists: ['listVariables'] },
  snippets: { lists: ['listSnippets'] },
  members: { lists: ['listOwnMembers'] },
  account: { lists: ['getAccountDefaults', 'getOwnAlertSettings', 'getAlertPreview'] },
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
  const { lists, single = [], more = [] } = readsOf(event)
  const waiting = pendingOf.get(client)?.get(event)
  const ids = waiting?.ids ?? null
  if (waiting) waiting.ids = new Set()
  for (const read of more) read(client, ids === null ? null : [...ids])
  void client.invalidateQueries({
    predicate: ({ queryKey: [operation, ...inputs], state }) =>
      (lists.includes(operationOf(operation)) || (single.includes(operationOf(operation)) && concerns(inputs, ids))) &&
      pagesOf(state.data) <= livePages,
    // What nobody sees is read when it is looked at.
    refetchType: document.hidden ? 'none' : 'active',
  })
}

const readsOf = (event: string): Reads => new Map<string, Reads>(Object.entries(reads)).get(event) ?? { lists: [] }

/** The first part of the key of a query is the name of its operation. */
const operationOf = (part: unknown): UsedOperation => part as UsedOperation
