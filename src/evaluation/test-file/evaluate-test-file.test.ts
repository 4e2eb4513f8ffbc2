import { expect, it } from 'vitest'
import { checkTypes } from '#contract'
import type { Outcome, ScriptAnswer, ScriptError, ScriptTest } from '#contract'
import { evaluateRun } from '../evaluate-run.ts'
import { describeResult } from '../describe-result.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { observationOf, taskOf } from '../run-samples.ts'

const { answer: sample } = checkTypes.BROWSER.shapes.sample
const [passing] = sample.tests
if (passing === undefined) throw new Error('The sample has a test.')

const error = (isSoft: boolean): ScriptError => ({
  message: 'expect(received).toBe(expected)\n\nExpected: 1',
  stack: null,
  position: { file: 'script.ts', line: 3, column: 5 },
  snippet: '> 3 | expect(2).toBe(1)',
  isSoft,
})
const failing = (...errors: readonly ScriptError[]): ScriptTest => ({
  ...passing,
  status: 'failed',
  isExpected: false,
  errors,
})
const timedOut: ScriptTest = { ...failing(), status: 'timedOut' }
const marked = { degradedReasons: ['The list is slow.'] }

it.each<[what: string, answer: Partial<ScriptAnswer>, outcome: Outcome]>([
  ['passes', {}, 'passed'],
  ['without tests fails', { tests: [] }, 'failed'],
  ['with an error outside tests fails', { errors: [error(false)] }, 'failed'],
  ['with a failed test among others fails', { tests: [passing, failing(error(false))] }, 'failed'],
  ['with a soft failure fails', { tests: [failing(error(true))] }, 'failed'],
  ['that is marked is degraded', marked, 'degraded'],
  ['that is marked, with a soft failure, is degraded', { ...marked, tests: [failing(error(true))] }, 'degraded'],
  ['that is marked, with another failure, fails', { ...marked, tests: [failing(error(true), error(false))] }, 'failed'],
  ['that is marked, with a timeout, fails', { ...marked, tests: [timedOut] }, 'failed'],
  ['with a test that fails as expected passes', { tests: [{ ...failing(error(false)), isExpected: true }] }, 'passed'],
])('a test file %s', (_what, changes, outcome) => {
  const verdict = evaluateRun(taskOf('MULTI_STEP'), observationOf<'MULTI_STEP'>({ ...sample, ...changes }))
  expect(verdict.outcome).toBe(outcome)
  expect(verdict.reasons.length > 0).toBe(outcome !== 'passed')
})

it('says with the position what failed, and has no secret in its result', () => {
  const task = taskOf('BROWSER', [], { secrets: ['pa55word'] })
  const secret = { ...error(false), message: 'Error: pa55word is wrong' }
  const observation = observationOf<'BROWSER'>({ ...sample, tests: [failing(secret)] })
  const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
  expect(hidden.verdict.reasons).toMatchObject([{ message: 'opens: Error: ********* is wrong (script.ts:3:5)' }])
  const { browserCheckResult } = describeResult(task, hidden.observation, hidden.verdict)
  expect(browserCheckResult).toMatchObject({
    type: 'PLAYWRIGHT',
    errors: [{ message: 'Error: ********* is wrong', location: { line: 3 }, test: 'opens' }],
    pages: [{ url: 'https://shop.example/', webVitals: { FCP: { score: 'GOOD', value: 320 } } }],
  })
  expect(JSON.stringify(browserCheckResult)).not.toContain('pa55word')
})
