import { beforeEach, describe, expect, test } from 'vitest'
import type { AgenticScript, LearnedScript, RunTask } from '#contract'
import { hourMs, minuteMs } from '#kernel'
import { checkInput } from '../../../tests/support/check-input.ts'
import { untilLocksAreAwaited } from '../../../tests/support/lock-waits.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { createCheck, deleteCheck, updateCheck } from '#management'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'
import { storeLearnedScripts } from './stored-scripts.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let accountId: string
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  accountId = (await service.account()).accountId
})

const callerOf = () => ({ accountId, role: 'OWNER', nowMs: service.clock.now() }) as const
const oldPrompt = 'Open https://shop.example/.'
const newPrompt = 'Open https://shop.example/cart.'

async function aPrompt(changes: object = {}): Promise<string> {
  const body = checkInput({
    name: 'Basket',
    prompt: oldPrompt,
    frequency: 5,
    locations: ['eu-west-1'],
    runParallel: true,
    retryStrategy: null,
    ...changes,
  })
  const { check } = await createCheck(service.store, callerOf(), {
    checkType: 'AGENTIC',
    body,
    autoAssignAlerts: false,
  })
  return check.id
}

const changePrompt = (id: string, prompt: string) =>
  updateCheck(service.store, callerOf(), { id, checkType: 'AGENTIC', body: checkInput({ prompt }) })

/** The tasks of the next tick of checks, claimed. */
async function tasksOf(...ids: string[]): Promise<RunTask[]> {
  service.clock.advance(10 * minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  return (await runner.claim()).filter(({ checkId }) => ids.includes(checkId))
}

async function taskOf(id: string): Promise<RunTask> {
  const [task] = await tasksOf(id)
  if (task === undefined) throw new Error('no run is due')
  return task
}

const storedOf = ({ code }: RunTask) => code?.agent?.stored ?? null
const scriptNamed = (script: string): AgenticScript => ({
  script,
  conditions: ['It opens.'],
  expectations: ['1: status 200'],
  needsBrowser: false,
})

/** The script that a run with this task learned: a script, or, with null, that its repair failed. */
const learnedBy = (task: RunTask, script: string | null): LearnedScript => ({
  version: task.code?.agent?.version ?? '',
  base: storedOf(task)?.id ?? null,
  script: script === null ? null : scriptNamed(script),
})
const reportOf = (task: RunTask, script: string | null) => ({
  ...runner.reportOf(task, script === null ? 'failed' : 'passed'),
  learned: learnedBy(task, script),
})
const settle = (task: RunTask, script: string | null) => runner.report([reportOf(task, script)])

/** A check with a stored script. */
async function learnedCheck(changes: object = {}): Promise<string> {
  const id = await aPrompt(changes)
  await settle(await taskOf(id), 'first')
  return id
}

describe('a learned script', () => {
  test('is what the next run of the check gets', async () => {
    const id = await aPrompt()
    const task = await taskOf(id)
    expect(storedOf(task)).toBeNull()
    await settle(task, 'first')
    expect(storedOf(await taskOf(id))).toMatchObject({ ...scriptNamed('first'), mayRepair: true })
  })

  test('is the first when several runs learn at once, in one batch or in several', async () => {
    for (const inOneBatch of [true, false]) {
      const id = await aPrompt({ locations: ['eu-west-1', 'us-east-1', 'ap-south-1'] })
      const tasks = await tasksOf(id)
      expect(tasks).toHaveLength(3)
      const reports = tasks.map((task, index) => reportOf(task, `run ${index}`))
      if (inOneBatch) await runner.report(reports)
      else for (const report of reports) await runner.report([report])
      expect(storedOf(await taskOf(id))).toMatchObject({ script: 'run 0' })
    }
  })

  test('is one of them when the reports of several runs are settled at the same time', async () => {
    const id = await aPrompt({ locations: ['eu-west-1', 'us-east-1'] })
    const [first, second] = (await tasksOf(id)).map((task) => reportOf(task, task.location))
    await Promise.all([runner.report(first ? [first] : []), runner.report(second ? [second] : [])])
    const stored = storedOf(await taskOf(id))
    expect(['eu-west-1', 'us-east-1']).toContain(stored?.script)
    expect(storedOf(await taskOf(id))?.id).toBe(stored?.id)
  })

  test('is dropped when the prompt changed while the run explored', async () => {
    const id = await aPrompt()
    const task = await taskOf(id)
    await changePrompt(id, newPrompt)
    await settle(task, 'of the old prompt')
    const next = await taskOf(id)
    expect(storedOf(next)).toBeNull()
    await settle(next, 'of the new prompt')
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'of the new prompt' })
  })

  test('of an old prompt does not replace that of the new one', async () => {
    const id = await aPrompt({ locations: ['eu-west-1', 'us-east-1'] })
    const [late] = await tasksOf(id)
    await changePrompt(id, newPrompt)
    await settle(await taskOf(id), 'of the new prompt')
    if (late) await settle(late, 'of the old prompt')
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'of the new prompt' })
  })

  test('waits for a change of the prompt that is not committed yet, and is dropped then', async () => {
    const id = await aPrompt()
    const task = await taskOf(id)
    const changed = Promise.withResolvers<void>()
    const isWaiting = Promise.withResolvers<void>()
    const changing = service.db.transaction(async (tx) => {
      await tx.rows(`update checks set settings = settings || jsonb_build_object('prompt', $2::text) where id = $1`, [
        id,
        newPrompt,
      ])
      changed.resolve()
      await isWaiting.promise
    })
    await changed.promise
    const settled = { task: { accountId, checkId: id }, report: { learned: learnedBy(task, 'of the old prompt') } }
    const storing = service.db.transaction((tx) =>
      storeLearnedScripts(tx, service.store.encryption, [settled], service.clock.now()),
    )
    await untilLocksAreAwaited(database.db())
    isWaiting.resolve()
    await Promise.all([changing, storing])
    expect(await rows(id)).toEqual([])
  })

  test('of a check that was deleted meanwhile is dropped, and other runs of the batch are settled', async () => {
    const [id, other] = [await aPrompt(), await aPrompt()]
    const tasks = await tasksOf(id, other)
    expect(tasks).toHaveLength(2)
    await deleteCheck(service.store, callerOf(), { id })
    await runner.report(tasks.map((task) => reportOf(task, 'first')))
    expect([await rows(id), await rows(other)]).toEqual([[], [{ script: 'first' }]])
  })
})

describe('a repair', () => {
  test('replaces the script that it repaired', async () => {
    const id = await learnedCheck()
    await settle(await taskOf(id), 'repaired')
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'repaired', mayRepair: true })
  })

  test('on an old base does not replace what was stored since', async () => {
    const id = await learnedCheck({ locations: ['eu-west-1', 'us-east-1'] })
    const [first, second] = await tasksOf(id)
    if (first) await settle(first, 'repaired first')
    if (second) await settle(second, 'repaired second')
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'repaired first' })
  })

  test('that succeeds is stored also when that of another run fails in the same batch', async () => {
    const id = await learnedCheck({ locations: ['eu-west-1', 'us-east-1'] })
    const [first, second] = await tasksOf(id)
    await runner.report([...(first ? [reportOf(first, 'repaired')] : []), ...(second ? [reportOf(second, null)] : [])])
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'repaired', mayRepair: true })
  })

  test('that failed prevents the next for an hour, but not that of a script stored since', async () => {
    const id = await learnedCheck({ locations: ['eu-west-1', 'us-east-1'] })
    const [first, second] = await tasksOf(id)
    if (first) await settle(first, null)
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'first', mayRepair: false })
    service.clock.advance(hourMs)
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'first', mayRepair: true })
    await settle(await taskOf(id), 'repaired')
    if (second) await settle(second, null)
    expect(storedOf(await taskOf(id))).toMatchObject({ script: 'repaired', mayRepair: true })
  })
})

describe('a failed run of a prompt', () => {
  test('is retried as the stored strategy of the check says', async () => {
    const id = await aPrompt({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 30, maxRetries: 1 } })
    await runner.report([runner.reportOf(await taskOf(id), 'failed')])
    expect(await runner.claim()).toEqual([])
    service.clock.advance(30_000)
    const [retry] = await runner.claim()
    expect(retry).toMatchObject({ checkId: id, attempt: 2 })
    await runner.report(retry ? [runner.reportOf(retry, 'failed')] : [])
    expect(await database.db().rows('select id from run_tasks where check_id = $1', [id])).toEqual([])
  })

  test('is not retried without a strategy', async () => {
    const id = await aPrompt()
    await runner.report([runner.reportOf(await taskOf(id), 'failed')])
    expect(await database.db().rows('select id from run_tasks where check_id = $1', [id])).toEqual([])
  })

  test('keeps what it learned when it is retried', async () => {
    const id = await learnedCheck({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 } })
    await settle(await taskOf(id), null)
    const [retry] = await runner.claim()
    expect(retry && storedOf(retry)).toMatchObject({ script: 'first', mayRepair: false })
  })
})

const rows = (id: string) => database.db().rows('select script from agentic_scripts where check_id = $1', [id])
