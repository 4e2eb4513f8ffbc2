import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#kernel'
import { httpServer } from '../support/local-servers.ts'
import { useServer } from '../support/test-server.ts'
import type { ServedAccount } from '../support/test-server.ts'

interface Location {
  readonly id: string
  readonly keys: readonly { readonly id: string; readonly rawKey: string }[]
}

const server = useServer()
let account: ServedAccount
let location: Location
let key: string

beforeAll(async () => {
  account = await server.account()
  location = asLocation(await account.create('/v1/private-locations', { name: 'Office', slugName: 'office' }))
  key = location.keys[0]?.rawKey ?? ''
})

/** The answer of the operation. */
const asLocation = (made: object): Location => made as Location

interface HeldRun {
  readonly checkId: string
  /** The id of the run whose request is held. */
  readonly id: string
  readonly answer: () => void
  /** Resolves when everything has come to rest, after the answer. */
  readonly over: Promise<void>
}

const checkOf = (port: number) => ({
  name: 'Watched',
  locations: [],
  privateLocations: ['office'],
  frequency: 0,
  frequencyOffset: 10,
  retryStrategy: null,
  degradedResponseTime: 30_000,
  maxResponseTime: 30_000,
  request: { url: `http://127.0.0.1:${port}/`, method: 'GET' },
})

/** A check whose first request waits for its answer; returns when it is waiting. */
async function heldRun(): Promise<HeldRun> {
  const arrived = Promise.withResolvers<ServerResponse>()
  let requests = 0
  const target = await httpServer((_request, response) => {
    requests += 1
    if (requests > 1) return void response.end('ok')
    arrived.resolve(response)
  })
  const { id } = await account.create('/v1/checks/api', checkOf(target.port))
  const over = server.advance(10 * secondMs)
  const response = await arrived.promise
  const [task] = await server.db.rows<{ id: string }>(`select id from run_tasks where check_id = $1`, [id])
  return { checkId: String(id), id: task?.id ?? '', over, answer: () => void response.end('ok') }
}

/** A check of the private location whose target answers at once. */
async function answeredCheck() {
  let requests = 0
  const target = await httpServer((_request, response) => {
    requests += 1
    response.end('ok')
  })
  const { id } = await account.create('/v1/checks/api', checkOf(target.port))
  return { id: String(id), answered: () => requests }
}

async function outcomeOf({ id }: HeldRun): Promise<string | undefined> {
  const [row] = await server.db.rows<{ outcome: string }>(`select outcome from check_results where id = $1`, [id])
  return row?.outcome
}

/** Removes the check, after a look at all its results: none failed by a fault of ours, and none is there twice. */
async function remove({ checkId }: Pick<HeldRun, 'checkId'>): Promise<void> {
  const failed = `select id from check_results where check_id = $1 and outcome <> 'passed'`
  expect(await server.db.rows(failed, [checkId])).toEqual([])
  const doubled = `select check_id from check_results group by check_id, location, scheduled_for, attempt having count(*) > 1`
  expect(await server.db.rows(doubled)).toEqual([])
  expect((await account.call('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
}

it('a run during which the network of its agent is cut is reported once when the network is back', async () => {
  const agent = await server.startAgent({ key })
  const run = await heldRun()
  const reported = agent.link.delivered('/agent/v1/report')
  agent.link.cut()
  run.answer()
  await run.over
  await server.advance(10 * secondMs)
  expect(agent.link.refused()).toBeGreaterThan(2)
  expect(agent.link.delivered('/agent/v1/report')).toBe(reported)
  agent.link.heal()
  await server.advance(30 * secondMs)
  expect(await outcomeOf(run)).toBe('passed')
  await remove(run)
  await agent.stop()
})

it('a report whose answer is cut off is sent again and counts once', async () => {
  const agent = await server.startAgent({ key })
  const run = await heldRun()
  const before = agent.link.delivered('/agent/v1/report')
  const isCut = agent.link.cutAnswerOf('/agent/v1/report')
  run.answer()
  await isCut
  agent.link.heal()
  await run.over
  await server.advance(10 * secondMs)
  expect(agent.link.delivered('/agent/v1/report')).toBeGreaterThan(before + 1)
  expect(await outcomeOf(run)).toBe('passed')
  await remove(run)
  await agent.stop()
})

it('a claim whose answer is cut off is sent again, and its run does not wait for the end of a lease', async () => {
  const agent = await server.startAgent({ key })
  const claims = (): number => agent.link.delivered('/agent/v1/claim')
  const before = claims()
  const isCut = agent.link.cutAnswerOf('/agent/v1/claim')
  // The claim that waits already is answered; the next one is cut.
  while (claims() === before) await server.advance(5 * secondMs)
  const { id, answered } = await answeredCheck()
  const over = server.advance(10 * secondMs)
  await isCut
  expect(answered()).toBe(0)
  agent.link.heal()
  await over
  await server.advance(20 * secondMs)
  expect(answered()).toBeGreaterThan(0)
  await remove({ checkId: id })
  await agent.stop()
})

it('a run that is under way while its server crashes is reported to the next server', async () => {
  const agent = await server.startAgent({ key })
  const run = await heldRun()
  await server.crash()
  const started = server.start()
  run.answer()
  await Promise.all([started, run.over])
  await server.advance(10 * secondMs)
  expect(await outcomeOf(run)).toBe('passed')
  await remove(run)
  await agent.stop()
})

it('an agent whose clock is an hour ahead reports the times of the server', async () => {
  const agent = await server.startAgent({ key, clockAheadMs: hourMs })
  const run = await heldRun()
  run.answer()
  await run.over
  expect(await outcomeOf(run)).toBe('passed')
  const [row] = await server.db.rows<{ stoppedAt: Date }>(`select stopped_at from check_results where id = $1`, [
    run.id,
  ])
  expect(Math.abs(server.time.now() - Number(row?.stoppedAt))).toBeLessThan(minuteMs)
  await remove(run)
  await agent.stop()
})

it('an agent that is stopped in mid-run finishes and reports the run before it ends', async () => {
  const agent = await server.startAgent({ key })
  const run = await heldRun()
  const ended = agent.stop()
  run.answer()
  await Promise.all([ended, run.over])
  expect(await outcomeOf(run)).toBe('passed')
  await remove(run)
})

it('a key is replaced without a gap: the run of the old key is reported, the next goes to the new key', async () => {
  const old = await server.startAgent({ key })
  const run = await heldRun()
  const { rawKey } = await account.create(`/v1/private-locations/${location.id}/keys`)
  const next = server.startAgent({ key: String(rawKey) })
  const ended = old.stop()
  run.answer()
  await Promise.all([next, ended, run.over])
  expect(await outcomeOf(run)).toBe('passed')
  await account.call('DELETE', `/v1/private-locations/${location.id}/keys/${location.keys[0]?.id}`)
  const later = await heldRun()
  later.answer()
  await later.over
  expect(await outcomeOf(later)).toBe('passed')
  for (const each of [run, later]) await remove(each)
  key = String(rawKey)
  await (await next).stop()
})

it('fifty agents whose claims wait while the server crashes get the same claims answered by the next server', async () => {
  const call = (agentId: string, path: string, body: object): Promise<Response> =>
    fetch(`${server.url}/agent/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-belfry-agent': agentId },
      body: JSON.stringify(body),
    })
  const capabilities = { checkTypes: ['API'], runtimes: [], features: [] }
  const waiting = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const agentId = randomUUID()
      const protocol = { min: 1, max: 1 }
      const hello = { protocol, agentId, name: `a${index}`, version: '0.1.0', places: 1, capabilities }
      expect((await call(agentId, 'hello', hello)).status).toBe(200)
      const claim = { claimId: randomUUID(), isRepeated: false, limit: 1, running: 0, waitMs: 50_000 }
      const isCut = call(agentId, 'v1/claim', claim).then(
        () => false,
        () => true,
      )
      return { agentId, claim, isCut }
    }),
  )
  await server.crash()
  expect(await Promise.all(waiting.map(({ isCut }) => isCut))).toEqual(waiting.map(() => true))
  await server.start()
  const answers = await Promise.all(
    waiting.map(({ agentId, claim }) => call(agentId, 'v1/claim', { ...claim, isRepeated: true, waitMs: 0 })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
