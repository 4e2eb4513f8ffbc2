import type { TestSessionStatus } from '../resources/test-session.ts'

/** How many runs of a test session go on, and how many ended badly. */
export interface TestSessionCounts {
  readonly running: number
  readonly failed: number
  readonly cancelled: number
}

/** The status of a test session: while runs go on it is running; after that cancelled beats failed beats passed. */
export function testSessionStatusOf({ running, failed, cancelled }: TestSessionCounts): TestSessionStatus {
  if (running > 0) return 'RUNNING'
  if (cancelled > 0) return 'CANCELLED'
  return failed > 0 ? 'FAILED' : 'PASSED'
}
