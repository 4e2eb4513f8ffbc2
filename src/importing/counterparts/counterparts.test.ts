import { describe, expect, it } from 'vitest'
import { placeOf } from './groups.ts'
import { alertFieldsOf, remindersOf } from './reminders.ts'
import { escalationAfter, retriesOf } from './retries.ts'
import { statusCodesOf, statusRangeOf } from './status-codes.ts'

describe('failures that a source tolerates', () => {
  const strategy = (failures: number, retrySeconds: number, intervalSeconds = 60) =>
    retriesOf({ failures, retrySeconds, intervalSeconds })

  it('are retries of a run where the source repeats it sooner than usual', () => {
    expect(strategy(0, 20)).toMatchObject({ retryStrategy: null, note: null })
    expect(strategy(3, 20).retryStrategy).toMatchObject({ type: 'FIXED', baseBackoffSeconds: 20, maxRetries: 3 })
    expect(strategy(20, 20).retryStrategy).toMatchObject({ baseBackoffSeconds: 40, maxRetries: 10 })
  })

  it('are runs in a row at the usual interval, and time beyond the limits', () => {
    expect(strategy(4, 60).escalation).toEqual({
      escalationType: 'RUN_BASED',
      runBasedEscalation: { failedRunThreshold: 5 },
    })
    expect(strategy(5, 60).escalation.timeBasedEscalation).toEqual({ minutesFailingThreshold: 5 })
    expect(strategy(40, 20)).toMatchObject({ escalation: { timeBasedEscalation: { minutesFailingThreshold: 10 } } })
    expect(escalationAfter(1200).note).toBe('Alerts after 15 minutes of failures instead of 20 minutes.')
    expect(escalationAfter(900).note).toBeNull()
  })
})

it('reminders keep their interval, or come a little more often', () => {
  expect(remindersOf(null).reminders.amount).toBe(0)
  expect(remindersOf(600, 2)).toEqual({ reminders: { amount: 2, interval: 10 }, note: null })
  expect(remindersOf(5400, 7)).toEqual({
    reminders: { amount: 100_000, interval: 30 },
    note: 'Reminds every 30 min instead of every 90 min. Reminds until the check recovers.',
  })
  const { escalation } = retriesOf({ failures: 0, retrySeconds: 60, intervalSeconds: 60 })
  expect(alertFieldsOf(escalation, remindersOf(60)).alertSettings).toMatchObject({
    escalationType: 'RUN_BASED',
    reminders: { amount: 100_000, interval: 1 },
  })
})

describe('a set of status codes', () => {
  const codes = (...texts: readonly string[]) =>
    statusCodesOf(texts.map(statusRangeOf).filter((range) => range !== null))
  const written = (...texts: readonly string[]) =>
    codes(...texts)?.assertions.map(({ comparison, target }) => `${comparison} ${target}`)

  it('is a range, without the few codes that are missing in it', () => {
    expect(written('200-299')).toEqual(['GREATER_THAN 199', 'LESS_THAN 300'])
    expect(written('2xx', '300-302')).toEqual(['GREATER_THAN 199', 'LESS_THAN 303'])
    expect(written('204', '200', '202')).toEqual([
      'GREATER_THAN 199',
      'LESS_THAN 205',
      'NOT_EQUALS 201',
      'NOT_EQUALS 203',
    ])
    expect(codes('200', '301')).toMatchObject({ note: 'Accepts every code from 200 to 301.' })
  })

  it('of failures alone is one that the check expects; a mixed one and an empty one cannot be said', () => {
    expect(codes('404')).toEqual({
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '404' }],
      shouldFail: true,
      note: null,
    })
    expect([codes(), codes('200', '401'), codes('odd', '299-200', '999')]).toEqual([null, null, null])
  })
})

it('the outermost folder is a group, and deeper ones are a tag', () => {
  expect([placeOf([]), placeOf(['Shop']), placeOf(['Shop', 'EU', 'Web'])]).toEqual([
    { group: null, tag: null },
    { group: 'Shop', tag: null },
    { group: 'Shop', tag: 'EU/Web' },
  ])
})
