import { expect, it } from 'vitest'
import { ActiveMaintenanceWindows } from './active-maintenance-windows.ts'

const nowMs = Date.UTC(2026, 0, 5)
const at = (seconds: number): Date => new Date(nowMs + seconds * 1_000)
const check = { accountId: 'a', tags: [] }

/** Windows of an account that silence everything. */
const windowsUntil = (...ends: readonly number[]) =>
  new ActiveMaintenanceWindows(
    ends.map((seconds) => ({
      accountId: 'a',
      name: `until ${seconds}`,
      effectiveFrom: at(-600),
      effectiveUntil: at(seconds),
      tags: [],
      pauseAllChecks: false,
      silenceAlertsTags: [],
      silenceAllAlerts: true,
      notifyAfterEnd: false,
    })),
    nowMs,
  )

it.each([
  ['now', 30, 0, 30],
  ['when the run began', -10, -20, -10],
  ['now, although the clock went back since the run', 30, 60, 30],
])('a check is silent by a window that acts %s', (_when, until, observed, expected) => {
  expect(windowsUntil(until).silence(check, at(observed))?.untilMs).toBe(at(expected).getTime())
})

it('a check is not silent by a window that was over when the run began', () => {
  expect(windowsUntil(-20).silence(check, at(-10))).toBeNull()
})
