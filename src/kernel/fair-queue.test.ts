import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const named = (name: string) => ({ name })

function filled(...names: readonly string[]): FairQueue<{ name: string }> {
  const queue = new FairQueue<{ name: string }>()
  for (const name of names) queue.add(name.charAt(0), named(name))
  return queue
}

function drained(queue: FairQueue<{ name: string }>): string[] {
  const names: string[] = []
  for (let next = queue.take(); next; next = queue.take()) names.push(next.name)
  return names
}

it('serves groups in turn, and within a group in order of arrival', () => {
  expect(drained(filled('a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
})

it('skips groups that may not go, which keep their turn', () => {
  const queue = filled('a1', 'a2', 'b1', 'b2')
  expect(queue.take((group) => group !== 'a')?.name).toBe('b1')
  expect(queue.take(() => false)).toBeUndefined()
  expect(drained(queue)).toEqual(['a1', 'b2', 'a2'])
})

it('gives up who came last of the group of which most wait', () => {
  const queue = filled('a1', 'b1', 'b2', 'b3', 'c1')
  expect([queue.takeLastOfLargest()?.name, queue.takeLastOfLargest()?.name, queue.size]).toEqual(['b3', 'b2', 3])
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1'])
  expect({ takeLastOfLargest: queue.takeLastOfLargest(), queueCount: queue.size }).toEqual({
    takeLastOfLargest: undefined,
    queueCount: 0,
  })
})

it('forgets who leaves, once', () => {
  const queue = new FairQueue<object>()
  const [stays, leaves] = [{}, {}]
  queue.add('a', stays)
  queue.add('a', leaves)
  queue.delete('a', leaves)
  queue.delete('a', leaves)
  queue.delete('b', stays)
  expect([queue.size, queue.take(), queue.take()]).toEqual([1, stays, undefined])
})
