import { expect, it } from 'vitest'
import type { RunTask } from '#contract'
import { runFields, tcpTask } from '../../tests/support/probe-tasks.ts'
import { DeferredRuns } from './deferred-runs.ts'

const taskOf = (id: string): RunTask => ({ ...runFields, ...tcpTask({}), id })

it('queues take turns, each in its order, and those whose first run may not start are passed over', () => {
  const deferred = new DeferredRuns()
  for (const id of ['a1', 'a2', 'b1', 'b2', 'c1']) deferred.add(id.charAt(0), taskOf(id))
  const blocked = new Set(['b1'])
  const next = () => deferred.next(({ id }) => (blocked.has(id) ? 'b' : null))?.id
  expect([next(), next(), next(), next()]).toEqual(['a1', 'c1', 'a2', undefined])
  expect(deferred.count).toBe(2)
  blocked.clear()
  expect([next(), next(), deferred.count]).toEqual(['b1', 'b2', 0])
})

it('a run that waits for something else now is moved to its queue', () => {
  const deferred = new DeferredRuns()
  deferred.add('target', taskOf('a'))
  expect(deferred.next(() => 'account')).toBeNull()
  const asked: string[] = []
  expect(deferred.next(({ id }) => (asked.push(id), null))?.id).toBe('a')
  expect([asked, deferred.drain()]).toEqual([['a'], []])
})
