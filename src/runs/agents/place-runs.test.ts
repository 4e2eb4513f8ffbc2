import { beforeAll, describe, expect, test } from 'vitest'
import { lacksOf, privateLocationQueue, wireCheckTypes } from '#contract'
import type { AgentCapabilities, RunTask } from '#contract'
import { PreparedChecks } from '../prepare/prepared-checks.ts'
import { claimAgentRuns } from './agent-runs.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'
import { expireRuns, unclaimedLimitMs } from '../queue/expire-runs.ts'
import { samplePrivateQueues } from '../queue/sample-private-queues.ts'
import { minuteMs, randomId } from '#kernel'
import { countClaimableRuns, noteServed, saveAgent } from '#storage/agents'
import { listCounters } from '#storage/runs'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const publicUrl = 'https://belfry.example'
const all: AgentCapabilities = { checkTypes: [...wireCheckTypes], runtimes: [], features: [] }
const without = (...names: string[]): AgentCapabilities => ({
  ...all,
  features: names.map((name) => ({ name, isAvailable: false, detail: '' })),
})
const tcp = { name: 'inside', request: { hostname: 'db.internal', port: 5432 }, frequency: 1 }
const ipv6 = { ...tcp, request: { ...tcp.request, ipFamily: 'IPv6' } }

async function scene() {
  const { account, send } = await service.owner()
  const { accountId } = account
  const { id } = (await send('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })).body as {
    id: string
  }
  const queue = privateLocationQueue(accountId, 'office')
  const checks = new PreparedChecks(service.store)
  const now = () => service.clock.now()
  return {
    accountId,
    send,
    queue,
    check: async (body: object, route = 'tcp'): Promise<string> => {
      const given = { locations: [], privateLocations: ['office'], ...body }
      const created = await send('POST', `/v1/checks/${route}`, given)
      expect(created).toMatchObject({ status: 201 })
      return (created.body as { id: string }).id
    },
    /** An agent, by its claim of up to so many runs. */
    agent: async (capabilities: AgentCapabilities) => {
      const agentId = randomId()
      const row = { queue, id: agentId, accountId, locationId: id, name: 'a', version: '1.0.0', protocol: 1 }
      await saveAgent(service.db, { ...row, capabilities, places: 9, running: 0 }, new Date(now()))
      await noteServed(service.db, { accountId, id }, new Date(service.clock.now()))
      return (limit = 10): Promise<RunTask[]> =>
        claimAgentRuns(service.store, checks, {
          holder: { queue, runnerId: agentId },
          claimId: randomId(),
          limit,
          lacks: lacksOf(capabilities),
          nowMs: now(),
          publicUrl,
          chance: { randomNumber: () => 1, uuid: randomId },
        })
    },
    enqueue: async () => {
      service.clock.advance(minuteMs)
      await enqueueDueRuns(service.store, now(), 1000)
    },
    count: async (name: string) => {
      const found = (await listCounters(service.db)).find((row) => row.name === name && row.label === queue)
      return found?.value ?? 0
    },
    id,
  }
}

const checkIds = (tasks: readonly RunTask[]): string[] => tasks.map(({ checkId }) => checkId)

describe('runs that need more than an agent has', () => {
  test('are handed only to agents that can make them, and hold up no other run', async () => {
    const { check, agent, enqueue, queue, count } = await scene()
    const hard = await check(ipv6)
    const easy = await check(tcp)
    const [old, modern] = [await agent(without('ipv6')), await agent(all)]
    await enqueue()
    expect(checkIds(await old(1))).toEqual([easy])
    expect(await old()).toEqual([])
    const waiting = async (capabilities: AgentCapabilities) =>
      countClaimableRuns(service.db, {
        asked: [{ queue, lacks: lacksOf(capabilities) }],
        now: new Date(service.clock.now()),
        limit: 10,
      })
    expect(await waiting(without('ipv6'))).toEqual([0])
    expect(await waiting(all)).toEqual([1])
    expect(checkIds(await modern())).toEqual([hard])
    expect(await count('lost_runs')).toBe(0)
  })

  test('end with a result that says what is missing when no agent can make them, and alert nobody', async () => {
    const { check, agent, enqueue, send, count } = await scene()
    const ping = await check({ name: 'ping', request: { hostname: 'a.internal' }, frequency: 1 }, 'icmp')
    const claim = await agent(without('icmp'))
    const beforehand = [
      {
        location: 'office',
        problem: expect.stringContaining('Missing on them, or forbidden by their policies: ICMP echo requests.'),
      },
    ]
    expect((await send('GET', `/v1/check-statuses/${ping}`)).body).toMatchObject({ locationProblems: beforehand })
    for (let run = 0; run < 3; run += 1) {
      await enqueue()
      expect(await claim()).toEqual([])
    }
    const results = (await send('GET', `/v1/check-results/${ping}?limit=10`)).body as object[]
    expect(results).toHaveLength(3)
    expect(JSON.stringify(results[0])).toContain('Missing on them, or forbidden by their policies: ICMP echo requests.')
    expect(results[0]).toMatchObject({ hasErrors: true })
    expect(await service.db.rows(`select from check_alerts where check_id = $1`, [ping])).toEqual([])
    expect((await send('GET', `/v1/check-statuses/${ping}`)).body).toMatchObject({ hasFailures: false })
    expect(await service.db.rows(`select from run_tasks where check_id = $1`, [ping])).toEqual([])
    expect(await count('unable_runs')).toBe(3)
  })

  test('of other locations still decide the alert of their check', async () => {
    const { check, agent, enqueue } = await scene()
    const ping = await check(
      {
        name: 'ping',
        request: { hostname: 'a.internal' },
        frequency: 1,
        locations: ['eu-west-1'],
        runParallel: true,
        retryStrategy: null,
      },
      'icmp',
    )
    const claim = await agent(without('icmp'))
    const hand = new HandRunner(service.store, service.clock)
    await enqueue()
    expect(await claim()).toEqual([])
    await hand.settle(await hand.claim(), 'failed')
    const alerts = await service.db.rows<{ alertType: string }>(
      `select alert_type from check_alerts where check_id = $1`,
      [ping],
    )
    expect(alerts).toEqual([{ alertType: 'ALERT_FAILURE' }])
  })
})

describe('runs whose agent is gone', () => {
  test('go to another agent when the lease ends, sooner for short types, and are counted', async () => {
    const { check, agent, enqueue, count } = await scene()
    const id = await check(tcp)
    const [first, second] = [await agent(all), await agent(all)]
    await enqueue()
    expect(checkIds(await first())).toEqual([id])
    service.clock.advance(44_000)
    expect(await second()).toEqual([])
    service.clock.advance(2_000)
    expect(checkIds(await second())).toEqual([id])
    expect(await count('lost_runs')).toBe(1)
  })

  test('are dropped after six minutes without another, counted, and visible in the metrics of the location', async () => {
    const { check, enqueue, send, id, count } = await scene()
    const checkId = await check(tcp)
    await enqueue()
    service.clock.advance(2 * minuteMs)
    await samplePrivateQueues(service.store, service.clock.now())
    service.clock.advance(unclaimedLimitMs)
    await expireRuns(service.store, { nowMs: service.clock.now(), publicUrl })
    await samplePrivateQueues(service.store, service.clock.now())
    const [from, to] = [service.clock.now() - 20 * minuteMs, service.clock.now() + minuteMs].map((at) =>
      encodeURIComponent(new Date(at).toISOString()),
    )
    const metrics = await send('GET', `/v1/private-locations/${id}/metrics?from=${from}&to=${to}`)
    expect(metrics.body).toMatchObject({ queueSize: [1, 0], oldestScheduledCheckRun: [120, 0], droppedRuns: [0, 1] })
    expect(await count('dropped_runs')).toBe(1)
    const sessions = await service.db.rows(`select status from check_sessions where check_id = $1`, [checkId])
    expect(sessions).toEqual([{ status: 'TIMED_OUT' }])
  })
})
