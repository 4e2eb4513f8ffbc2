import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentHeaders, agentPaths, protocolRange, wireCheckTypes } from '#contract'
import type { RunTask } from '#contract'
import { enqueueDueRuns, watchLocations } from '#runs'
import { Activity, minuteMs, randomId, Signal, silentLog } from '#kernel'
import { createPublicLocationKey, listKeysOfPublicLocations, revokePublicLocationKey } from '#management'
import { findUnobserved } from '#observation'
import { createRateLimiter } from '#ratelimit'
import { listUnservedSpans } from '#storage/agents'
import { aTestApi } from '../../../tests/support/api.ts'
import { toolsOf } from '../../../tests/support/artifact-scene.ts'
import { directoryBlobs } from '../../../tests/support/blob-stores.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { createLocalRunnerPort } from './local-runner-port.ts'
import { RunProblems } from './run-problems.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { AgentCallers, mountAgentRoutes, SeenAgents, WaitingClaims } from '#api'

const database = useDatabase()
let service: TestService
let url: string
let close: () => Promise<void>
beforeAll(async () => {
  service = new TestService(database.db())
  const { store, clock, db } = service
  const opened = await directoryBlobs()
  const artifacts = { ...toolsOf(service, opened), quotaBytes: 1_000_000_000 }
  const [wake, publicUrl] = [new Signal(), 'https://belfry.example']
  const tools = { store, clock, publicUrl, artifacts, wake, randomNumber: () => 0.5, automaticAnalysis: false }
  const own = { metrics: createSelfMetrics('service'), runProblems: new RunProblems(), activity: new Activity() }
  const routes = {
    store,
    clock,
    publicUrl,
    artifacts,
    isDropIn: false,
    serverVersion: '1.2.3',
    seen: new SeenAgents(db, clock),
    callers: new AgentCallers({ store, clock, limiter: createRateLimiter(db, clock, silentLog) }),
    waiting: new WaitingClaims({ db, clock, log: silentLog, wake }),
    randomNumber: tools.randomNumber,
    port: createLocalRunnerPort({ ...tools, ...own }),
  }
  const extraRoutes = (scope: Parameters<typeof mountAgentRoutes>[0]): void => mountAgentRoutes(scope, routes)
  const app = aTestApi({ db, clock, operations: {}, handlers: {}, extraRoutes })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  close = async () => {
    await app.close()
    await opened.close()
  }
})
afterAll(() => close())

let builtIn: HandRunner
beforeEach(async () => {
  for (const { id } of await listKeysOfPublicLocations(service.store))
    await revokePublicLocationKey(service.store, id, service.clock.now())
  await service.db.rows('delete from run_tasks')
  await service.db.rows('delete from checks')
  builtIn = new HandRunner(service.store, service.clock)
})

const keyOf = (region: string) =>
  createPublicLocationKey(service.store, { region, name: 'agents' }, new Date(service.clock.now()))

/** Makes so many checks of an account due in Ireland. */
async function due(...counts: readonly number[]): Promise<string[]> {
  const accounts: string[] = []
  for (const count of counts) {
    const { accountId } = await service.account()
    accounts.push(accountId)
    for (let index = 0; index < count; index += 1) await service.check(accountId, { frequency: 1, retryStrategy: null })
  }
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 1_000)
  return accounts
}

interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

class TestAgent {
  readonly id = randomId()
  readonly key: string

  constructor(key: string) {
    this.key = key
  }

  hello(): Promise<Reply> {
    return this.send(agentPaths.hello, {
      protocol: protocolRange,
      agentId: this.id,
      name: 'an agent of a test',
      version: '0.1.0',
      places: 10,
      capabilities: { checkTypes: [...wireCheckTypes], runtimes: [], features: [] },
    })
  }

  async claim(limit = 100): Promise<readonly RunTask[]> {
    const body = { claimId: randomId(), limit, running: 0, waitMs: 0 }
    const reply = await this.send(agentPaths.claim, body)
    if (reply.status !== 200) throw new Error(`The claim was answered with ${reply.status}.`)
    return reply.body['tasks'] as RunTask[]
  }

  async send(path: string, body: object): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${this.key}`,
      'content-type': 'application/json',
      [agentHeaders.agentId]: this.id,
    }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

async function connected(region = 'eu-west-1'): Promise<{ readonly agent: TestAgent; readonly keyId: string }> {
  const { key, id } = await keyOf(region)
  const agent = new TestAgent(key)
  const { status } = await agent.hello()
  if (status !== 200) throw new Error(`The hello was answered with ${status}.`)
  return { agent, keyId: id }
}

describe('keys of public locations', () => {
  it('are shown once, stored as a hash, and recognizable by their prefix', async () => {
    const { key } = await keyOf('eu-west-1')
    expect(key).toMatch(/^belfry_loc_[0-9a-f]{48}$/)
    const stored = JSON.stringify(await service.db.rows('select * from public_location_keys'))
    expect(stored).not.toContain(key.slice('belfry_loc_'.length))
    expect(await listKeysOfPublicLocations(service.store)).toMatchObject([
      { region: 'eu-west-1', masked: `belfry_loc_...${key.slice(-4)}`, isServedByAgents: false },
    ])
  })

  it('are two of each location at most, also when several are created at once', async () => {
    const made = await Promise.allSettled([1, 2, 3, 4].map(() => keyOf('eu-west-1')))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await keyOf('us-east-1')).key).toBeDefined()
    await expect(keyOf('eu-west-1')).rejects.toMatchObject({ code: 'PUBLIC_LOCATION_KEYS_FULL' })
  })

  it('are made only for locations of this installation', async () => {
    await expect(keyOf('moon')).rejects.toMatchObject({ code: 'PUBLIC_LOCATION_UNKNOWN' })
  })

  it('open no API, and are rejected from the call after their revocation', async () => {
    const { agent, keyId } = await connected()
    expect((await service.as(agent.key)('GET', '/v1/checks')).status).toBe(401)
    await due(1)
    const [task] = await agent.claim()
    await revokePublicLocationKey(service.store, keyId, service.clock.now())
    const lease = { taskId: task?.id, leaseToken: task?.leaseToken }
    expect((await agent.send(agentPaths.renew, { leases: [lease] })).status).toBe(401)
    expect((await agent.hello()).status).toBe(401)
  })
})

describe('a public location', () => {
  it('is served by the built-in runner until an agent has connected, and by agents alone from then on', async () => {
    const { key } = await keyOf('eu-west-1')
    await due(1)
    expect(await builtIn.claim()).toHaveLength(1)
    const agent = new TestAgent(key)
    expect((await agent.hello()).body).toMatchObject({
      location: { kind: 'public', code: 'eu-west-1', name: 'Ireland' },
    })
    await due(1)
    expect(await builtIn.claim()).toEqual([])
    expect((await agent.claim()).length).toBeGreaterThan(0)
  })

  it('stays with agents when they are gone, and while keys are rotated, until the last key is revoked', async () => {
    const { keyId } = await connected()
    const next = await keyOf('eu-west-1')
    expect(await revokePublicLocationKey(service.store, keyId, service.clock.now())).toEqual({
      region: 'eu-west-1',
      wasLast: false,
    })
    await due(1)
    expect(await builtIn.claim()).toEqual([])
    expect(await revokePublicLocationKey(service.store, next.id, service.clock.now())).toEqual({
      region: 'eu-west-1',
      wasLast: true,
    })
    expect(await builtIn.claim()).toHaveLength(1)
  })

  it('is without agent from the goodbye of its last one to the next call, which is kept', async () => {
    const { agent } = await connected()
    const [accountId = ''] = await due(1)
    const endedAt = new Date(service.clock.now())
    expect(await findUnobserved(service.db, accountId)).toEqual(new Map())
    await agent.send(agentPaths.goodbye, {})
    const [unobserved] = (await findUnobserved(service.db, accountId)).values()
    expect(unobserved).toMatchObject({ reason: 'NO_AGENT', since: endedAt, places: [{ name: 'Ireland' }] })
    service.clock.advance(minuteMs)
    await agent.hello()
    expect(await findUnobserved(service.db, accountId)).toEqual(new Map())
    const span = { queue: 'eu-west-1', since: endedAt, until: new Date(service.clock.now()) }
    expect(await listUnservedSpans(service.db, accountId, endedAt)).toEqual([span])
  })

  it('is without agent when its last one was lost for 45 seconds', async () => {
    await connected()
    const [accountId = ''] = await due(1)
    await watchLocations(service.store, service.clock.now())
    expect((await findUnobserved(service.db, accountId)).size).toBe(1)
  })

  it('is blind while one of its agents says so, by the clock of the service, until it says that it sees again', async () => {
    const { agent } = await connected()
    const [accountId = ''] = await due(1)
    await service.db.rows('delete from blind_times')
    const since = service.clock.now()
    const tell = (until: number | null) =>
      agent.send(agentPaths.health, {
        running: 0,
        blind: { since: since + minuteMs, until, silent: ['gateway 10.0.0.1'] },
      })
    expect((await tell(null)).status).toBe(200)
    const spans = () => listUnservedSpans(service.db, accountId, new Date(since - 1))
    expect(await spans()).toContainEqual({ queue: 'eu-west-1', since: new Date(since), until: null })
    expect(await service.db.rows('select location_name, silent, runner_id from blind_times')).toEqual([
      {
        locationName: 'Ireland',
        silent: 'gateway 10.0.0.1',
        runnerId: expect.stringMatching(/^eu-west-1 [\da-f-]{36}$/),
      },
    ])
    await tell(since + 2 * minuteMs)
    expect(await spans()).toContainEqual({ queue: 'eu-west-1', since: new Date(since), until: new Date(since) })
    expect((await agent.send(agentPaths.health, { running: 0, blind: { since: 'now' } })).status).toBe(400)
  })

  it('leaves the other locations to the built-in runner', async () => {
    const { agent } = await connected('us-east-1')
    await due(2)
    expect(await agent.claim()).toEqual([])
    expect(await builtIn.claim()).toHaveLength(2)
  })

  it('does not go to agents by a hello that its revocation overtakes', async () => {
    const { key, id } = await keyOf('eu-west-1')
    const agent = new TestAgent(key)
    await Promise.all([agent.hello(), revokePublicLocationKey(service.store, id, service.clock.now())])
    expect(await service.db.rows('select region from agent_locations')).toEqual([])
  })
})

describe('agents of a public location', () => {
  it('run the checks of all accounts, each run once', async () => {
    const { agent } = await connected()
    const second = await connected()
    const accounts = await due(3, 3)
    const claimed = (await Promise.all([agent.claim(3), second.agent.claim(3), agent.claim(3)])).flat()
    const rest = await agent.claim()
    const all = [...claimed, ...rest]
    expect(new Set(all.map(({ accountId }) => accountId))).toEqual(new Set(accounts))
    expect(all.map(({ id }) => id).toSorted()).toEqual([...new Set(all.map(({ id }) => id))].toSorted())
    expect(all).toHaveLength(6)
  })

  it('give each account its share when one of them floods the location', async () => {
    const { agent } = await connected()
    const [flood = '', ...others] = await due(60, 3, 3)
    const claimed = await agent.claim(9)
    const of = (accountId: string): number => claimed.filter((task) => task.accountId === accountId).length
    expect([of(flood), ...others.map(of)]).toEqual([3, 3, 3])
  })

  it('do not leave an account waiting for another one even when they claim runs one by one', async () => {
    const { agent } = await connected()
    const [, other] = await due(200, 1)
    // 60 times the flooding account alone: once in 2^60.
    let turns = 0
    for (let isFound = false; !isFound; turns += 1)
      isFound = (await agent.claim(1)).some(({ accountId }) => accountId === other)
    expect(turns).toBeLessThan(60)
  })
})
