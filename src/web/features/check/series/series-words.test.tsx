import { expect, it } from 'vitest'
import { checkForms, groupFields } from '../../../forms/check-forms.ts'
import { labelOfField } from './series-words.ts'

const changing = [...Object.values(checkForms).flatMap(({ fields }) => fields), ...groupFields].map(
  ({ path }) => path.split('.')[0] ?? '',
)

it.each([...new Set(changing)])('a change of %s is told by its label', (field) => {
  expect(labelOfField(field)).toMatch(/^[A-Z]/)
})

it('a field without a label is told by its name', () => {
  expect(labelOfField('somethingNew')).toBe('somethingNew')
})
