import { expect, it } from 'vitest'
import { updateRules } from '#contract'
import { describeOmittedFields, updatable } from './describe-omitted-fields.ts'

it('every resource whose fields can be omitted is tested here', () => {
  const tried = new Set<string | undefined>(updatable.map(([, { row }]) => row.update))
  expect(Object.keys(updateRules).filter((id) => !tried.has(id))).toEqual([])
})

describeOmittedFields(updatable.filter(([name]) => !name.startsWith('a check')))
