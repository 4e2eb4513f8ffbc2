import { expect, it } from 'vitest'
import { backoffMs, backoffPolicies, hasTriesLeft } from './backoff.ts'
import type { BackoffPolicy } from './backoff.ts'

const waits = (policy: BackoffPolicy, count: number) =>
  Array.from({ length: count }, (_, index) => backoffMs(policy, index + 1))

it.each<[string, BackoffPolicy, number[]]>([
  ['stay as they are', { firstSeconds: 20 }, [20_000, 20_000, 20_000]],
  ['grow by a factor', { firstSeconds: 0.1, factor: 2 }, [100, 200, 400, 800]],
  ['grow up to a limit', { firstSeconds: 0.005, factor: 5, maxSeconds: 0.1 }, [5, 25, 100, 100]],
  ['are nothing when the first is nothing', { firstSeconds: 0, factor: 0 }, [0, 0, 0]],
])('waits %s', (_, policy, expected) => {
  expect(waits(policy, expected.length)).toEqual(expected)
})

it.each(Object.entries<BackoffPolicy>(backoffPolicies))(
  'the policy %s waits whole milliseconds within its limit, however often it fails',
  (_, policy) => {
    for (const failures of [1, 2, 10, 1000, 1_000_000]) {
      const waitMs = backoffMs(policy, failures)
      expect(Number.isInteger(waitMs)).toBe(true)
      expect(waitMs).toBeLessThanOrEqual((policy.maxSeconds ?? policy.firstSeconds) * 1000)
    }
  },
)

it('the first try counts as one of the tries, and without a number there is always another', () => {
  expect([1, 2, 3].map((failures) => hasTriesLeft({ firstSeconds: 1, tries: 3 }, failures))).toEqual([
    true,
    true,
    false,
  ])
  expect(hasTriesLeft({ firstSeconds: 1 }, 1_000_000)).toBe(true)
})
