import { expect, it } from 'vitest'
import type { RunTask } from '#contract'
import { TestClock, SystemClock } from '#kernel'
import { apiTask, probeTools } from '../../tests/support/probe-tasks.ts'
import { executeTask } from './execute-task.ts'
import { Evaluators } from './evaluators.ts'
import { Scrubbers } from './scrub/scrubbers.ts'

const clock = new SystemClock()

const evaluators = new Evaluators(clock)
const scrubbers = new Scrubbers(clock)

/** Tasks come from a queue that other versions write as well, so nothing in them is certain. */
function brokenTask(changes: object): RunTask {
  const parts: object = { ...apiTask({}), id: 'task', leaseToken: 'lease', secrets: [], limits: {}, ...changes }
  return parts as RunTask
}

it.each([
  ['without a request', { request: undefined }],
  ['of a type nobody knows', { checkType: 'FAX' }],
  ['without secrets', { secrets: undefined }],
  ['without anything', { request: null, secrets: null, limits: null, checkType: null }],
])('a task %s ends in a report that blames the runner', async (_which, changes) => {
  const report = await executeTask(brokenTask(changes), probeTools, evaluators, { clock: new TestClock(1), scrubbers })
  expect(report).toMatchObject({
    taskId: 'task',
    leaseToken: 'lease',
    isRunnerError: true,
    observation: { failure: { code: 'ERUNNER' } },
    verdict: { outcome: 'failed' },
  })
})

it('a run the service could not prepare sends nothing and blames the service', async () => {
  const task = brokenTask({ unprepared: 'localSetupScript: no runner can run scripts yet.', isServiceFault: true })
  const report = await executeTask(task, probeTools, evaluators, { clock: new TestClock(1), scrubbers })
  expect(report).toMatchObject({
    isRunnerError: true,
    observation: { answer: null, failure: { code: 'EPREPARE', message: expect.stringContaining('localSetupScript') } },
    verdict: { outcome: 'failed', reasons: [{ message: expect.stringContaining('localSetupScript') }] },
  })
})
