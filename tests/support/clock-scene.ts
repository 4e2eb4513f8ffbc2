import { afterAll, beforeAll } from 'vitest'
import { findRunningEmbeddedPostgres, openDatabase } from '#storage'
import type { Database } from '#storage'
import { FlakyTarget } from './flaky-target.ts'
import { initialisedDataDir } from './initialised-data-dir.ts'
import { steadily } from './late.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { startWebReceiver } from './web-receiver.ts'
import type { WebReceiver } from './web-receiver.ts'

interface HealthAnswer {
  readonly reasons: string[]
  readonly findings: { readonly name: string; readonly message: string }[]
}

/**
 * A service whose clock can be turned, with three TCP checks whose target is up, one on a target that tests take down, a
 * pinged heartbeat and a webhook. Its methods are for tests and hooks only.
 */
class ClockScene {
  readonly target = new FlakyTarget()
  #dataDir = ''
  readonly #upTarget = new FlakyTarget()
  readonly #upChecks: string[] = []
  #targetCheck = ''
  #port = 0
  #server: ServerProcess | undefined
  #receiver: WebReceiver | undefined
  #db: Database | undefined
  #endPinging: () => void = () => {}

  get server(): ServerProcess {
    return existing(this.#server)
  }

  get db(): Database {
    return existing(this.#db)
  }

  get alerts(): WebReceiver['requests'] {
    return existing(this.#receiver).requests
  }

  async begin(): Promise<void> {
    this.#dataDir = await initialisedDataDir()
    await Promise.all([this.#upTarget.up(), this.target.up()])
    this.#receiver = await startWebReceiver((response) => response.end('ok'))
    this.#port = await freePort()
    await this.start(0)
    const hook = { type: 'WEBHOOK', config: { name: 'receiver', url: this.#receiver.url }, autoSubscribe: true }
    await this.#create('/v1/alert-channels', hook)
    for (const name of ['one', 'two', 'three']) this.#upChecks.push(await this.#tcpCheck(name, this.#upTarget.port))
    this.#targetCheck = await this.#tcpCheck('moody', this.target.port)
    const url = await this.heartbeat('pinged')
    this.#endPinging = steadily(3_000, () => void fetch(url).catch(() => {}))
    await eventually('the first results', () => this.haveNewResults(new Map()))
  }

  async end(): Promise<void> {
    this.#endPinging()
    await this.stop()
    await this.#receiver?.[Symbol.asyncDispose]()
    await Promise.all([this.#upTarget.down(), this.target.down()])
    removeDataDir(this.#dataDir)
  }

  /** Starts the service with a clock that is so far ahead of the real one. */
  async start(clockAheadMs: number): Promise<void> {
    this.#server = await startServerProcess({ dataDir: this.#dataDir, port: this.#port, clockAheadMs })
    const connectionString = await findRunningEmbeddedPostgres(this.#dataDir)
    if (connectionString === undefined) throw new Error('The database does not run')
    this.#db = openDatabase({ connectionString, maxConnections: 2 })
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    await this.#db?.close()
    this.#db = undefined
  }

  /** The health if it has this status. */
  async healthIs(status: number): Promise<HealthAnswer | null> {
    const response = await fetch(`${this.server.url}/health`)
    const health = (await response.json()) as HealthAnswer
    return response.status === status ? health : null
  }

  async untilHealth(status: number): Promise<HealthAnswer> {
    const answered = eventually(`health to be ${status}`, () => this.healthIs(status))
    return answered.catch(async (error: unknown) => {
      throw new Error(await (await fetch(`${this.server.url}/health`)).text(), { cause: error })
    })
  }

  /** A heartbeat of 30 and 10 seconds; answers the URL to ping. */
  async heartbeat(name: string): Promise<string> {
    const heartbeat = { period: 30, periodUnit: 'seconds', grace: 10, graceUnit: 'seconds' }
    const created = await this.#create('/v1/checks/heartbeat', { name, heartbeat })
    const { pingToken } = created['heartbeat'] as Record<string, unknown>
    return `${this.server.url}/ping/${String(pingToken)}`
  }

  async resultCounts(): Promise<Map<string, number>> {
    const rows = await this.db.rows<{ id: string; results: number }>(
      `select check_id as id, count(*)::int as results from check_results group by check_id`,
    )
    return new Map(rows.map(({ id, results }) => [id, results]))
  }

  async haveNewResults(before: ReadonlyMap<string, number>): Promise<boolean> {
    const now = await this.resultCounts()
    return [...this.#upChecks, this.#targetCheck].every((id) => (now.get(id) ?? 0) > (before.get(id) ?? 0))
  }

  /** What must not happen whatever is done to the clocks, and how many alerts were sent. */
  async damage() {
    const slotsRunTwice = await this.db.rows(
      `select check_id, scheduled_for from check_results group by 1, 2 having count(distinct session_id) > 1`,
    )
    const failuresOfTargetsUp = await this.db.rows(
      `select id from check_results where outcome <> 'passed' and check_id = any($1)`,
      [this.#upChecks],
    )
    return { slotsRunTwice, failuresOfTargetsUp, alerts: this.alerts.length }
  }

  async #create(path: string, body: object): Promise<Record<string, unknown>> {
    const created = await this.server.call('POST', path, body)
    if (created.status !== 201) throw new Error(`${path}: ${created.status} ${JSON.stringify(created.body)}`)
    return created.body as Record<string, unknown>
  }

  async #tcpCheck(name: string, port: number): Promise<string> {
    const plan = { frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], retryStrategy: null }
    const created = await this.#create('/v1/checks/tcp', { name, ...plan, request: { hostname: '127.0.0.1', port } })
    return String(created['id'])
  }
}

function existing<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The scene exists only while tests and hooks run.')
  return part
}

/** A scene that exists while the tests of the file run. */
export function useClockScene(): ClockScene {
  const scene = new ClockScene()
  beforeAll(() => scene.begin())
  afterAll(() => scene.end())
  return scene
}
