import { expect, it } from 'vitest'
import { importedChecks, verdictOf } from './comparison.ts'
import { environmentOf } from './read-chosen.ts'

it('a check agrees with the source when both say that it is up, or both that it is down', () => {
  expect(verdictOf('up', 'PASSING')).toBe('agree')
  expect(verdictOf('up', 'DEGRADED')).toBe('agree')
  expect(verdictOf('down', 'FAILING')).toBe('agree')
  expect(verdictOf('paused', 'PAUSED')).toBe('agree')
  expect(verdictOf('up', 'FAILING')).toBe('disagree')
  expect(verdictOf('down', 'PASSING')).toBe('disagree')
  expect(verdictOf('up', 'PAUSED')).toBe('disagree')
})

it('nothing is said of a check that has not run, or that the source has no state of', () => {
  for (const here of [undefined, 'PENDING', 'UNKNOWN'] as const) expect(verdictOf('up', here)).toBe('waiting')
  expect(verdictOf('unknown', 'FAILING')).toBe('unknown')
  expect(verdictOf('unknown', 'PAUSED')).toBe('unknown')
  expect(verdictOf('paused', 'PASSING')).toBe('unknown')
})

it('imported checks are those that exist now, with their names and states at the source', () => {
  const shop = { section: 'checks', logicalId: 'shop', item: '', value: { name: 'Shop' }, state: 'down' } as const
  const group = { section: 'groups', logicalId: 'shop', item: '', value: { name: 'All' } } as const
  const counts = { exact: 0, approximated: 0, impossible: 0, ignored: 0, unknown: 0 }
  const read = { resources: [group, shop], variables: [], places: [], counts, report: [] }
  const entry = { action: 'CREATE', changed: true } as const
  const diff = [
    { ...entry, type: 'check-group', logicalId: 'shop', physicalId: 3 },
    { ...entry, type: 'check', logicalId: 'shop', physicalId: 'c1' },
    { ...entry, type: 'check', logicalId: 'deleted', physicalId: 'c2' },
  ]
  expect(importedChecks(read, { diff })).toEqual([{ id: 'c1', name: 'Shop', source: 'down' }])
})

it('values of placeholders are read from lines as shells have them', () => {
  expect(environmentOf('A=1\n# B=2\nexport C = x=y \n\nnonsense')).toEqual({ A: '1', C: 'x=y' })
})
