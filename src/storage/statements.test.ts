import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { openDeclaredRows } from '../../tests/support/declared-rows.ts'
import type { CallPlace, DeclaredProperty, DeclaredRows } from '../../tests/support/declared-rows.ts'
import { useStatementDescriptions } from '../../tests/support/described-statement.ts'
import { recordStatements } from '../../tests/support/recorded-statements.ts'
import type { RecordedStatements } from '../../tests/support/recorded-statements.ts'
import { rowDifferences } from '../../tests/support/row-differences.ts'
import type { ReturnedProperty } from '../../tests/support/row-differences.ts'

const database = useDatabase()
const withoutStatements = /\.test\.ts$|\/index\.ts$|^migrations|notification-listener/
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && file.includes('/') && !withoutStatements.test(file),
)
/** Arguments of the recording as they appear in a string; no table or column has such a name. */
const argument = /anything|undefined|\[object|from where|from join|update set|from and/
/** Tables, columns or parts of these are arguments, or no span of time among the arguments makes them run. */
const builtFromArguments: readonly string[] = [
  'accounts/allowances.ts: select count(*)::int as used from',
  'analytics/hours.ts: with result as ( select account_id, check_id, location',
  'analytics/hours.ts: select check_id, json_agg(piece)::text as pieces',
  'analytics/roll-ups.ts: select check_id, json_agg(piece)::text as pieces',
  'checks/check-rows.ts: with matching as materialized',
  'checks/heartbeats.ts: insert into heartbeat_timers',
  'dashboards/dashboards.ts: select * from dashboards where account_id = any($1::uuid[]) and',
  'packs/detach-details.ts: update recent_results result set',
  'projects/live-digests.ts: select live.id',
]

/** Columns that may be null in their tables, and are not in these rows: the statement leaves such rows out. */
const neverNull: readonly string[] = [
  'accounts/address-changes.ts: encryptedToken',
  'accounts/address-changes.ts: leaseToken',
  'accounts/invites.ts: encryptedToken',
  'accounts/invites.ts: leaseToken',
  'agents/blind-times.ts: leaseToken',
  'agents/location-mails.ts: leaseToken',
  'alerts/grouped-notifications.ts: channelId',
  'analytics/prometheus.ts: metrics',
  'analytics/report-mails.ts: leaseToken',
  'checks/badges.ts: token',
  'checks/bulk-changes.ts: frequency',
  'checks/check-groups.ts: mutedUntil',
  'checks/plans-after-crash.ts: nextRunAt',
  'checks/schedule-times.ts: nextRunAt',
  'checks/checks.ts: frequency',
  'checks/linked-checks.ts: frequency',
  'checks/private-locations.ts: encryptedProxyUrl',
  'dashboards/dashboard-pages.ts: customDomain',
  'details/open-details.ts: detailBytes',
  'maintenances/maintenance-windows.ts: planningDueAt',
  'maintenances/maintenances.ts: effectiveFrom',
  'projects/deployments.ts: encryptedRequest',
  'projects/deployments.ts: leaseToken',
  'status-pages/automation-rules.ts: ruleId',
  'status-pages/automation-rules.ts: statusPageId',
  'status-pages/component-incidents.ts: statusPageId',
  'status-pages/page-reader-mails.ts: leaseToken',
  'status-pages/public-pages.ts: customDomain',
  'status-pages/subscriber-mails.ts: leaseToken',
]
/** Calls of the driver, and of statements that arguments decide as a whole. */
const notReached: readonly string[] = [
  'analytics/hours.ts: db.rows<PackedHourRow>(recentHoursStatement(positions)',
  'analytics/joined-metrics.ts: db.rows<JoinedRow>(text',
  'analytics/rollup-progress.ts: tx.rows<{ until: Date }>',
  'checks/check-rows.ts: db.rows<PageRow>(pageOf(',
  'database/database.ts: ',
  'database/queryable.ts: ',
  'projects/live-digests.ts: db.rows(statements[type]',
  'projects/live-digests.ts: db.rows(assignments[of]',
]

interface Described {
  readonly text: string
  readonly calls: readonly CallPlace[][]
  readonly returned: readonly ReturnedProperty[]
}

const described: Described[] = []
const rejected: string[] = []
const squashed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const pathOf = (file: string): string => join(import.meta.dirname, file)
const fileOf = ({ file }: CallPlace): string => relative(import.meta.dirname, file)
const none: Described = { text: '', calls: [], returned: [] }
let declaredRows: DeclaredRows

beforeAll(async () => {
  declaredRows = openDeclaredRows()
  const recorded: RecordedStatements = new Map()
  for (const file of files) await recordStatements(await import(pathOf(file)), recorded)
  await useStatementDescriptions(database.connectionString(), async (describe) => {
    for (const [text, calls] of recorded) {
      try {
        described.push({ text: squashed(text), calls, returned: await describe(text) })
      } catch (problem) {
        if (!argument.test(squashed(text))) rejected.push(`${String(problem)}: ${squashed(text)}`)
      }
    }
  })
})

afterAll(() => declaredRows.close())

it('every statement fits the tables: no table, column or function in it is unknown, no type is wrong', () => {
  expect(rejected).toEqual([])
})

it('the test above prepares every statement of this room', () => {
  const left = files.flatMap((file) =>
    statementsIn(readFileSync(pathOf(file), 'utf8'))
      .filter((start) => !described.some(({ text }) => text.includes(start)))
      .map((start) => `${file}: ${start}`),
  )
  expect(left.filter((place) => !builtFromArguments.some((known) => place.startsWith(known)))).toEqual([])
})

it('every statement returns what its call declares: each property, of that type, and null only where it says so', () => {
  const differences = described.flatMap(({ text, calls, returned }) =>
    calls.flatMap((places) => {
      const { row, place } = decidedRow(places)
      return rowDifferences(row, returned).map((found) => ({ place, found, text: text.slice(0, 60) }))
    }),
  )
  const unexpected = differences.filter(
    ({ place, found }) => !neverNull.some((known) => `${fileOf(place)}: ${found}` === `${known} may be null`),
  )
  expect([
    ...new Set(unexpected.map(({ place, found, text }) => `${fileOf(place)}:${place.line}: ${found}: ${text}`)),
  ]).toEqual([])
})

it('no call that declares its rows was left out of that', () => {
  const keyOf = ({ file, line }: CallPlace): string => `${file}:${line}`
  const compared = new Set(described.flatMap(({ calls }) => calls.map((places) => keyOf(decidedRow(places).place))))
  const left = files
    .flatMap((file) => declaredRows.callsIn(pathOf(file)))
    .filter(({ place }) => !compared.has(keyOf(place)))
    .map(({ place, text }) => `${fileOf(place)}: ${statementsIn(text)[0] ?? squashed(text)}`)
  expect(
    left.filter((call) => ![...builtFromArguments, ...notReached].some((known) => call.startsWith(known))),
  ).toEqual([])
})

it('a column of another name, of another type or that may be null is noticed', () => {
  const { calls, returned } = described.find(({ text }) => text.startsWith('select * from notifications where')) ?? none
  const changed = returned.map((column) => ({
    ...column,
    name: column.name === 'checkType' ? 'kindOfCheck' : column.name,
    value: column.name === 'createdAt' ? 'string' : column.value,
    mayBeNull: column.mayBeNull || column.name === 'isGroupable',
  }))
  expect(rowDifferences(decidedRow(calls[0] ?? []).row, changed)).toEqual([
    'checkType is not returned',
    'createdAt is string, not Date',
    'isGroupable may be null',
  ])
})

/** The first of the calls that says what the rows are; a function that is given their type is asked by its caller. */
function decidedRow(places: readonly CallPlace[]): { row: readonly DeclaredProperty[]; place: CallPlace } {
  for (const place of places) {
    const row = declaredRows.rowOf(place)
    if (typeof row !== 'string') return { row, place }
  }
  return { row: [], place: places[0] ?? { file: 'unknown', line: 0, column: 0 } }
}

/** The beginnings of the statements in a source text, each up to its first inserted part. */
const statementsIn = (source: string): string[] =>
  [...source.matchAll(/`((?:[^`\\]|\\.)*)`/g)]
    .map(([, text = '']) => squashed((text.split('${')[0] ?? '').replaceAll('\\\\', '\\')))
    .filter((text) => /^(select|insert|update|delete|with)\b/i.test(text))
