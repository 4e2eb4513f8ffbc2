import { expect, it } from 'vitest'
import { isSelected } from './is-selected.ts'

const home = { type: 'check', physicalId: '5' }

it.each([
  ['nothing', [], true],
  ['all types', [{ type: 'exclude' }], false],
  ['its type', [{ type: 'exclude' }, { type: 'include', resource: { type: 'check' } }], true],
  ['another type', [{ type: 'exclude' }, { type: 'include', resource: { type: 'dashboard' } }], false],
  ['its number', [{ type: 'include' }, { type: 'exclude', resource: { type: 'check', physicalId: 5 } }], false],
  ['another id', [{ type: 'include' }, { type: 'exclude', resource: { type: 'check', physicalId: '6' } }], true],
] as const)('the last filter that matches decides: %s', (_what, filters, isIncluded) => {
  expect(isSelected(filters, home)).toBe(isIncluded)
})
