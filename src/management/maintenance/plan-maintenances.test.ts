import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { anAccount, testStore } from '../../../tests/support/api.ts'
import type { MaintenanceWindowUpdateBody } from '#contract'
import { advanceMaintenanceWindows } from './advance-maintenance-windows.ts'
import { Fault, hourMs, TestClock } from '#kernel'
import { deleteMaintenance, rescheduleMaintenance } from './change-maintenance.ts'
import { createMaintenanceWindow, updateMaintenanceWindow } from './maintenance-windows.ts'
import { createMaintenanceUpdate } from './maintenance-updates.ts'
import { listMaintenances } from './read-maintenances.ts'

const database = useDatabase()

/** Hours of the day, so that edits often return to times that were planned before. */
const hours = fc.integer({ min: -30, max: 30 })
const edit = fc.record(
  {
    startsIn: hours,
    lasts: fc.integer({ min: 1, max: 24 }),
    repeatUnit: fc.constantFrom(null, 'DAY' as const, 'WEEK' as const),
    repeatEndsAt: fc.constantFrom(null, '2026-03-02', '2026-03-05'),
    enabled: fc.boolean(),
    autoStart: fc.boolean(),
    autoEnd: fc.boolean(),
  },
  { requiredKeys: ['startsIn', 'lasts'] },
)
const status = fc.constantFrom('SCHEDULED', 'IN_PROGRESS', 'VERIFYING', 'COMPLETED', 'CANCELLED')
const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), edit }),
  fc.record({ kind: fc.constant('move' as const), startsIn: hours, lasts: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('say' as const), status }),
  fc.record({ kind: fc.constant('delete' as const) }),
  fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 40 }) }),
)

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function play(first: Edit, steps: readonly Step[]): Promise<void> {
  const clock = new TestClock('2026-03-01T12:00:00.000Z')
  const store = testStore(database.db())
  const { accountId } = await anAccount(store, clock)
  const caller = () => ({ accountId, nowMs: clock.now() }) as const
  const inHours = (count: number): string => new Date(clock.now() + count * hourMs).toISOString()
  const bodyOf = ({ startsIn, lasts, enabled, autoStart, autoEnd, ...rest }: Edit) => ({
    startsAt: inHours(startsIn),
    endsAt: inHours(startsIn + lasts),
    ...rest,
    statusPageVisibility: pickDefined({ enabled, autoStart, autoEnd }),
  })
  const body = { name: 'Window', ...bodyOf({ ...first, repeatEndsAt: null }) }
  const { id: windowId } = await createMaintenanceWindow(store, caller(), body)
  const list = async () => (await listMaintenances(store, caller(), windowId, { limit: 50, offset: 0 })).items
  const take = async (made: Step): Promise<unknown> => {
    if (made.kind === 'edit')
      return updateMaintenanceWindow(store, caller(), {
        id: windowId,
        body: bodyOf(made.edit) as MaintenanceWindowUpdateBody,
      })
    if (made.kind === 'pass') {
      clock.advance(made.hours * hourMs)
      // Windows of the worlds before come due as well.
      while ((await advanceMaintenanceWindows(store, clock.now(), 100)) > 0);
      return undefined
    }
    const [latest] = await list()
    if (latest === undefined) return undefined
    const reference = { windowId, maintenanceId: latest.maintenance.id }
    if (made.kind === 'delete') return deleteMaintenance(store, caller(), reference)
    if (made.kind === 'say')
      return createMaintenanceUpdate(store, caller(), { reference, body: { status: made.status, description: 'x' } })
    const times = { startsAt: inHours(made.startsIn), endsAt: inHours(made.startsIn + made.lasts) }
    return rescheduleMaintenance(store, caller(), { reference, body: times })
  }
  for (const made of steps) {
    await take(made).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error
    })
    const now = new Date(clock.now())
    for (const { maintenance } of await list()) {
      expect(maintenance.endsAt >= maintenance.startsAt).toBe(true)
      expect(maintenance.nextChangeAt === null || maintenance.nextChangeAt > now).toBe(true)
      const isEffective =
        maintenance.effectiveFrom !== null &&
        maintenance.effectiveFrom <= now &&
        (maintenance.effectiveUntil === null || maintenance.effectiveUntil > now)
      expect({ status: maintenance.status, isEffective }).toEqual({
        status: maintenance.status,
        isEffective: ['IN_PROGRESS', 'VERIFYING'].includes(maintenance.status),
      })
    }
  }
}

const pickDefined = (flags: Readonly<Record<string, boolean | undefined>>): Record<string, boolean> =>
  Object.fromEntries(Object.entries(flags).flatMap(([name, flag]) => (flag === undefined ? [] : [[name, flag]])))

test('whatever is edited, moved, posted, deleted or left to time, a maintenance has effect exactly while it is active', async () => {
  await fc.assert(fc.asyncProperty(edit, fc.array(step, { minLength: 5, maxLength: 15 }), play), {
    numRuns: 40,
    endOnFailure: false,
  })
})
