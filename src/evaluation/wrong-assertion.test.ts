import { expect, it } from 'vitest'
import { descriptorOf, wireCheckTypes } from '#contract'
import { evaluateRun } from './evaluate-run.ts'
import { answers, observationOf, taskOf } from './run-samples.ts'
import { wrongAssertion } from './wrong-assertion.ts'

it.each(wireCheckTypes.filter((type) => descriptorOf(type).sources.length > 0))(
  'a run of a %s check that passes fails by the wrong assertion alone, with what was expected and found',
  (type) => {
    const wrong = wrongAssertion(type)
    expect(wrong).not.toBe(null)
    const verdict = evaluateRun(taskOf(type, wrong === null ? [] : [wrong]), observationOf(answers[type]))
    expect(verdict).toMatchObject({
      outcome: 'failed',
      reasons: [{ kind: 'assertion', message: expect.stringMatching(/^Expected .*"(599|0)", but it was "[\d.]+"\.$/) }],
    })
  },
)

it('types without assertions have none', () => {
  const without = wireCheckTypes.filter((type) => wrongAssertion(type) === null)
  expect(without).toEqual(wireCheckTypes.filter((type) => descriptorOf(type).sources.length === 0))
})
