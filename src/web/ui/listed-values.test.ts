import { expect, it } from 'vitest'
import { listOf, textOfList } from './listed-values.ts'

it('a list of any values is one parameter of the address, and is read from it again', () => {
  for (const values of [[], ['a'], ['a', 'b c'], ['team:web', 'x,y', String.raw`back\slash`, ',', '\\']])
    expect(listOf(textOfList(values))).toEqual(values)
  expect(textOfList(['production', 'tier-1'])).toBe('production,tier-1')
  expect(listOf(undefined)).toEqual([])
})
