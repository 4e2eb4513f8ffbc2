import { afterAll, beforeAll } from 'vitest'
import type { RunReturnReason } from '#contract'
import type { Database } from '#storage/database'
import { startAgentProcess } from './agent-process.ts'
import type { AgentProcess } from './agent-process.ts'
import { killDatabaseOf, openDatabaseOf } from './database-of-service.ts'
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

/** The plan of a check. */
export const everyTenSeconds = { frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], retryStrategy: null }

/**
 * A service in a process of its own whose clock can be turned, with three TCP checks whose target is up, a pinged heartbeat
 * and a webhook. Its methods are for tests and hooks only.
 */
class ProcessScene {
  #dataDir = ''
  readonly #target = new FlakyTarget()
  /** Those whose targets are up. */
  readonly #checks: string[] = []
  readonly #agents: AgentProcess[] = []
  #agentKey = ''
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
    await this.#target.up()
    this.#receiver = await startWebReceiver((response) => response.end('ok'))
    this.#port = await freePort()
    await this.#start()
    const config = { name: 'receiver', url: this.#receiver.url }
    await this.create('/v1/alert-channels', { type: 'WEBHOOK', config, sendDegraded: true, autoSubscribe: true })
    for (const name of ['one', 'two', 'three']) await this.addCheck('tcp', { name, request: this.tcpRequest })
    const heartbeat = { period: 30, periodUnit: 'seconds', grace: 10, graceUnit: 'seconds' }
    const pinged = await this.create('/v1/checks/heartbeat', { name: 'pinged', heartbeat })
    const url = `${this.server.url}/ping/${String(Object(pinged['heartbeat']).pingToken)}`
    this.#endPinging = steadily(3_000, () => void fetch(url).catch(() => {}))
  }

  async end(): Promise<void> {
    this.#endPinging()
    await Promise.all(this.#agents.map((agent) => agent.kill()))
    await this.#server?.stop()
    await this.#db?.close()
    await this.#receiver?.[Symbol.asyncDispose]()
    await this.#target.down()
    removeDataDir(this.#dataDir)
  }

  /** The request of a TCP check whose target is up. */
  get tcpRequest(): object {
    return { hostname: '127.0.0.1', port: this.#target.port }
  }

  /** Creates a check whose target is up, which runs every 10 seconds; answers its id. */
  async addCheck(type: string, body: object): Promise<string> {
    const { id } = await this.create(`/v1/checks/${type}`, { ...everyTenSeconds, ...body })
    this.#checks.push(String(id))
    return String(id)
  }

  /** Creates something through the API; throws when it is refused. */
  async create(path: string, body: object): Promise<Record<string, unknown>> {
    const created = await this.server.call('POST', path, body)
    if (created.status !== 201) throw new Error(`${path}: ${created.status} ${JSON.stringify(created.body)}`)
    return created.body as Record<string, unknown>
  }

  /** Starts an agent of the private location `office`. */
  async startAgent(): Promise<AgentProcess> {
    if (this.#agentKey === '') {
      const office = await this.create('/v1/private-locations', { name: 'Office', slugName: 'office' })
      this.#agentKey = String(Object(office)['keys'][0].rawKey)
    }
    const agent = await startAgentProcess({ BELFRY_URL: this.server.url, API_KEY: this.#agentKey })
    this.#agents.push(agent)
    if (!agent.isRunning()) throw new Error(`The agent ended at its start:\n${agent.output()}`)
    return agent
  }

  /** kill -9 of the service, and a start on what it left. */
  async restart(): Promise<void> {
    await this.server.kill()
    await this.#db?.close()
    await this.#start()
  }

  /** Ends PostgreSQL as a crash does, which empties its unlogged tables. */
  killDatabase(): Promise<void> {
    return killDatabaseOf(this.#dataDir)
  }

  /** The health if it has this status. */
  async healthIs(status: number): Promise<HealthAnswer | null> {
    const response = await fetch(`${this.server.url}/health`)
    const health = (await response.json()) as HealthAnswer
    return response.status === status ? health : null
  }

  untilHealth(status: number): Promise<HealthAnswer> {
    return eventually(`health to be ${status}`, () => this.healthIs(status))
  }

  /** Waits until health is red for this reason, before which another may come; answers the sentence about it. */
  untilHealthSays(reason: string): Promise<string> {
    return eventually(`health to say "${reason}"`, async () =>
      (await this.healthIs(503))?.reasons.find((said) => said.includes(reason)),
    )
  }

  async untilEveryCheckHasRun(): Promise<void> {
    await eventually('a result of every check', () => this.#haveNewResults(new Map()))
  }

  async untilEveryCheckHasRunAgain(): Promise<void> {
    const before = await this.#resultCounts()
    await eventually('new results of every check', () => this.#haveNewResults(before))
  }

  /** How many runs were given back to be repeated, for this reason or any, since the service started. */
  async runsReturned(reason?: RunReturnReason): Promise<number> {
    const metrics = await (await fetch(`${this.server.url}/metrics`)).text()
    const lines = metrics.match(/^service_runs_returned_total\{.*\} \d+$/gm) ?? []
    const counted = lines.filter((line) => line.includes(`"${reason ?? ''}`))
    return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  /** What must not happen whatever is done to processes and clocks, and how many alerts were sent. */
  async damage() {
    const slotsRunTwice = await this.db.rows(
      `select check_id, scheduled_for from check_results group by 1, 2 having count(distinct session_id) > 1`,
    )
    const failuresOfTargetsUp = await this.db.rows(
      `select id from check_results where outcome <> 'passed' and check_id = any($1)`,
      [this.#checks],
    )
    return { slotsRunTwice, failuresOfTargetsUp, alerts: this.alerts.length }
  }

  async #start(): Promise<void> {
    this.#server = await startServerProcess({ dataDir: this.#dataDir, port: this.#port, clockAheadMs: 0 })
    this.#db = await openDatabaseOf(this.#dataDir)
  }

  async #haveNewResults(before: ReadonlyMap<string, number>): Promise<boolean> {
    const now = await this.#resultCounts()
    return this.#checks.every((id) => (now.get(id) ?? 0) > (before.get(id) ?? 0))
  }

  async #resultCounts(): Promise<Map<string, number>> {
    const rows = await this.db.rows<{ id: string; results: number }>(
      `select check_id as id, count(*)::int as results from check_results group by check_id`,
    )
    return new Map(rows.map(({ id, results }) => [id, results]))
  }
}

function existing<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The scene exists only while tests and hooks run.')
  return part
}

/** A scene that exists while the tests of the file run. */
export function useProcessScene(): ProcessScene {
  const scene = new ProcessScene()
  beforeAll(() => scene.begin())
  afterAll(() => scene.end())
  return scene
}
