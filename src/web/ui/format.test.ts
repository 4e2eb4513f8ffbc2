import { expect, it } from 'vitest'
import { formatAlignedMs, formatMs } from './format.ts'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

it('response times keep their trailing zeros in a column, and nowhere else', () => {
  const times = [1_600, 1_594, 20_000, 312.4, 3, 3.46, null]
  expect(times.map((ms) => plain(formatAlignedMs(ms)))).toEqual([
    '1.60 s',
    '1.59 s',
    '20.00 s',
    '312 ms',
    '3.0 ms',
    '3.5 ms',
    '–',
  ])
  expect([1_600, 3].map((ms) => plain(formatMs(ms)))).toEqual(['1.6 s', '3 ms'])
})
