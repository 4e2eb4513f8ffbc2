import type { AddressInfo } from 'node:net'
import { AgentClient, createHttpRunnerPort } from '#agent'
import { agentPaths, agentPolicy, protocolRange, wireCheckTypes } from '#contract'
import type { AgentHello, RunReport, RunTask, RunnerPort } from '#contract'
import { handlers, AgentCallers, mountAgentRoutes, SeenAgents, WaitingClaims } from '#api'
import { enqueueDueRuns } from '#runs'
import { Activity, minuteMs, randomId, Signal, silentLog } from '#kernel'
import { createPrivateLocation, createPrivateLocationKey, deletePrivateLocationKey } from '#management'
import { createRateLimiter } from '#ratelimit'
import { createLocalRunnerPort, createSelfMetrics, RunProblems } from '#server'
import type { Database } from '#storage/database'
import { aTestApi } from './api.ts'
import { toolsOf } from './artifact-scene.ts'
import { directoryBlobs } from './blob-stores.ts'
import { TestService } from './test-service.ts'

export interface Location {
  readonly accountId: string
  readonly id: string
  readonly slugName: string
  readonly queue: string
  readonly key: string
  readonly keyId: string
  /** Of the owner of the account. */
  readonly apiKey: string
}

/** A service with private locations, its API, and the routes of agents, on a port of this machine. */
export class RunnerPortScene {
  readonly service: TestService
  readonly url: string
  readonly seen: SeenAgents
  readonly local: RunnerPort
  readonly wake: Signal
  readonly waiting: WaitingClaims
  readonly close: () => Promise<void>

  private constructor(
    parts: Omit<
      RunnerPortScene,
      'location' | 'due' | 'prepare' | 'enqueue' | 'httpPort' | 'caller' | 'deleteKey' | 'secondKey'
    >,
  ) {
    this.service = parts.service
    this.url = parts.url
    this.seen = parts.seen
    this.local = parts.local
    this.wake = parts.wake
    this.waiting = parts.waiting
    this.close = parts.close
  }

  static async open(db: Database): Promise<RunnerPortScene> {
    const service = new TestService(db)
    const { store, clock } = service
    const opened = await directoryBlobs()
    const artifacts = { ...toolsOf(service, opened), quotaBytes: 1_000_000_000 }
    const [wake, publicUrl] = [new Signal(), 'https://belfry.example']
    const local = createLocalRunnerPort({
      store,
      clock,
      publicUrl,
      artifacts,
      wake,
      metrics: createSelfMetrics('service'),
      activity: new Activity(),
      runProblems: new RunProblems(),
      randomNumber: () => 0.5,
      automaticAnalysis: false,
    })
    const seen = new SeenAgents(db, clock)
    const callers = new AgentCallers({ store, clock, limiter: createRateLimiter(db, clock, silentLog) })
    const waiting = new WaitingClaims({ db, clock, log: silentLog, wake })
    const about = { publicUrl, isDropIn: false, serverVersion: '1.2.3' }
    const routes = { store, clock, ...about, callers, artifacts, seen, waiting, randomNumber: Math.random, port: local }
    const app = aTestApi({
      db,
      clock,
      handlers,
      artifacts,
      extraRoutes: (scope) => mountAgentRoutes(scope, routes),
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const close = async (): Promise<void> => {
      await app.close()
      await opened.close()
    }
    return new RunnerPortScene({ service, url, seen, local, wake, waiting, close })
  }

  caller(accountId: string) {
    return { accountId, role: 'OWNER' as const, nowMs: this.service.clock.now() }
  }

  /** A private location of a new account. */
  async location(): Promise<Location> {
    const { accountId, key: apiKey } = await this.service.account()
    const slugName = `office-${randomId().slice(0, 8)}`
    const body = { name: 'Office', slugName }
    const { id, keys } = await createPrivateLocation(this.service.store, this.caller(accountId), body)
    const [first] = keys
    const queue = `private:${accountId}:${slugName}`
    return { accountId, id, slugName, queue, key: first?.rawKey ?? '', keyId: first?.id ?? '', apiKey }
  }

  async secondKey({ accountId, id }: Location): Promise<string> {
    return (await createPrivateLocationKey(this.service.store, this.caller(accountId), id)).rawKey
  }

  deleteKey({ accountId, id, keyId }: Location): Promise<void> {
    return deletePrivateLocationKey(this.service.store, this.caller(accountId), { locationId: id, id: keyId })
  }

  /** Enqueues one run for each of so many new checks of a location. */
  async due(location: Location, count = 1): Promise<void> {
    await this.prepare(location, count)
    await this.enqueue()
  }

  /** Creates checks of a location whose runs `enqueue` enqueues. */
  async prepare({ accountId, slugName }: Location, count = 1): Promise<void> {
    for (let index = 0; index < count; index += 1)
      await this.service.check(accountId, {
        privateLocations: [slugName],
        locations: [],
        frequency: 1,
        retryStrategy: null,
      })
    this.service.clock.advance(minuteMs)
  }

  async enqueue(): Promise<void> {
    await enqueueDueRuns(this.service.store, this.service.clock.now(), 1_000)
    this.wake.notify()
  }

  /** The port of an agent, which has said hello unless told otherwise. */
  async httpPort(key: string, { saysHello = true, claimWaitMs = 0 } = {}) {
    const agentId = randomId()
    const { clock } = this.service
    const client = new AgentClient({ url: this.url, apiKey: key, agentId, clock, learnTime: () => {} })
    const sayHello = async (): Promise<void> => {
      await client.call({ path: agentPaths.hello, body: helloOf(agentId) })
    }
    if (saysHello) await sayHello()
    const policy = () => ({ ...agentPolicy, claimWaitMs, partBytes: 100_000 })
    const port = createHttpRunnerPort({ client, clock, running: () => 0, sayHello, policy })
    return { port, client, agentId }
  }
}

export const helloOf = (agentId: string, changes: Partial<AgentHello> = {}): AgentHello => ({
  protocol: protocolRange,
  agentId,
  name: 'an agent of a test',
  version: '0.1.0',
  places: 10,
  capabilities: { checkTypes: [...wireCheckTypes], runtimes: [], features: [] },
  ...changes,
})

/** A report that the target refused the connection, or answered. */
export const reportOf = (task: RunTask, nowMs: number, changes: Partial<RunReport> = {}): RunReport => ({
  taskId: task.id,
  leaseToken: task.leaseToken,
  observation: {
    startedAt: nowMs,
    stoppedAt: nowMs + 5,
    responseTimeMs: 5,
    answer: null,
    failure: { kind: 'connect', code: 'ECONNREFUSED', message: 'Refused.', isNetworkError: true },
    log: [{ time: nowMs, level: 'INFO', msg: 'connecting' }],
  },
  verdict: {
    outcome: 'failed',
    reasons: [{ kind: 'failure', outcome: 'failed', message: 'Refused.' }],
    assertions: [],
    overMaxResponseTime: false,
  },
  detail: { tcpCheckResult: { requestError: 'Refused.' } },
  isRunnerError: false,
  ...changes,
})
