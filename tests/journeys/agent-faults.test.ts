import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunningEmbeddedPostgres, openDatabase } from '#storage'
import type { Database } from '#storage'
import { startAgentProcess } from '../support/agent-process.ts'
import type { AgentProcess } from '../support/agent-process.ts'
import { aCuttableLink } from '../support/cuttable-link.ts'
import type { CuttableLink } from '../support/cuttable-link.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { httpServer } from '../support/local-servers.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'

const dataDir = await initialisedDataDir()
const turnedClock = join(import.meta.dirname, '../support/turned-clock.ts')
const hourMs = 3_600_000
const agents: AgentProcess[] = []
let port: number
let server: ServerProcess
let link: CuttableLink
let db: Database
let location: { readonly id: string; readonly keys: readonly { readonly id: string; readonly rawKey: string }[] }

const connectToStored = async (): Promise<Database> =>
  openDatabase({ connectionString: (await findRunningEmbeddedPostgres(dataDir)) ?? '', maxConnections: 2 })

const startAgent = async (changes: Readonly<Record<string, string>> = {}): Promise<AgentProcess> => {
  const API_KEY = location.keys[0]?.rawKey ?? ''
  const agent = await startAgentProcess({ BELFRY_URL: link.url, API_KEY, JOB_CONCURRENCY: '10', ...changes })
  agents.push(agent)
  return agent
}

beforeAll(async () => {
  port = await freePort()
  server = await startServerProcess({ dataDir, port })
  link = await aCuttableLink(port)
  db = await connectToStored()
  const made = await server.call('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
  location = made.body as typeof location
})

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.kill()))
  link.close()
  await db.close()
  await server.stop()
  removeDataDir(dataDir)
})

interface HeldRun {
  readonly checkId: string
  /** The id of the run whose request is held. */
  readonly id: string
  readonly answer: () => void
}

/** A check whose first request waits for its answer; returns when it is waiting. */
async function heldRun(): Promise<HeldRun> {
  const arrived = Promise.withResolvers<ServerResponse>()
  let requests = 0
  const target = await httpServer((_request, response) => {
    requests += 1
    if (requests > 1) return void response.end('ok')
    arrived.resolve(response)
  })
  const made = await server.call('POST', '/v1/checks/api', {
    name: 'Held',
    locations: [],
    privateLocations: ['office'],
    frequency: 0,
    frequencyOffset: 10,
    retryStrategy: null,
    // A restart of the server may take long while a run is held.
    degradedResponseTime: 30_000,
    maxResponseTime: 30_000,
    request: { url: `http://127.0.0.1:${target.port}/`, method: 'GET' },
  })
  expect(made).toMatchObject({ status: 201 })
  const { id: checkId } = made.body as { readonly id: string }
  const response = await arrived.promise
  const [task] = await db.rows<{ id: string }>(`select id from run_tasks where check_id = $1`, [checkId])
  return { checkId, id: task?.id ?? '', answer: () => void response.end('ok') }
}

const outcomeOf = (id: string): Promise<string> =>
  eventually(
    'the result of the run',
    async () =>
      (await db.rows<{ outcome: string }>(`select outcome from check_results where id = $1`, [id]))[0]?.outcome,
    120_000,
  )

const remove = async ({ checkId }: HeldRun): Promise<void> => {
  const failed = await db.rows(`select id from check_results where check_id = $1 and outcome <> 'passed'`, [checkId])
  expect(failed, 'failures that only a fault of ours caused').toEqual([])
  expect((await server.call('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
}

const expectNoneDoubled = async (): Promise<void> =>
  expect(
    await db.rows(
      `select check_id from check_results group by check_id, location, scheduled_for, attempt having count(*) > 1`,
    ),
  ).toEqual([])

it('a run during which the network of its agent is cut is reported once when the network is back', async () => {
  const agent = await startAgent()
  const run = await heldRun()
  const reported = link.delivered('/agent/v1/report')
  const refused = link.refused()
  link.cut()
  run.answer()
  await eventually('the agent to be refused several times', async () => link.refused() > refused + 2)
  expect(link.delivered('/agent/v1/report')).toBe(reported)
  link.heal()
  expect(await outcomeOf(run.id)).toBe('passed')
  await expectNoneDoubled()
  await remove(run)
  expect(await agent.stop()).toBe(0)
})

it('a report whose answer is cut off is sent again and counts once', async () => {
  const agent = await startAgent()
  const run = await heldRun()
  const before = link.delivered('/agent/v1/report')
  const isCut = link.cutAnswerOf('/agent/v1/report')
  run.answer()
  await isCut
  link.heal()
  await eventually('the second report', async () => link.delivered('/agent/v1/report') > before + 1)
  expect(await outcomeOf(run.id)).toBe('passed')
  await expectNoneDoubled()
  await remove(run)
  expect(await agent.stop()).toBe(0)
})

it('a run that is under way while its server is killed is reported to the next server', async () => {
  const agent = await startAgent()
  const run = await heldRun()
  await server.kill()
  server = await startServerProcess({ dataDir, port })
  await db.close()
  db = await connectToStored()
  run.answer()
  expect(await outcomeOf(run.id)).toBe('passed')
  await expectNoneDoubled()
  await remove(run)
  expect(await agent.stop()).toBe(0)
})

it('an agent whose clock is an hour ahead reports the times of the server', async () => {
  const clockFile = join(dataDir, 'turned-clock-of-agent')
  writeFileSync(clockFile, String(hourMs))
  const agent = await startAgent({ NODE_OPTIONS: `--import=${turnedClock}`, TURNED_CLOCK_FILE: clockFile })
  const run = await heldRun()
  run.answer()
  expect(await outcomeOf(run.id)).toBe('passed')
  const [row] = await db.rows<{ stoppedAt: Date }>(`select stopped_at from check_results where id = $1`, [run.id])
  expect(Math.abs(Date.now() - Number(row?.stoppedAt))).toBeLessThan(hourMs / 2)
  await remove(run)
  expect(await agent.stop()).toBe(0)
})

it('an agent that is stopped in mid-run finishes and reports the run before it ends with 0', async () => {
  const agent = await startAgent()
  const run = await heldRun()
  const ended = agent.stop()
  await eventually('the stop to begin', async () => agent.output().split('Waiting for runs.')[1]?.trim() !== '')
  run.answer()
  expect(await ended).toBe(0)
  expect(await outcomeOf(run.id)).toBe('passed')
  await remove(run)
})

it('a key is replaced without a gap: the run of the old key is reported, the next goes to the new key', async () => {
  const old = await startAgent()
  const run = await heldRun()
  const made = await server.call('POST', `/v1/private-locations/${location.id}/keys`)
  const { rawKey } = made.body as { readonly rawKey: string }
  const next = await startAgent({ API_KEY: rawKey })
  run.answer()
  expect(await old.stop()).toBe(0)
  expect(await outcomeOf(run.id)).toBe('passed')
  await server.call('DELETE', `/v1/private-locations/${location.id}/keys/${location.keys[0]?.id}`)
  const later = await heldRun()
  later.answer()
  expect(await outcomeOf(later.id)).toBe('passed')
  await remove(run)
  await remove(later)
  location = { ...location, keys: [{ id: '', rawKey }] }
  expect(await next.stop()).toBe(0)
})

it('fifty agents whose claims wait while the server is killed get the same claims answered by the next server', async () => {
  const call = (agentId: string, path: string, body: object): Promise<Response> =>
    fetch(`${server.url}/agent/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${location.keys[0]?.rawKey}`,
        'content-type': 'application/json',
        'x-belfry-agent': agentId,
      },
      body: JSON.stringify(body),
    })
  const capabilities = { checkTypes: ['API'], runtimes: [], features: [] }
  const waiting = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const agentId = randomUUID()
      const hello = {
        protocol: { min: 1, max: 1 },
        agentId,
        name: `a${index}`,
        version: '0.1.0',
        places: 1,
        capabilities,
      }
      expect((await call(agentId, 'hello', hello)).status).toBe(200)
      const claim = { claimId: randomUUID(), isRepeated: false, limit: 1, running: 0, waitMs: 50_000 }
      return {
        agentId,
        claim,
        cut: call(agentId, 'v1/claim', claim).then(
          () => false,
          () => true,
        ),
      }
    }),
  )
  await server.kill()
  expect(await Promise.all(waiting.map(({ cut }) => cut))).toEqual(waiting.map(() => true))
  server = await startServerProcess({ dataDir, port })
  await db.close()
  db = await connectToStored()
  const answers = await Promise.all(
    waiting.map(({ agentId, claim }) => call(agentId, 'v1/claim', { ...claim, isRepeated: true, waitMs: 0 })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
