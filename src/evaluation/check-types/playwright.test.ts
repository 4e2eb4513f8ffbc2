import { describe, expect, it } from 'vitest'
import { checkTypes } from '#contract'
import type { SuiteAnswer } from '#contract'
import { describeResult } from '../describe-result.ts'
import { evaluateRun } from '../evaluate-run.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { observationOf, taskOf } from '../run-samples.ts'

const { answer: sample } = checkTypes.PLAYWRIGHT.shapes.sample
const task = taskOf('PLAYWRIGHT', [], { secrets: ['pa55word'] })
const evaluate = (changes: Partial<SuiteAnswer>) =>
  evaluateRun(task, observationOf<'PLAYWRIGHT'>({ ...sample, ...changes }))

describe('a suite', () => {
  it('passes when its test command does, although a test was flaky', () => {
    const tests = { passed: 1, failed: 0, flaky: 1, skipped: 0 }
    expect(evaluate({ tests, errors: [] })).toMatchObject({ outcome: 'passed', reasons: [] })
  })

  it('fails with the first line of each error', () => {
    const errors = ['expect(locator).toHaveText()\n\nExpected: "Sale"', 'second']
    expect(evaluate({ isPassed: false, errors })).toMatchObject({
      outcome: 'failed',
      reasons: [{ message: 'expect(locator).toHaveText()' }, { message: 'second' }],
    })
  })

  it('fails with its test command, although no test failed', () => {
    expect(evaluate({ isPassed: false })).toMatchObject({
      outcome: 'failed',
      reasons: [{ message: 'The test command failed.' }],
    })
  })

  it('has links to its files by kind, and no secret, in its result', () => {
    const stored = (id: string, name: string, kind: 'trace' | 'report') =>
      ({ id, name, kind, contentType: 'x', sizeBytes: 1, sha256: '' }) as const
    const observation = {
      ...observationOf<'PLAYWRIGHT'>({ ...sample, isPassed: false, errors: ['pa55word is wrong'] }),
      storedArtifacts: [stored('1', 'shop-sells/trace.zip', 'trace'), stored('2', 'report.json', 'report')],
    }
    const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
    expect(describeResult(task, hidden.observation, hidden.verdict)).toMatchObject({
      playwrightCheckResult: {
        errors: [{ message: '********* is wrong' }],
        playwrightTestTraces: ['asset:1'],
        playwrightTraceFiles: [{ url: 'asset:1', name: 'shop-sells', filename: 'shop-sells/trace.zip' }],
        playwrightTestJsonReportFile: 'asset:2',
        playwrightTestVideos: [],
        requestError: null,
      },
    })
  })
})
