import { expect, it } from 'vitest'
import { environmentOf } from './read-chosen.ts'

it('values of placeholders are read from lines as shells have them', () => {
  expect(environmentOf('A=1\n# B=2\nexport C = x=y \n\nnonsense')).toEqual({ A: '1', C: 'x=y' })
})
