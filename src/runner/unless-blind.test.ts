import { expect, test } from 'vitest'
import type { RunReport, RunTask } from '#contract'
import { unlessBlind } from './unless-blind.ts'

const limits = {
  degradedResponseTime: null,
  maxResponseTime: null,
  degradedPacketLossThreshold: null,
  maxPacketLossThreshold: null,
}
/** What of a task is read here. */
const task = { checkType: 'TCP', request: { hostname: 'shop.example', port: 443 }, limits } as unknown as RunTask

const reportOf = (outcome: 'passed' | 'failed', kind: 'timeout' | 'connect', code: string): RunReport => ({
  taskId: 'task',
  leaseToken: 'lease',
  observation: {
    startedAt: 7,
    stoppedAt: 12,
    responseTimeMs: 5,
    answer: null,
    failure: { kind, code, message: 'It failed.', isNetworkError: true },
    log: [],
  },
  verdict: {
    outcome,
    reasons: outcome === 'passed' ? [] : [{ kind: 'failure', outcome, message: 'It failed.' }],
    assertions: [],
    overMaxResponseTime: false,
  },
  detail: {},
  isRunnerError: false,
})

/** A sight that notes what it was asked. */
function sight(silent: readonly string[] | null) {
  const asked: (readonly [string | null, number])[] = []
  const whyBlind = async (host: string | null, startedAt: number): Promise<readonly string[] | null> => {
    asked.push([host, startedAt])
    return silent
  }
  return { asked, whyBlind }
}

test('what a blind runner did not get an answer to is inconclusive, and says what did not answer', async () => {
  const blind = sight(['gateway 10.0.0.1', 'name server 10.0.0.2'])
  const ended = await unlessBlind(task, reportOf('failed', 'timeout', 'ETIMEDOUT'), blind)
  expect(ended).toMatchObject({
    isRunnerError: true,
    isInconclusive: true,
    isBlind: true,
    verdict: {
      outcome: 'failed',
      reasons: [
        {
          message:
            'The location could not reach gateway 10.0.0.1, name server 10.0.0.2, so that it sees no target and nothing is known about this one.',
        },
        { message: 'It failed.' },
      ],
    },
  })
  expect(blind.asked).toEqual([['shop.example', 7]])
})

test('nothing is asked about a run that passed or got an answer, and it stays as it is', async () => {
  const blind = sight(['gateway 10.0.0.1'])
  for (const report of [reportOf('passed', 'timeout', 'ETIMEDOUT'), reportOf('failed', 'connect', 'ECONNREFUSED')])
    expect(await unlessBlind(task, report, blind)).toBe(report)
  expect(blind.asked).toEqual([])
})

test('a failure that a runner sees stays one', async () => {
  const report = reportOf('failed', 'timeout', 'ETIMEDOUT')
  expect(await unlessBlind(task, report, sight(null))).toBe(report)
  expect(await unlessBlind(task, report, undefined)).toBe(report)
})
