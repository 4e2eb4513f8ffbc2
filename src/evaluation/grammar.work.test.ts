import { expect, it } from 'vitest'
import { countedSteps } from '../../tests/support/counted-steps.ts'
import { evaluateRun } from './evaluate-run.ts'
import { assertionOf, httpAnswer, observationOf, taskOf } from './run-samples.ts'
import { WorkBudget } from './work-budget.ts'

const units = 20_000
/** An expression counts many small steps for a character; the most that was seen is half of this. */
const maxStepsPerUnit = 1_000
const longText = 'a'.repeat(300_000)
const manyValues = JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, text: 'aaaa' })))
const twins = JSON.stringify({ left: Array(200_000).fill(1), right: Array(200_000).fill(1) })
const wellShaped = Array.from({ length: 60 }).reduce<string>((inner) => `[${'1,'.repeat(300)}${inner}]`, '1')
it.each([
  ['TEXT_BODY', '(a+)+$', longText],
  ['TEXT_BODY', '(a|a)*b$', longText],
  ['TEXT_BODY', '(a?){500}a{500}', longText],
  ['TEXT_BODY', '(.*)*(.*)*(.*)*x$', longText],
  ['TEXT_BODY', '((a{1,30}){1,30}){1,30}', longText],
  ['TEXT_BODY', '\\pL\\pN'.repeat(300), longText],
  ['JSON_BODY', '$..[?count($..*) > 0]', manyValues],
  ['JSON_BODY', '$..[?$.left == $.right]', twins],
  ['JSON_BODY', '$..*..*..*', wellShaped],
  ['JSON_BODY', '$..[?match(@.text, "(a?){100}a{100}")]', manyValues],
  ['JSON_BODY', '$..[?search(@.text, "(a+)+$")]', manyValues],
  ['JSON_BODY', `$[${Array(300).fill('*').join(',')}]`, manyValues],
  ['JSON_BODY', '$.left[?length($.left) > 1]', twins],
  ['JSON_BODY', '$', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['JSON_BODY', '$..*', '['.repeat(200_000) + ']'.repeat(200_000)],
] as const)(
  'a hundred assertions on %s %s take no more steps than their allowance pays for',
  (source, property, body) => {
    const assertions = Array.from({ length: 100 }, () => assertionOf(source, 'NOT_EMPTY', { property }))
    const task = taskOf('API', assertions)
    const observation = observationOf<'API'>(httpAnswer({ body }))
    const steps = countedSteps(() =>
      expect(evaluateRun(task, observation, new WorkBudget(units)).assertions).toHaveLength(100),
    )
    expect(steps).toBeLessThan(units * maxStepsPerUnit)
  },
)
