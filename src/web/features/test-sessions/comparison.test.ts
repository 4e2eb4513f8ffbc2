import { expect, it } from 'vitest'
import { compared } from './comparison.ts'

type Status = 'RUNNING' | 'FAILED' | 'PASSED' | 'CANCELLED'

const run = (name: string, status: Status, responseTime: number | null = 100) => ({
  result: { testSessionResultId: name, checkType: 'API' as const, name, status, responseTime },
})

it('says which checks newly fail, are fixed, are clearly slower, are new or are gone', () => {
  const before = [
    run('broken', 'PASSED'),
    run('mended', 'FAILED'),
    run('still', 'FAILED'),
    run('slow', 'PASSED', 400),
    run('a little slower', 'PASSED', 400),
    run('quick', 'PASSED', 10),
    run('waits', 'PASSED'),
    run('stopped', 'CANCELLED'),
    run('gone', 'PASSED'),
  ]
  const now = [
    run('broken', 'FAILED'),
    run('mended', 'PASSED'),
    run('still', 'FAILED'),
    run('slow', 'PASSED', 640),
    run('a little slower', 'PASSED', 590),
    run('quick', 'PASSED', 90),
    run('waits', 'RUNNING', null),
    run('stopped', 'FAILED'),
    run('added', 'PASSED'),
  ]
  const { differences, counts, missing } = compared(now, before)
  expect(Object.fromEntries([...differences].map(([id, { change }]) => [id, change]))).toEqual({
    broken: 'NEWLY_FAILING',
    mended: 'FIXED',
    still: 'STILL_FAILING',
    slow: 'SLOWER',
    added: 'NEW',
  })
  expect(differences.get('slow')?.slowerMs).toBe(240)
  expect(counts).toEqual([
    ['NEWLY_FAILING', 1],
    ['STILL_FAILING', 1],
    ['SLOWER', 1],
    ['FIXED', 1],
    ['NEW', 1],
  ])
  expect(missing).toBe(1)
})
