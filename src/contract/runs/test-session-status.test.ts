import { expect, test } from 'vitest'
import { testSessionStatusOf } from './test-session-status.ts'

test.each([
  [{ running: 1, failed: 2, cancelled: 3 }, 'RUNNING'],
  [{ running: 0, failed: 2, cancelled: 1 }, 'CANCELLED'],
  [{ running: 0, failed: 1, cancelled: 0 }, 'FAILED'],
  [{ running: 0, failed: 0, cancelled: 0 }, 'PASSED'],
])('a test session with %j is %s', (counts, status) => {
  expect(testSessionStatusOf(counts)).toBe(status)
})
