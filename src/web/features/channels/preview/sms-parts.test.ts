import { expect, it } from 'vitest'
import { partsOfSms } from './sms-parts.ts'

it.each([
  ['', 0, 1],
  ['x'.repeat(160), 160, 1],
  ['x'.repeat(161), 161, 2],
  ['x'.repeat(306), 306, 2],
  ['x'.repeat(307), 307, 3],
  ['€'.repeat(80), 160, 1],
  ['€'.repeat(81), 162, 2],
  ['é\n[ok]', 8, 1],
  [`${'x'.repeat(69)}“`, 70, 1],
  [`${'x'.repeat(70)}“`, 71, 2],
  ['😀'.repeat(35), 70, 1],
  ['😀'.repeat(36), 72, 2],
])('%j counts as %i characters in %i parts', (text, characters, parts) => {
  expect(partsOfSms(text)).toEqual({ characters, parts })
})
