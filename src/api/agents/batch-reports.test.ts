import { expect, it } from 'vitest'
import type { RunReport } from '#contract'
import { Fault, TestClock, randomId } from '#kernel'
import { batchReports } from './batch-reports.ts'

const reportOf = (taskId: string): RunReport => ({
  taskId,
  leaseToken: randomId(),
  observation: { startedAt: 0, stoppedAt: 0, responseTimeMs: 0, answer: null, failure: null, log: [] },
  verdict: { outcome: 'passed', reasons: [], assertions: [], overMaxResponseTime: false },
  detail: {},
  isRunnerError: false,
})

/** A port that notes what it settles at once, and rejects what `problemOf` says. */
function scene(problemOf: (ids: readonly string[]) => Error | null = () => null) {
  const clock = new TestClock()
  const settled: string[][] = []
  const report = batchReports(async (reports) => {
    const ids = reports.map(({ taskId }) => taskId)
    settled.push(ids)
    const problem = problemOf(ids)
    if (problem) throw problem
  }, clock)
  const send = (...calls: readonly (readonly string[])[]) => {
    const answers = Promise.allSettled(calls.map((ids) => report(ids.map(reportOf))))
    clock.advance(1_000)
    return answers.then((all) => all.map(({ status }) => status))
  }
  return { settled, send }
}

it('settles the reports of several agents at once, and answers each', async () => {
  const { settled, send } = scene()
  expect(await send(['a'], ['b', 'c'])).toEqual(['fulfilled', 'fulfilled'])
  expect(await send(['d'])).toEqual(['fulfilled'])
  expect(settled).toEqual([['a', 'b', 'c'], ['d']])
})

it('settles a report that was sent again behind the first', async () => {
  const { settled, send } = scene()
  expect(await send(['a', 'b'], ['b', 'c'])).toEqual(['fulfilled', 'fulfilled'])
  expect(settled).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
})

it('rejects only the call whose own report cannot be settled', async () => {
  const { send } = scene((ids) => (ids.includes('bad') ? new Error('bad') : null))
  expect(await send(['a'], ['bad'], ['c'])).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('does not try every call again when the database is away', async () => {
  const { settled, send } = scene(() => new Fault('STORAGE_UNAVAILABLE'))
  expect(await send(['a'], ['b'])).toEqual(['rejected', 'rejected'])
  expect(settled).toHaveLength(1)
})
