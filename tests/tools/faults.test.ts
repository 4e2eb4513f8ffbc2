import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../tools/faults/outcome.ts'
import { plant } from '../../tools/faults/plant.ts'
import { plantedFaults } from '../../tools/faults/planted/index.ts'

const root = join(import.meta.dirname, '../..')

describe('the planted faults', () => {
  it.each(plantedFaults)('$id fits into the code, and the tests that can find it are there', (fault) => {
    expect(() => plant(readFileSync(join(root, fault.file), 'utf8'), fault)).not.toThrow()
    expect(fault.tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('have ids of their own', () => {
    const ids = plantedFaults.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })
})

describe('a fault', () => {
  const fault = { id: 'one', file: 'a.ts', text: '<', replacement: '<=' }

  it('is planted where its text occurs once', () => {
    expect(plant('const isLess = 1 < 2', fault)).toBe('const isLess = 1 <= 2')
  })

  it.each([
    ['const isLess = 1 > 2', 'one: its text occurs 0 times in a.ts, and must occur once.'],
    ['const isLess = 1 < 2 < 3', 'one: its text occurs 2 times in a.ts, and must occur once.'],
    ['const isLess = 1 < ;', 'one: a.ts cannot be parsed with it'],
  ])('does not fit into %s', (source, problem) => {
    expect(() => plant(source, fault)).toThrow(problem)
  })
})

describe('a fault is found', () => {
  const before = new Set(['a.test.ts › fails anyway'])
  const run = { red: [], passed: 3, problem: null }

  it('when a test fails that passes without it', () => {
    const red = ['a.test.ts › fails anyway', 'a.test.ts › finds it']
    const by = ['a.test.ts › finds it']
    expect(outcomeOf({ ...run, red }, before, 1)).toEqual({ isFound: true, by, reason: '', seconds: 1 })
  })

  it.each([
    ['all pass', run, '3 tests passed.'],
    ['one fails that fails without it', { ...run, red: [...before] }, '3 tests passed.'],
    [
      'the tests do not load',
      { ...run, problem: 'a.test.ts failed outside its tests' },
      'a.test.ts failed outside its tests',
    ],
    ['none was run', { ...run, passed: 0 }, 'No test was run.'],
  ])('not when %s', (_what, seen, reason) => {
    expect(outcomeOf(seen, before, 1)).toEqual({ isFound: false, by: [], reason, seconds: 1 })
  })
})
