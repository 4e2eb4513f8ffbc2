import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createLog } from '#redaction'
import { randomId } from '#kernel'
import { readSettings, startServer } from '#server'
import type { RunningServer } from '#server'
import type { Database, Store } from '#storage/database'
import { anAccount, testSecretKey, testStore } from './api.ts'
import type { TestAccount } from './api.ts'
import { useDatabase } from './database.ts'
import type { TestDatabase, UsedDatabase } from './database.ts'
import { DatabaseWay } from './database-way.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { ServerConnections } from './server-connections.ts'
import { ServiceTestClock } from './service-clock.ts'
import { TestAgent } from './test-agent.ts'
import type { TestAgentOptions } from './test-agent.ts'
import { TestTime } from './test-time.ts'
import { observeService } from './waiting.ts'

const keptLines = 200

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** The calls of a key. */
export interface Caller {
  readonly call: Call
  /** The fields of the resource that a POST created. Throws when it was rejected. */
  readonly create: (path: string, body?: object) => Promise<Readonly<Record<string, unknown>>>
}

/** An account with the calls of its owner. */
export type ServedAccount = TestAccount & Caller

type Environment = Readonly<Record<string, string>>

export interface TestServerOptions extends Pick<UsedDatabase, 'template'> {
  /** The owner's key of the first account. Default: a new one. */
  readonly key?: string
  /** When the test begins, in epoch milliseconds. Default: `testStartMs`. */
  readonly startMs?: number
  /** Settings beside those of every test; read when the service starts. */
  readonly environment?: () => Environment
}

/**
 * A whole service in this process, on a database of the test file and a clock that only `advance` moves. It starts before
 * the tests of the file and stops behind them.
 */
export function useServer(options: TestServerOptions = {}): TestServer {
  const { server } = useServers(['server'], options)
  return server
}

/** As `useServer`, with services by name that share the database, the time and the first account. */
export function useServers<N extends string>(
  names: readonly N[],
  options: TestServerOptions = {},
): Readonly<Record<N, TestServer>> {
  const database = useDatabase(options)
  const time = new TestTime(options.startMs)
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-server-'))
  const place = { database, time, dataDir, key: `bfu_${randomId()}` }
  const servers = names.map((name) => new TestServer(name, place, options))
  beforeAll(async () => {
    for (const server of servers) await server.start()
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return byName(names, servers)
}

/** Sound because there is a server for each name. */
const byName = <N extends string>(
  names: readonly N[],
  servers: readonly TestServer[],
): Readonly<Record<N, TestServer>> =>
  Object.fromEntries(names.map((name, index) => [name, servers[index]])) as Record<N, TestServer>

interface Place {
  readonly database: TestDatabase
  readonly time: TestTime
  readonly dataDir: string
  readonly key: string
}

export class TestServer {
  readonly name: string
  readonly key: string
  readonly time: TestTime
  readonly dataDir: string
  /** What the service logged, one text a line. */
  readonly lines: string[] = []
  readonly #database: TestDatabase
  readonly #options: TestServerOptions
  readonly #log = createLog('info', { write: (line) => this.#keep(line) })
  readonly #way: DatabaseWay
  #connections: ServerConnections | undefined
  #clock: ServiceTestClock
  #port = 0
  #running: RunningServer | undefined
  #leave = (): void => {}
  readonly #agents: TestAgent[] = []

  constructor(name: string, place: Place, options: TestServerOptions) {
    this.name = name
    this.key = options.key ?? place.key
    this.time = place.time
    this.dataDir = place.dataDir
    this.#database = place.database
    this.#options = options
    this.#way = new DatabaseWay(place.database, place.dataDir, name)
    this.#clock = new ServiceTestClock(this.time.now())
    observeService(() => this.describe())
  }

  /** Another one after each start. */
  get clock(): ServiceTestClock {
    return this.#clock
  }

  get url(): string {
    if (this.#running === undefined) throw new Error('The service does not run.')
    return `http://localhost:${this.#port}`
  }

  get db(): Database {
    return this.#database.db()
  }

  get store(): Store {
    return testStore(this.db)
  }

  /** Starts the service, also after a stop or a crash: it continues on its data. */
  async start(): Promise<void> {
    this.#clock = new ServiceTestClock(this.time.now(), this.#clock.turnedMs)
    this.#port ||= await freePort()
    const result = readSettings({
      HOST: '127.0.0.1',
      PORT: String(this.#port),
      DATABASE_URL: this.#way.open(),
      BELFRY_DATA_DIR: this.dataDir,
      BELFRY_SECRET_KEY: testSecretKey,
      BELFRY_INITIAL_API_KEY: this.key,
      BELFRY_ANCHORS: 'off',
      BELFRY_RUNTIMES: 'off',
      BELFRY_INTERFACE: 'false',
      BELFRY_REQUEST_LIMIT: '1000000',
      // Each costs seconds of processor time, and no test shows that runs begin sooner with it.
      BELFRY_WAITING_SCRIPTS: '0',
      ...this.#options.environment?.(),
    })
    if ('mistakes' in result) throw new Error(result.mistakes.join('\n'))
    this.#connections = new ServerConnections(this.#port)
    const starting = startServer(result.settings, this.#log, {
      clock: this.#clock,
      readDatabaseClock: async () => this.time.databaseMs(),
      // Spread at random, the loops of several services may never leave a moment in which none is due.
      firstShare: () => 1,
    })
    this.#leave = this.time.join({
      clock: this.#clock,
      begun: () => this.#running?.activity.begun ?? 0,
      settled: async () => this.#settle(await starting),
    })
    this.#running = await starting
    await this.time.settled()
  }

  /** Resolves when the interface is served, which the first test of a run that needs it waits to be built. */
  async untilInterfaceIsBuilt(): Promise<void> {
    const isBuilt = async () => (await fetch(`${this.url}/sign-in`)).status === 200
    await eventually('the interface to be built', isBuilt)
  }

  /** Shuts the service down. */
  async stop(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    this.#leave()
    await running?.stop()
    this.#connections?.close()
  }

  /** Ends the service as `kill -9` does: from now on it stores and answers nothing, whatever it has begun. */
  async crash(): Promise<void> {
    this.#leave()
    this.#connections?.cut()
    await this.#way.cut()
    const stopped = this.stop()
    this.#clock.end()
    await stopped
  }

  /** Moves time forward for the database and all that runs, and waits until nothing is left to do. */
  advance(ms: number): Promise<void> {
    return this.time.advance(ms)
  }

  /** Stops the process for `ms`, as a signal or a lack of processor time does. What it awaits may arrive meanwhile. */
  stall(ms: number): void {
    this.#clock.standstill.stall(ms)
    this.time.leap(ms)
  }

  /** Resolves when nothing is left to do now, here and in what shares the time. */
  async settled(): Promise<void> {
    await this.time.settled()
  }

  /** The state of the service and the last lines of its log, for failed tests. */
  describe(): string {
    const ongoing = JSON.stringify(this.#running?.activity.ongoing ?? 'stopped')
    const now = new Date(this.clock.now()).toISOString()
    return [`At ${now} the ${this.name} does: ${ongoing}`, ...this.lines.slice(-20)].join('\n')
  }

  /** A call with the key of the first account. */
  readonly call: Call = (method, path, body) => callAs(this.url, this.key, { method, path, body })

  /** The calls of a key. Default: that of the first account. */
  as(key = this.key): Caller {
    const call: Call = (method, path, body) => callAs(this.url, key, { method, path, body })
    const create: Caller['create'] = async (path, body) => {
      const { status, body: made } = await call('POST', path, body)
      if (status > 299) throw new Error(`POST ${path}: ${status} ${JSON.stringify(made)}`)
      return Object(made)
    }
    return { call, create }
  }

  /** A new account, with the calls of its owner. */
  async account(): Promise<ServedAccount> {
    const account = await anAccount(this.store, this.clock)
    return { ...account, ...this.as(account.key) }
  }

  /** Starts an agent of this service. */
  async startAgent(options: TestAgentOptions): Promise<TestAgent> {
    const agent = await TestAgent.start(this.time, () => this.#port, options)
    this.#agents.push(agent)
    await this.settled()
    return agent
  }

  /** An agent is at rest when it waits at the service for runs, or waits for a time to call again. */
  async #settle(running: RunningServer): Promise<void> {
    const begun = (): number =>
      sum(this.#agents.map(({ running: { activity, waits } }) => activity.begun + waits.begun))
    const waits = (): number =>
      sum(
        this.#agents.map(
          ({
            running: {
              waits: { ongoing },
            },
          }) => ongoing['call'] ?? 0,
        ),
      )
    for (;;) {
      for (const agent of this.#agents) await agent.running.activity.untilIdle()
      const before = begun()
      await running.settled()
      if (begun() === before && waits() === running.waitingClaims()) return
    }
  }

  #keep(line: string): void {
    this.lines.push(line.trimEnd())
    if (this.lines.length > keptLines) this.lines.shift()
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

interface Request {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

async function callAs(url: string, key: string, { method, path, body }: Request): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
