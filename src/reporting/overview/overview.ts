import type {
  CheckCounts,
  IssueResource,
  NotifiedResource,
  OverviewChangeResource,
  OverviewEventResource,
  OverviewResource,
} from '#contract'
import type { ProblemResource } from '#contract'
import { dayMs, firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { findUnobserved, presentUnobserved } from '#observation'
import type { Unobserved } from '#observation'
import { findChannels } from '#storage/alerts'
import {
  countCheckStates,
  countSilenced,
  listOverviewChanges,
  listOverviewEvents,
  listProblems,
  listUnobservedProblems,
} from '#storage/checks'
import { listOpenIncidentsOfChecks } from '#storage/status-pages'
import type { OpenIncidentOfCheckRow } from '#storage/status-pages'
import type { ChannelDefinition } from '#storage/alerts'
import type { OverviewChangeRow, OverviewEventRow, PlannedRow, ProblemRow, SilencedNow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { channelName } from './channel-name.ts'
import { groupProblems, subjectOf } from './group-problems.ts'

const problemsRead = 500
const eventsRead = 30
const changesRead = 15
const eventsForMs = 7 * dayMs

const everyCheck = {
  search: null,
  states: null,
  checkTypes: null,
  tags: null,
  groupId: null,
  location: null,
  muted: null,
}
const nobody: CheckCounts = { FAILING: 0, DEGRADED: 0, UNKNOWN: 0, PENDING: 0, PASSING: 0, PAUSED: 0 }

/** Whether anything is wrong in an account, and who knows. Lists so many issues at most. */
export async function getOverview(
  { db, encryption }: Store,
  { accountId, nowMs }: Caller,
  { issues }: { readonly issues: number },
): Promise<OverviewResource> {
  const now = new Date(nowMs)
  const reasons = await findUnobserved(db, accountId)
  const unobserved = [...reasons.keys()]
  const filter = { accountId, now, unobserved, limit: problemsRead }
  const fromId = firstIdAt(nowMs - eventsForMs)
  const [counted, found, unknown, events, changes, silenced] = await Promise.all([
    countCheckStates(db, { ...everyCheck, accountId, now, unobserved }),
    listProblems(db, filter),
    listUnobservedProblems(db, filter),
    listOverviewEvents(db, accountId, fromId, eventsRead),
    listOverviewChanges(db, accountId, fromId, changesRead),
    countSilenced(db, accountId, now),
  ])
  const problems = [...found, ...unknown].slice(0, problemsRead)
  const incidents = await incidentsOf(db, accountId, problems)
  const channelIds = new Set([
    ...problems.flatMap(({ notifications }) => notifications.flatMap(({ channelId }) => channelId ?? [])),
    ...events.flatMap((event) => event.channelIds),
  ])
  const named = channelIds.size === 0 ? [] : await findChannels(db, encryption, [...channelIds])
  const channels: Channels = new Map(
    named.filter((channel) => channel.accountId === accountId).map((channel) => [channel.id, channel]),
  )
  const counts = { ...nobody, ...counted }
  return {
    at: now.toISOString(),
    counts,
    issues: issuesOf(problems, issues, { channels, reasons, incidents }),
    problems: counts.FAILING + counts.DEGRADED + counts.UNKNOWN,
    events: events.map((event) => eventOf(event, channels)),
    changes: changes.map(changeOf),
    silenced: { ...silenced, windows: silenced.windows.map(windowOf) },
  }
}

const changeOf = ({ at, isDeployment, ...change }: OverviewChangeRow): OverviewChangeResource => ({
  ...change,
  at: at.toISOString(),
  kind: isDeployment ? 'DEPLOYMENT' : 'CHANGE',
})

/** Times inside JSON are as the database writes them. */
const windowOf = ({ until, ...window }: SilencedNow['windows'][number]) => ({
  ...window,
  until: until === null ? null : new Date(until).toISOString(),
})

type Channels = ReadonlyMap<number, ChannelDefinition>

type Incidents = ReadonlyMap<string, OpenIncidentOfCheckRow>

/** By the ids of their checks. */
async function incidentsOf(db: Queryable, accountId: string, problems: readonly ProblemRow[]): Promise<Incidents> {
  if (problems.length === 0) return new Map()
  const rows = await listOpenIncidentsOfChecks(
    db,
    accountId,
    problems.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.checkId, row]))
}

/** The newest one of some checks. */
function newestOf(rows: readonly ProblemRow[], incidents: Incidents): IssueResource['incident'] {
  const [newest] = rows.flatMap(({ id }) => incidents.get(id) ?? []).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return newest === undefined ? null : { id: newest.id, name: newest.name }
}

interface Known {
  readonly channels: Channels
  readonly reasons: ReadonlyMap<string, Unobserved>
  readonly incidents: Incidents
}

/**
 * Checks of one state with one message about one thing that began together are one issue. They are in the order of their
 * newest problem.
 */
function issuesOf(problems: readonly ProblemRow[], most: number, known: Known): IssueResource[] {
  const begun = problems.map((row) => ({ row, sinceMs: sinceOf(row, known.reasons), subject: subjectOf(row) }))
  const causeOf = ({ row: { id, state, reason }, subject }: (typeof begun)[number]): string | null => {
    if (state === 'UNKNOWN') return JSON.stringify([state, placesOf(known.reasons.get(id))])
    return reason === null || subject === null ? null : JSON.stringify([state, reason, subject.key])
  }
  return groupProblems(begun, causeOf)
    .slice(0, most)
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const { state, reason } = first.row
      const begins = [first, ...others].flatMap(({ sinceMs }) => sinceMs ?? [])
      return {
        state,
        reason,
        target: state === 'UNKNOWN' ? null : (first.subject?.name ?? null),
        since: begins.length === 0 ? null : instant(Math.min(...begins)),
        checks: [first, ...others].map(({ row }) => problemOf(row, known)),
        incident: newestOf(
          [first, ...others].map(({ row }) => row),
          known.incidents,
        ),
      }
    })
}

/** In epoch milliseconds. */
const sinceOf = ({ id, state, sinceMs }: ProblemRow, reasons: Known['reasons']): number | null =>
  state === 'UNKNOWN' ? (reasons.get(id)?.since.getTime() ?? null) : sinceMs

/** Checks that nobody runs in the same locations have one cause. */
const placesOf = (unobserved: Unobserved | undefined): string[] =>
  (unobserved?.places ?? []).map(({ queue }) => queue).toSorted()

function problemOf(row: ProblemRow, { channels, reasons }: Known): ProblemResource {
  const unobserved = row.state === 'UNKNOWN' ? reasons.get(row.id) : undefined
  const { acknowledgedAtMs, lastRunAt, notifications, locations, ...shown } = row
  const since = sinceOf(row, reasons)
  const notified = notifiedOf(notifications, channels)
  const silence = notifications.find((planned) => planned.silence !== null)?.silence ?? null
  return {
    id: shown.id,
    name: shown.name,
    checkType: shown.checkType,
    frequency: shown.frequency,
    groupId: shown.groupId,
    groupName: shown.groupName,
    state: shown.state,
    since: since === null ? null : instant(since),
    lastResultId: shown.lastResultId,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    muted: shown.muted,
    acknowledgedBy: shown.acknowledgedBy,
    acknowledgedAt: acknowledgedAtMs === null ? null : instant(acknowledgedAtMs),
    locations: [...locations],
    notified,
    silenceReason: notified.length > 0 ? null : silence,
    notRunning: presentUnobserved(unobserved),
  }
}

/** Each channel once, with its last notification of the problem. */
function notifiedOf(notifications: readonly PlannedRow[], channels: Channels): NotifiedResource[] {
  const sent = notifications.filter(({ status }) => status !== 'SILENCED')
  const last = new Map(sent.toReversed().map((planned) => [planned.channelId, planned]))
  return [...last.values()].map(({ channelId, status, at }) => {
    const channel = channelId === null ? undefined : channels.get(channelId)
    const name = channel ? channelName(channel) : (channelId?.toString() ?? '')
    return { channelId, type: channel?.type ?? null, name, status, at: new Date(at).toISOString() }
  })
}

const eventOf = ({ createdAt, channelIds, ...event }: OverviewEventRow, channels: Channels): OverviewEventResource => ({
  ...event,
  at: createdAt.toISOString(),
  notified: channelIds.flatMap((id) => {
    const channel = channels.get(id)
    return channel ? [channelName(channel)] : []
  }),
})

const instant = (ms: number): string => new Date(ms).toISOString()
