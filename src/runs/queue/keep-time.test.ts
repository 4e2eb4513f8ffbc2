import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hashToken, hourMs, minuteMs } from '#kernel'
import { deleteAbsences, insertAbsence } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { resetDistantSchedules } from './reset-distant-schedules.ts'
import { enqueueDueRuns } from './enqueue-due-runs.ts'
import { expireRuns } from './expire-runs.ts'
import { expireHeartbeats } from '../heartbeats/expire-heartbeats.ts'
import { recordPing } from '../heartbeats/record-ping.ts'
import { keepTime, mayDeleteOldData } from './keep-time.ts'

const database = useDatabase()
const publicUrl = 'https://belfry.example'
let service: TestService
let accountId: string

beforeEach(async () => {
  await emptyTables(database.db(), 'accounts', 'run_tasks', 'service_time', 'service_absences')
  service = new TestService(database.db())
  accountId = (await service.account()).accountId
  await keepTime(service.store, now())
})

const now = (): number => service.clock.now()

/** Time passes while processes work, and keep it. */
async function workFor(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    service.clock.advance(Math.min(left, 5_000))
    await keepTime(service.store, now())
  }
}

/** A heartbeat of so many seconds that was pinged just now, or `agoMs` ago. */
async function pinged(periodMs: number, graceMs: number, agoMs = 0): Promise<string> {
  const id = await service.heartbeat(accountId)
  const resetAt = new Date(now() - agoMs)
  await database
    .db()
    .rows(
      `update heartbeat_timers set period_ms = $2, grace_ms = $3, reset_at = $4, failing_at = $5 where check_id = $1`,
      [id, periodMs, graceMs, resetAt, new Date(resetAt.getTime() + periodMs + graceMs)],
    )
  return id
}

const missed = async (id: string): Promise<boolean> => {
  await expireHeartbeats(service.store, { nowMs: now(), publicUrl }, 100)
  const rows = await database
    .db()
    .rows(`select id from heartbeat_events where check_id = $1 and state = 'FAILING'`, [id])
  return rows.length > 0
}

describe('a process that is ahead of the others', () => {
  it('does not miss a ping that one of them has recorded', async () => {
    const id = await pinged(minuteMs, 10_000)
    const token = 'a token of a test'
    await database.db().rows('update heartbeat_timers set token_hash = $2 where check_id = $1', [id, hashToken(token)])
    const behind = now()
    service.clock.advance(hourMs)
    await keepTime(service.store, now())
    expect(await recordPing(service.store, { token, source: '', userAgent: '' }, { nowMs: behind, publicUrl })).toBe(
      true,
    )
    await workFor(minuteMs)
    expect(await missed(id)).toBe(false)
    await workFor(10_000)
    expect(await missed(id)).toBe(true)
  })
})

describe('an absence of all processes', () => {
  it('is remembered until it is too long ago for any report', async () => {
    const absence = { since: new Date(now() - 3 * hourMs), until: new Date(now() - 2 * hourMs) }
    await insertAbsence(database.db(), absence)
    await deleteAbsences(database.db(), absence.until)
    const kept = () => database.db().rows('select since, until from service_absences')
    expect(await kept()).toEqual([absence])
    await deleteAbsences(database.db(), new Date(now()))
    expect(await kept()).toEqual([])
  })

  it('is no missed ping of a heartbeat: one whose ping was due in it gets a new period and can fail after that', async () => {
    const id = await pinged(minuteMs, 10_000)
    service.clock.advance(5 * minuteMs)
    expect(await missed(id), 'before the absence was accounted for').toBe(false)
    expect((await keepTime(service.store, now())).absentMs).toBe(5 * minuteMs)
    await workFor(65_000)
    expect(await missed(id)).toBe(false)
    await workFor(5_000)
    expect(await missed(id)).toBe(true)
  })

  it('gives a heartbeat whose ping is due later as much longer as it took', async () => {
    const id = await pinged(hourMs, minuteMs)
    service.clock.advance(10 * minuteMs)
    await keepTime(service.store, now())
    await workFor(hourMs)
    expect(await missed(id)).toBe(false)
    await workFor(2 * minuteMs)
    expect(await missed(id)).toBe(true)
  })

  it('leaves a heartbeat failing that failed before', async () => {
    const id = await pinged(minuteMs, 0, 2 * minuteMs)
    service.clock.advance(minuteMs)
    await keepTime(service.store, now())
    expect(await missed(id)).toBe(true)
  })

  it.each([
    ['the database saw it', 40_000],
    ['the clock of the database went back', -minuteMs],
  ])('before a start with a clock that is behind gives each heartbeat a new period: %s', async (_, passedMs) => {
    const id = await pinged(minuteMs, 0, 50_000)
    const databaseMs = now() + hourMs
    await keepTime(service.store, now(), { databaseMs })
    service.clock.advance(6_000)
    const start = { startsBehind: true, databaseMs: databaseMs + passedMs }
    expect((await keepTime(service.store, now(), start)).absentMs).toBe(6_000)
    await workFor(minuteMs - 1_000)
    expect(await missed(id)).toBe(false)
    await workFor(1_000)
    expect(await missed(id)).toBe(true)
  })

  it('is not supposed when another process moved the mark just before such a start', async () => {
    const id = await pinged(minuteMs, 0, 50_000)
    const databaseMs = now() + hourMs
    await keepTime(service.store, now(), { databaseMs })
    service.clock.advance(6_000)
    const start = { startsBehind: true, databaseMs: databaseMs + 4_000 }
    expect((await keepTime(service.store, now(), start)).absentMs).toBe(0)
    await workFor(5_000)
    expect(await missed(id)).toBe(true)
  })

  it('drops no run that waited through it, and lets one be claimed whose lease ended in it', async () => {
    const [waiting, leased] = [await service.check(accountId), await service.check(accountId, { frequency: 1 })]
    const runner = new HandRunner(service.store, service.clock)
    await workFor(minuteMs)
    await enqueueDueRuns(service.store, now(), 100)
    const [held] = (await runner.claim()).filter((task) => task.checkId === leased)
    service.clock.advance(30 * minuteMs)
    expect(await expireRuns(service.store, { nowMs: now(), publicUrl })).toBe(0)
    await keepTime(service.store, now())
    expect(await expireRuns(service.store, { nowMs: now(), publicUrl })).toBe(0)
    const again = await runner.claim()
    expect(again.map((task) => task.id)).toContain(held?.id)
    expect(waiting).toBeDefined()
  })

  it('of more than a day keeps old data for a day; a short one later does not shorten that', async () => {
    service.clock.advance(300 * dayMs)
    await keepTime(service.store, now())
    expect(await mayDeleteOldData(database.db(), now())).toBe(false)
    service.clock.advance(minuteMs)
    await keepTime(service.store, now())
    expect(await mayDeleteOldData(database.db(), now() + dayMs - 2 * minuteMs)).toBe(false)
    expect(await mayDeleteOldData(database.db(), now() + dayMs)).toBe(true)
  })
})

describe('the mark of the installation', () => {
  it('never goes back, and returns to a process that is behind how far ahead the time is', async () => {
    const delayed = now() + 100_000
    await keepTime(service.store, delayed)
    expect(await keepTime(service.store, now())).toEqual({ markMs: delayed, absentMs: 0 })
  })

  it('counts a gap that was jumped as an absence however short it is', async () => {
    expect((await keepTime(service.store, now() + 3_000)).absentMs).toBe(0)
    expect((await keepTime(service.store, now() + 6_000, { isClockChange: true })).absentMs).toBe(3_000)
  })
})

describe('schedules', () => {
  it('further ahead than their interval are brought back to their next slot, and no others', async () => {
    const [far, edited, near] = [
      await service.check(accountId, { frequency: 1 }),
      await service.check(accountId, { frequency: 1 }),
      await service.check(accountId, { frequency: 10 }),
    ]
    const nextOf = async (id: string) =>
      (
        await database
          .db()
          .rows<{ next: Date }>('select next_run_at as next from schedule_times where check_id = $1', [id])
      )[0]?.next
    const before = await nextOf(near)
    await database
      .db()
      .rows(`update schedule_times set next_run_at = $2, last_slot = $2 where check_id = $1`, [
        far,
        new Date(now() + hourMs),
      ])
    // An edit brought back when it runs next, but not its latest slot.
    await database
      .db()
      .rows(`update schedule_times set last_slot = $2 where check_id = $1`, [edited, new Date(now() + hourMs)])
    expect(await resetDistantSchedules(service.store, now())).toBe(2)
    expect((await nextOf(far))?.getTime()).toBeLessThanOrEqual(now() + minuteMs)
    expect(await nextOf(near)).toEqual(before)
    service.clock.advance(minuteMs)
    await enqueueDueRuns(service.store, now(), 100)
    const tasks = await database.db().rows('select id from run_tasks where check_id = any($1)', [[far, edited]])
    expect(tasks).toHaveLength(2)
  })

  it('that another process moved a moment later by its own time are left alone', async () => {
    const id = await service.check(accountId, { frequency: 1 })
    service.clock.advance(minuteMs)
    const readAt = now()
    service.clock.advance(5_000)
    await enqueueDueRuns(service.store, now(), 100)
    expect(await resetDistantSchedules(service.store, readAt)).toBe(0)
    expect(id).toBeDefined()
  })
})
