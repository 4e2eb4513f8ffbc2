import { describe, expect, it } from 'vitest'
import { checkTypes, wireCheckTypes } from '#contract'
import type { Observation, RunTask, WireCheckType } from '#contract'
import { describeResult, evaluateRun } from '#evaluation'
import { formatCheckResult } from '../../../node_modules/checkly-9/dist/reporters/util.js'
import { presentRunData, presentRunLog } from './run-data.ts'

const times = { startedAt: 1000, stoppedAt: 1100, responseTimeMs: 100, log: [] }
const refused: Observation = {
  ...times,
  answer: null,
  failure: { kind: 'connect', code: 'ECONNREFUSED', message: 'The connection was refused.', isNetworkError: true },
}

/** What the command line tool prints of a run. */
function printed(checkType: WireCheckType, observationOf: (answer: unknown) => Observation): string {
  const { request, answer } = { request: { assertions: [] }, ...checkTypes[checkType].shapes.sample }
  const task = taskOf({ checkType, request, secrets: [], limits: {}, shouldFail: false })
  const observation = observationOf(answer)
  const detail = describeResult(task, observation, evaluateRun(task, observation))
  const [logs, checkRunData] = [presentRunLog(detail, observation.stoppedAt), presentRunData(detail)]
  return formatCheckResult({ checkType, hasFailures: true, logs, checkRunData })
}

describe('the command line tool prints', () => {
  it.each(wireCheckTypes)('an answer to a %s check', (checkType) => {
    expect(printed(checkType, answered)).not.toMatch(/undefined|NaN|\[object/)
  })

  it.each(wireCheckTypes)('why there was no answer to a %s check', (checkType) => {
    expect(printed(checkType, () => refused)).not.toMatch(/undefined|NaN|\[object/)
  })
})

/** Sound because the sample of a type is an answer to it. */
const answered = (answer: unknown): Observation => ({ ...times, answer, failure: null }) as Observation

/** Sound because the rest of a task is not read here. */
const taskOf = (task: object): RunTask => task as RunTask
