import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runAnalytics } from './analytics.ts'
import { runApi } from './api.ts'
import { runBackTest } from './back-test.ts'
import { runIdle } from './idle.ts'
import { keepReadsText, runKeepReads } from './keep-reads.ts'
import { keepSamples, keepText } from './keep-table.ts'
import { runKeep } from './keep.ts'
import { runBareConnects, runLoad, runRestart } from './journey.ts'
import type { BareResult, Load, LoadResult, RestartResult, Window } from './journey.ts'
import { describeMachine } from './machine.ts'
import type { ServiceOptions } from './service.ts'
import { runPages } from './pages.ts'
import { runWeb } from './web.ts'
import { formatted, tableOf } from './table.ts'

const usage = `Usage: npm run bench [-- journey|api|analytics|back-test|keep|idle|pages|web] [--long] [--json] [--checks N] [--every S] [--kind URL|TCP]
                     [--seconds S] [--statements] [--profile DIR] [--reads N]

  journey        checks that run on schedule against a target on this machine, everything stored
  api            the HTTP API against bare servers
  analytics      metrics of checks with a million results stored, 10 millions with --long
  back-test      settings tried on 90 days of 1 000 checks
  idle           the memory of a fresh installation without checks and of an agent, by process
  keep           bytes and WAL of each run that is kept, by table, and reads of packed results, --reads N of them
  pages          public status pages: the time to render one, and readers a minute from the cache
  web            the interface in a browser, with 10 000 checks; budgets and how much of them is used
  --long         whole windows and the search for the most that is sustained; minutes
  --checks ...   one load of your own instead of the ladder
  --statements   the dearest statements of the database, for one load
  --profile DIR  a CPU profile of the service, for one load or for the API
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    checks: { type: 'string' },
    every: { type: 'string', default: '10' },
    kind: { type: 'string', default: 'URL,TCP' },
    seconds: { type: 'string' },
    profile: { type: 'string' },
    reads: { type: 'string', default: '300000' },
  },
})

type Output = Record<string, unknown>

/** What is promised of every question of analytics, at the 95th percentile. */
const maxMs = 100
/** What is promised of a back-test of a quarter of a large account. */
const backTestSeconds = 10

/** What a page may cost: milliseconds to render, kilobytes sent, and readers a minute. */
const pageBudget = { renderMs: 50, kilobytes: 100, readers: 10_000 }

const benches = {
  journey,
  api,
  analytics,
  'back-test': backTest,
  idle,
  keep,
  pages,
  web,
} as const satisfies Record<string, () => Promise<Output>>
const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const print = (text: string): void => void (values.json || process.stdout.write(`${text}\n`))
const selected = positionals.length === 0 ? Object.keys(benches) : positionals

if (values.help || !selected.every(isBench)) {
  process.stdout.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  print(`${describeMachine()}\n`)
  const output: Output = { machine: describeMachine() }
  for (const name of selected) output[name] = await benches[name]()
  if (values.json) process.stdout.write(`${JSON.stringify(output, null, 2)}\n`)
}

async function journey(): Promise<Output> {
  const bare = await runBareConnects(values.long ? 10 : 3)
  const results: LoadResult[] = []
  for (const load of requestedLoads()) {
    const result = await runLoad(load, requestedWindow(), await serviceOptions())
    results.push(result)
    print(`${load.name}: ${formatted(result.runsPerSecond)} of ${formatted(result.offeredPerSecond)} runs/s`)
  }
  const restart = values.checks === undefined ? await runRestart(mixed(values.long ? 10_000 : 5_000, 10)) : null
  print(`\n${journeyTable(bare, results)}\n`)
  for (const { statements } of results) if (statements) print(`${statementTable(statements)}\n`)
  if (restart) print(`${restartText(restart)}\n`)
  return { bare, loads: results, restart }
}

function requestedLoads(): Load[] {
  return values.checks === undefined ? ladder() : [ownLoad(Number(values.checks))]
}

function requestedWindow(): Window {
  const defaultSeconds = values.long ? 40 : 12
  return { warmUpSeconds: values.long ? 15 : 2, seconds: Number(values.seconds ?? defaultSeconds) }
}

async function serviceOptions(): Promise<ServiceOptions> {
  if (values.profile !== undefined) await mkdir(values.profile, { recursive: true })
  const profile = values.profile && ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`]
  return { countsStatements: values.statements, ...(profile && { nodeArguments: profile }) }
}

function mixed(checks: number, everySeconds: number): Load {
  return { name: `${checks} checks at ${everySeconds} s`, checks, everySeconds, kinds: ['URL', 'TCP'] }
}

function ownLoad(checks: number): Load {
  const kinds = (['URL', 'TCP'] as const).filter((kind) => values.kind.split(',').includes(kind))
  return { ...mixed(checks, Number(values.every)), kinds }
}

function ladder(): Load[] {
  const quiet: Load = { name: '500 URL checks at 20 s', checks: 500, everySeconds: 20, kinds: ['URL'] }
  const goal: Load = { name: '16670 URL checks at 10 s', checks: 16_670, everySeconds: 10, kinds: ['URL'] }
  if (!values.long) return [quiet, mixed(5_000, 10), mixed(16_670, 10)]
  return [
    quiet,
    mixed(500, 10),
    mixed(5_000, 10),
    mixed(10_000, 10),
    mixed(16_670, 10),
    goal,
    mixed(25_000, 10),
    mixed(30_000, 10),
  ]
}

function journeyTable(bare: BareResult, results: readonly LoadResult[]): string {
  const heads = [
    '',
    'runs/s',
    'p50 ms',
    'p99 ms',
    'skipped',
    'CPU s/1000',
    'server',
    'database',
    'x bare',
    'cores',
    'target',
    'others',
    'MB server',
    'MB database',
  ]
  const rows = results.map((result) => {
    const cpu = result.serverCpuPerRun + result.databaseCpuPerRun
    const numbers = [
      result.runsPerSecond,
      result.latenessP50,
      result.latenessP99,
      result.skippedTicks,
      cpu,
      result.serverCpuPerRun,
      result.databaseCpuPerRun,
      cpu / bare.cpuPerConnection,
      result.serverCores + result.databaseCores,
      result.targetCores,
      result.otherCores,
      result.serverPss,
      result.databasePss,
    ]
    return [result.load.name, ...numbers.map(formatted)]
  })
  const connects = [bare.connectionsPerSecond, Number.NaN, Number.NaN, Number.NaN, bare.cpuPerConnection].map(formatted)
  return tableOf(heads, [...rows, ['bare connect loop', ...connects, '-', '-', '1', '1', '-', '-', '-', '-']])
}

function statementTable(statements: NonNullable<LoadResult['statements']>): string {
  const rows = statements.map((row) => [
    row.statement,
    row.calls,
    row.rows,
    formatted(row.planMs),
    formatted(row.runMs),
    row.blocks,
  ])
  return tableOf(['statement', 'calls', 'rows', 'plan ms', 'run ms', 'blocks'], rows)
}

function restartText({ checks, offeredPerSecond, servingMs, fullRateMs, doubledSlots }: RestartResult): string {
  const load = `kill -9 with ${checks} checks at ${formatted(offeredPerSecond)}/s`
  return `${load}: serving again after ${servingMs} ms, full rate after ${fullRateMs} ms, ${doubledSlots} slots doubled`
}

async function api(): Promise<Output> {
  const shape = values.long ? { rounds: 5, seconds: 4 } : { rounds: 2, seconds: 1.5 }
  const results = await runApi({ ...shape, connections: 16 }, await serviceOptions())
  const heads = ['', 'requests/s', 'of bare', 'of bare + SQL', 'CPU ms', 'p50 ms', 'p99 ms', 'refused']
  const rows = results.map((row) => [
    `${row.operation}: ${row.server}`,
    ...[row.requestsPerSecond, row.ofBare, row.ofBareWithSql, row.cpuPerRequest, row.p50, row.p99].map(formatted),
    row.rejected,
  ])
  print(`${tableOf(heads, rows)}\n`)
  return { results }
}

async function analytics(): Promise<Output> {
  const result = await runAnalytics(values.long ? 10_000_000 : 1_000_000, values.long ? 60 : 20)
  const { megabytes } = result
  print(
    `${result.results} results of ${result.checks} checks: ${formatted(megabytes.results)} MB loaded in ${formatted(result.loadSeconds)} s; ` +
      `${formatted(megabytes.hours)} MB of hours, ${formatted(megabytes.rollups)} MB of roll-ups and ` +
      `${formatted(megabytes.ofAccounts)} MB of the same for whole accounts made in ` +
      `${formatted(result.rollUpSeconds)} s; ${formatted(result.settleMicroseconds)} µs more for each settled run\n`,
  )
  const rows = result.questions.map(({ question, p50, p95, p99, ofPointSelect }) => [
    question,
    ...[p50, p95, p99, ofPointSelect].map(formatted),
    question.startsWith('bare SQL') ? '-' : p95 < maxMs ? 'yes' : 'NO',
  ])
  print(`${tableOf(['', 'p50 ms', 'p95 ms', 'p99 ms', 'x point select', `p95 < ${maxMs} ms`], rows)}\n`)
  const pages = result.pages.map(({ page, bytes, compressed }) => [
    page,
    ...[bytes, compressed].map((size) => formatted(size / 1_000_000)),
  ])
  print(`${tableOf(['page for Prometheus', 'MB', 'MB compressed'], pages)}\n`)
  return { ...result }
}

async function backTest(): Promise<Output> {
  const result = await runBackTest()
  print(
    `${result.days} days of ${result.checks} checks: ${result.runs} runs, ${result.failedRuns} failed in ${result.outages} outages\n`,
  )
  const rows = result.times.map(({ question, seconds, processorSeconds, megabytes }) => [
    question,
    formatted(seconds),
    formatted(processorSeconds),
    formatted(megabytes),
    seconds < backTestSeconds ? 'yes' : 'NO',
  ])
  print(`${tableOf(['', 's', 'CPU s', 'MB', `< ${backTestSeconds} s`], rows)}\n`)
  return { ...result }
}

async function idle(): Promise<Output> {
  const result = await runIdle(Number(values.seconds ?? 100))
  const heads = ['fresh installation', 'processes', 'RSS MB', 'PSS MB', 'of it anonymous MB']
  for (const [when, parts] of Object.entries(result)) {
    const rows = parts.map(({ part, processes, rss, pss, anonymous }) => [
      `${when}: ${part}`,
      processes,
      formatted(rss),
      formatted(pss),
      formatted(anonymous),
    ])
    print(`${tableOf(heads, rows)}\n`)
  }
  return { ...result }
}

async function keep(): Promise<Output> {
  const results = []
  for (const sample of keepSamples) {
    const result = await runKeep({ ...sample, hours: values.long ? 4 : 1 })
    results.push(result)
    print(`${keepText(result)}\n`)
  }
  const reads = await runKeepReads(Number(values.reads))
  print(`${keepReadsText(reads)}\n`)
  return { results, reads }
}

async function pages(): Promise<Output> {
  const results = await runPages(Number(values.seconds ?? 5))
  const heads = ['components', 'rendered p50 ms', 'p95 ms', 'of 50 ms', 'kB sent', 'kB whole', 'of 100 kB']
  const reading = ['readers/min', 'x 10 000', 'p99 ms', 'CPU ms each']
  const rows = results.map((result) =>
    [
      result.components,
      result.renderP50,
      result.renderP95,
      result.renderP50 / pageBudget.renderMs,
      result.kilobytes.sent,
      result.kilobytes.whole,
      result.kilobytes.sent / pageBudget.kilobytes,
      result.readersPerMinute,
      result.readersPerMinute / pageBudget.readers,
      result.readP99,
      result.cpuMsPerReader,
    ].map(formatted),
  )
  print(`${tableOf([...heads, ...reading], rows)}\n`)
  return { results }
}

async function web(): Promise<Output> {
  const measurements = await runWeb({
    checks: Number(values.checks ?? 10_000),
    seconds: Number(values.seconds ?? (values.long ? 3_600 : 20)),
    progress: (text) => print(text),
  })
  const rows = measurements.map(({ what, value, unit, budget }) => [
    what,
    `${formatted(value)} ${unit}`.trim(),
    budget === null ? '-' : budget,
    budget === null ? '-' : formatted(value / budget),
    budget === null ? '-' : value <= budget ? 'yes' : 'NO',
  ])
  print(`\n${tableOf(['', 'measured', 'budget', 'ratio', 'within'], rows)}\n`)
  return { measurements }
}
