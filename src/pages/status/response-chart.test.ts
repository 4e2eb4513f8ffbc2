import { expect, it } from 'vitest'
import { lineOf } from './response-chart.ts'

it('a line has a step for each value, a gap where there is none, and a dot for a value between gaps', () => {
  expect(lineOf([null, 40, 20, 20, null, 10, null, 0, 40], 40)).toBe('M1 0l1 20 1 0M5 30h0M7 40l1-40')
  expect(lineOf([null, null], 1)).toBe('')
})
