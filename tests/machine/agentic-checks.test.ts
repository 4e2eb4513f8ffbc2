import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChatServer } from '../support/chat-server.ts'
import type { ChatServer } from '../support/chat-server.ts'
import { finishTurn, toolTurn } from '../support/model-turns.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

/** The form that the hosted product documents. */
const documented = Type.Object({
  summary: Type.String(),
  prompt: Type.String(),
  assertions: Type.Array(
    Type.Object({
      condition: Type.String(),
      passed: Type.Boolean(),
      actual: Type.String(),
      expected: Type.String(),
    }),
  ),
  suggestions: Type.Array(Type.Object({})),
  steps: Type.Array(
    Type.Object({
      type: Type.Enum(['tool_call', 'tool_result', 'message']),
      name: Type.String(),
      input: Type.Object({}),
      output: Type.String(),
      timestamp: Type.String(),
      sequenceNumber: Type.Integer(),
    }),
  ),
  errors: Type.Array(Type.Unknown()),
  artifactManifest: Type.Object({}),
})

const dataDir = await initialisedDataDir()
/** What the shop shows; null: it is down. */
let total: string | null = '12.50'
let path = '/basket'
let server: ServerProcess
let receiver: WebReceiver
let target: WebReceiver
let model: ChatServer

const turnsAt = (where: string) => [
  toolTurn(['request', { method: 'GET', url: `{{SHOP}}${where}` }]),
  toolTurn(['assert', { condition: 1, kind: 'body', expected: 'Total 12.50' }]),
  finishTurn('passed', 'The total is shown.'),
]
const exploring = [toolTurn(['plan', { conditions: ['The total is shown.'] }]), ...turnsAt('/basket')]
const repairing = turnsAt('/cart')

beforeAll(async () => {
  await testRuntimes().get('2026.04')
  target = await startWebReceiver((response, request) =>
    response.end(total !== null && request.path === path ? `Total ${total}` : 'Nothing here'),
  )
  receiver = await startWebReceiver((response) => response.end('thanks'))
  model = await startChatServer([...exploring, ...repairing, finishTurn('failed', 'The total is missing.')])
  const environment = { BELFRY_RUNTIMES_DIR: runtimesDirectory, BELFRY_LLM_URL: model.url, BELFRY_LLM_MODEL: 'small' }
  server = await startServerProcess({ dataDir, port: await freePort(), environment })
  const config = { name: 'receiver', url: receiver.url }
  await server.call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
  await server.call('POST', '/v1/variables', { key: 'SHOP', value: target.url.replace(/\/$/, '') })
})

afterAll(async () => {
  await server.stop()
  await model.close()
  await receiver[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
  removeDataDir(dataDir)
})

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)

/** The requests of explorations and repairs. Others ask for an analysis of a failure, which is automatic. */
const turns = () => model.requests.filter(({ body }) => body.tools !== undefined)

/** The results of a check, the latest first, once there are this many. */
const resultsOf = async (id: string, count: number): Promise<readonly unknown[]> => {
  const { found } = await eventually(`${count} results`, async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=10`)
    return Array.isArray(body) && body.length >= count ? { found: body as readonly unknown[] } : false
  })
  return found
}

/** Runs the check now, and waits until its result is stored. */
async function runOnce(id: string): Promise<void> {
  const { body } = await server.call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  const session = String(field(Reflect.get(Object(field(body, 'sessions')), 0), 'checkSessionId'))
  const path = `/v2/check-sessions/${session}/completion?maxWaitSeconds=30`
  await eventually('the run', async () => (await server.call('GET', path)).status === 200)
}

it('explores once, runs the script without a model, keeps a repair, and alerts about what is broken', async () => {
  const created = await server.call('POST', '/v1/checks', {
    checkType: 'AGENTIC',
    name: 'basket',
    prompt: 'Request {{SHOP}}/basket. The total is shown.',
    frequency: 1440,
    locations: ['eu-west-1'],
    retryStrategy: null,
    runtimeId: '2026.04',
  })
  expect(created).toMatchObject({ status: 201 })
  const id = String(field(created.body, 'id'))
  const again = () => runOnce(id)

  const [explored] = await resultsOf(id, 1)
  expect(explored).toMatchObject({
    hasFailures: false,
    hasErrors: false,
    agenticCheckResult: { summary: 'The total is shown.', assertions: [{ passed: true }] },
  })
  expect([...Value.Errors(documented, field(explored, 'agenticCheckResult'))]).toEqual([])
  expect(turns()).toHaveLength(exploring.length)

  await again()
  const [stored] = await resultsOf(id, 2)
  expect(stored).toMatchObject({
    hasFailures: false,
    agenticCheckResult: { summary: 'The stored script passed.', assertions: [{ passed: true }] },
  })
  expect(turns()).toHaveLength(exploring.length)

  path = '/cart'
  await again()
  const [repaired] = await resultsOf(id, 3)
  expect(repaired).toMatchObject({
    hasFailures: false,
    agenticCheckResult: { summary: expect.stringContaining('repaired') },
  })
  await again()
  expect((await resultsOf(id, 4))[0]).toMatchObject({ agenticCheckResult: { summary: 'The stored script passed.' } })
  expect(turns()).toHaveLength(exploring.length + repairing.length)

  total = null
  await again()
  const [failed] = await resultsOf(id, 5)
  expect(failed).toMatchObject({
    hasFailures: true,
    hasErrors: false,
    agenticCheckResult: { assertions: [{ passed: false, actual: expect.stringContaining('Total 12.50') }] },
  })
  await eventually('the alert', async () => receiver.requests.some(({ body }) => body.includes(id)))
  const asked = turns().length
  await again()
  expect((await resultsOf(id, 6))[0]).toMatchObject({ hasFailures: true })
  expect(turns()).toHaveLength(asked)
})
