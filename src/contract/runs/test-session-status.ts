import type { TestSessionStatus } from '../resources/test-session.ts'

/** How many runs of a test session are running, failed or were cancelled. */
export interface TestSessionCounts {
  readonly running: number
  readonly failed: number
  readonly cancelled: number
}

/** The status of a test session: running while any run is; after that cancelled takes precedence over failed, failed over passed. */
export function testSessionStatusOf({ running, failed, cancelled }: TestSessionCounts): TestSessionStatus {
  if (running > 0) return 'RUNNING'
  if (cancelled > 0) return 'CANCELLED'
  return failed > 0 ? 'FAILED' : 'PASSED'
}
