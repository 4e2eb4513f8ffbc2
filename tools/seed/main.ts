import { parseArgs } from 'node:util'
import { createApi, handlers } from '#api'
import type { ArtifactTools } from '#artifacts'
import { rollUpResults } from '#analytics'
import { privateLocationQueue, regions } from '#contract'
import { dayMs, randomId, silentLog, TestClock } from '#kernel'
import type { Clock } from '#kernel'
import { setUpFirstAccount } from '#management'
import { artifactTools, openStore, readSettings, StartProblem } from '#server'
import { findOldestAccountId } from '#storage/accounts'
import { preparePartitions } from '#storage/database'
import type { Store } from '#storage/database'
import { makeResources } from './account.ts'
import type { Call } from './account.ts'
import { makeGoldenFiles } from './golden-files.ts'
import { warehouse } from './plan.ts'
import { replay } from './replay.ts'
import { makeIncidents } from './incidents.ts'
import { makeReceivedAlerts } from './received-alerts.ts'
import { makeTestSessions } from './test-sessions.ts'
import { seededRandom } from '../../tests/support/seeded-random.ts'

const daysMax = 60

/** Says why nothing was done. */
class SeedProblem extends Error {}

async function main(): Promise<void> {
  const days = daysOf(process.argv.slice(2))
  const read = readSettings(process.env)
  if (!('settings' in read)) throw new SeedProblem(`The settings have mistakes: ${read.mistakes.join('; ')}`)
  const { settings } = read
  const opened = await openStore({ settings, log: silentLog, maxConnections: 8, onlyExisting: false })
  try {
    const { port, initialApiKey } = settings
    const storeFiles = (clock: Clock) => artifactTools(settings, { store: opened.store, clock, log: silentLog })
    const { accountId, apiKey, runs } = await seed(opened.store, { days, port, apiKey: initialApiKey, storeFiles })
    process.stdout.write(`\rAn account with ${days} days and ${runs} runs.\n`)
    process.stdout.write(`  Account id  ${accountId}\n  API key     ${apiKey}\n  Start it    npm start\n`)
  } finally {
    await opened.close()
  }
}

function daysOf(argv: string[]): number {
  const { values } = parseArgs({ args: argv, options: { days: { type: 'string', default: '7' } } })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > daysMax)
    throw new SeedProblem(`--days must be a whole number from 1 to ${daysMax}.`)
  return days
}

interface SeedOptions {
  readonly days: number
  readonly port: number
  /** Of the account; default: a new one. */
  readonly apiKey?: string | null
  /** When the history ends, in epoch milliseconds; default: now. */
  readonly endMs?: number
  /** What stores files of runs; without it there are none, and no golden files. */
  readonly storeFiles?: (clock: Clock) => Promise<ArtifactTools>
}

interface Seeded {
  readonly accountId: string
  readonly apiKey: string
  readonly runs: number
}

/** Makes an account with `days` of history. */
export async function seed(
  store: Store,
  { days, port, apiKey: wantedKey = null, endMs = Date.now(), storeFiles }: SeedOptions,
): Promise<Seeded> {
  const clock = new TestClock(endMs - days * dayMs)
  const apiKey = wantedKey ?? `bfu_${randomId().replaceAll('-', '')}`
  await store.db.transaction((tx) => preparePartitions(tx, clock.now(), days + 7))
  if ((await findOldestAccountId(store.db)) !== null)
    throw new SeedProblem('This installation has an account already. Choose an empty BELFRY_DATA_DIR.')
  const { accountId } = await setUpFirstAccount(store, { name: 'Shop', apiKey }, new Date(clock.now()))
  const publicUrl = `http://localhost:${port}`
  const artifacts = await storeFiles?.(clock)
  const tools = artifacts && { artifacts }
  const api = createApi({ store, clock, log: silentLog, serviceName: 'service', publicUrl, handlers, ...tools })
  try {
    const { typicalMs, heartbeats } = await makeResources(callOf(api, apiKey, clock), { port, endMs })
    const silence = [Number.POSITIVE_INFINITY, endMs - dayMs / 8]
    const runs = await replay({
      store,
      clock,
      endMs,
      publicUrl,
      random: seededRandom(1),
      queues: [...regions, privateLocationQueue(accountId, warehouse.slugName)],
      typicalMs,
      heartbeats: heartbeats.map((heartbeat, index) => ({ ...heartbeat, silentFromMs: silence[index] ?? endMs })),
      progress: showProgress,
    })
    if (artifacts) await makeGoldenFiles({ artifacts, call: callOf(api, apiKey, clock), publicUrl })
    await makeTestSessions(callOf(api, apiKey, clock))
    await makeIncidents(callOf(api, apiKey, clock), endMs)
    await makeReceivedAlerts(store, callOf(api, apiKey, clock), { nowMs: clock.now(), publicUrl })
    while (await rollUpResults(store, endMs));
    return { accountId, apiKey, runs }
  } finally {
    await api.close()
  }
}

/** Requests are spread over time to stay below the rate limit of a key. */
function callOf(api: ReturnType<typeof createApi>, key: string, clock: TestClock): Call {
  return async (method, url, body) => {
    const type = Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {}
    const headers = { authorization: `Bearer ${key}`, ...type }
    const answer = await api.inject({ method, url, headers, ...(body && { payload: body }) })
    clock.advance(100)
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer.statusCode === 204 ? {} : answer.json()
  }
}

function showProgress(share: number, runs: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${Math.floor(share * 100)} %, ${runs} runs `)
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    if (!(error instanceof SeedProblem || error instanceof StartProblem)) throw error
    process.stderr.write(`belfry: ${error.message}\n`)
    process.exitCode = 1
  })
