import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunTask } from '#contract'
import { minuteMs } from '#kernel'
import { findLostLeases } from '#storage/runs'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let send: Send
beforeAll(() => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
})

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)

async function aSuite(fields: object = {}): Promise<string> {
  const body = { name: 'shop', codeBundlePath: 'bundles/1', frequency: 10, locations: ['eu-west-1'], ...fields }
  return String(field((await send('POST', '/v1/checks/playwright', body)).body, 'id'))
}

/** A session that a person starts, with the runs that a runner takes. */
async function started(checkId: string, by = runner): Promise<{ id: string; tasks: RunTask[] }> {
  const { body } = await send('POST', '/v2/check-sessions/trigger', { target: { checkId: [checkId] } })
  const [session] = field(body, 'sessions') as readonly unknown[]
  return { id: String(field(session, 'checkSessionId')), tasks: await by.claim() }
}
const cancel = (id: string, body?: object) => send('POST', `/v1/check-sessions/${id}/cancel`, body)
const read = async (id: string) => (await send('GET', `/v2/check-sessions/${id}`)).body

describe('a suite in two locations', () => {
  const inTwo = { locations: ['eu-west-1', 'us-east-1'], runParallel: true }

  it('of which one run is cancelled, goes on in the other, and is cancelled when that ends', async () => {
    const checkId = await aSuite(inTwo)
    const { id, tasks } = await started(checkId)
    const [first, second] = tasks
    if (first === undefined || second === undefined) throw new Error('two runs')
    expect(await findLostLeases(service.db, [leaseOf(first), leaseOf(second)])).toEqual([])
    expect((await cancel(id, { sequenceId: [(await sequencesOf(id))[first.location]] })).status).toBe(204)
    expect(await findLostLeases(service.db, [leaseOf(first), leaseOf(second)])).toEqual([leaseOf(first)])
    expect(await read(id)).toMatchObject({ status: 'PROGRESS', results: [{ isCancelled: true, hasFailures: false }] })
    // The report of a cancelled run comes too late.
    await runner.settle([first], 'failed')
    await runner.settle([second], 'failed')
    const ended = await read(id)
    expect(ended).toMatchObject({ status: 'CANCELLED', stoppedAt: expect.any(String) })
    expect(field(ended, 'results')).toHaveLength(2)
    expect((await send('GET', `/v1/check-statuses/${checkId}`)).body).toMatchObject({ hasFailures: true })
  })

  it('that is cancelled as a whole, changes no state and no metric of its check', async () => {
    const checkId = await aSuite(inTwo)
    const { id } = await started(checkId)
    expect((await cancel(id)).status).toBe(204)
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', stoppedAt: expect.any(String) })
    expect(
      await service.db.rows('select is_cancelled, measured from check_results where check_id = $1', [checkId]),
    ).toEqual([
      { isCancelled: true, measured: null },
      { isCancelled: true, measured: null },
    ])
    expect(await service.db.rows('select id from run_tasks where check_id = $1', [checkId])).toEqual([])
    expect((await send('GET', `/v1/check-statuses/${checkId}`)).body).not.toMatchObject({ hasFailures: true })
    expect((await cancel(id)).status).toBe(204)
  })
})

it('a scheduled run, and one of another type, cannot be cancelled', async () => {
  const suite = await aSuite({ frequency: 1 })
  service.clock.advance(2 * minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  const task = (await runner.claim()).find((one) => one.checkId === suite)
  const faults = [await cancel(task?.sessionId ?? '')]
  const request = { hostname: 'shop.example', port: 443 }
  const tcp = await send('POST', '/v1/checks/tcp', { name: 'tcp', locations: ['eu-west-1'], request })
  faults.push(await cancel((await started(String(field(tcp.body, 'id')))).id))
  expect(faults).toMatchObject([
    { status: 400, body: { attributes: { code: 'CANCEL_NOT_POSSIBLE' } } },
    { status: 400, body: { attributes: { code: 'CANCEL_NOT_POSSIBLE' } } },
  ])
})

it('a suite has its project and its variables in its task, and is not retried', async () => {
  const fields = { pwTags: ['smoke'], workingDir: 'web', retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0 } }
  const { tasks } = await started(await aSuite(fields))
  const [task] = tasks
  expect(task?.code?.suite).toEqual({
    codeBundlePath: 'bundles/1',
    workingDirectory: 'web',
    installCommand: '',
    testCommand: 'npx playwright test',
    browsers: ['chromium'],
    projects: [],
    tags: ['smoke'],
    engine: null,
    engineVersion: null,
    playwrightVersion: null,
    cacheHash: null,
  })
  const environment = environmentOf(task)
  expect(environment).toMatchObject({ SERVICE: '1', SERVICE_RUN_SOURCE: 'TRIGGER_API', SERVICE_REGION: 'eu-west-1' })
  expect(environment).not.toHaveProperty('CI')
  expect(environment).not.toHaveProperty('CHECKLY')
  await runner.settle(tasks, 'failed')
  expect(await runner.claim()).toEqual([])
})

it('a suite of a service in drop-in mode has the variables of the hosted product as well', async () => {
  const checkId = await aSuite()
  const { tasks } = await started(checkId, new HandRunner(service.store, service.clock, { isDropIn: true }))
  expect(environmentOf(tasks[0])).toMatchObject({
    SERVICE: '1',
    CHECKLY: '1',
    CHECKLY_RUN_SOURCE: 'TRIGGER_API',
    CHECKLY_CHECK_ID: checkId,
    CHECKLY_REGION: 'eu-west-1',
  })
})

const environmentOf = (task: RunTask | undefined) =>
  Object.fromEntries((task?.code?.environment ?? []).map(({ key, value }) => [key, value]))

const leaseOf = ({ id: taskId, leaseToken }: RunTask) => ({ taskId, leaseToken })

async function sequencesOf(sessionId: string): Promise<Readonly<Record<string, string>>> {
  const rows = await service.db.rows<{ queue: string; sequenceId: string }>(
    'select queue, sequence_id from run_tasks where session_id = $1',
    [sessionId],
  )
  return Object.fromEntries(rows.map(({ queue, sequenceId }) => [queue, sequenceId]))
}
