import { describe, expect, it } from 'vitest'
import { expectedAt, failingAt, resetByPing } from './heartbeat-timing.ts'
import { classifyPing } from './classify-ping.ts'
import { cronOfSchedule, dueTimes, findScheduleProblem, nextDueAt, usualPeriodMs } from './job-schedule.ts'

const berlin = (expression: string) => ({ expression, timezone: 'Europe/Berlin' })
const after = (text: string) => Date.parse(text)
const times = (expression: string, from: string, count = 3) =>
  dueTimes(berlin(expression), after(from), count).map(({ localAt }) => localAt)
const problemOf = (expression: string, timezone: string | null = null) =>
  findScheduleProblem({ expression, timezone }, 'heartbeat.schedule.')

describe('a schedule over the changes of clocks', () => {
  it('expects a nightly job that is skipped in spring when clocks have changed', () => {
    expect(dueTimes(berlin('30 2 * * *'), after('2027-03-27T12:00:00Z'), 3)).toEqual([
      {
        atMs: after('2027-03-28T01:00:00Z'),
        localAt: '2027-03-28T03:00:00+02:00',
        clockChange: 'BEFORE',
        isShifted: true,
      },
      {
        atMs: after('2027-03-29T00:30:00Z'),
        localAt: '2027-03-29T02:30:00+02:00',
        clockChange: null,
        isShifted: false,
      },
      {
        atMs: after('2027-03-30T00:30:00Z'),
        localAt: '2027-03-30T02:30:00+02:00',
        clockChange: null,
        isShifted: false,
      },
    ])
  })

  it('expects a nightly job of the hour that comes twice in autumn at the first time only', () => {
    expect(times('30 2 * * *', '2027-10-30T12:00:00Z')).toEqual([
      '2027-10-31T02:30:00+02:00',
      '2027-11-01T02:30:00+01:00',
      '2027-11-02T02:30:00+01:00',
    ])
  })

  it.each(['30 2,14 * * *', '*-*-* 02,14:30'])('expects a list of hours like each of them: %s', (expression) => {
    expect(times(expression, '2027-10-30T22:00:00Z')).toEqual([
      '2027-10-31T02:30:00+02:00',
      '2027-10-31T14:30:00+01:00',
      '2027-11-01T02:30:00+01:00',
    ])
    expect(times(expression, '2027-03-27T23:00:00Z', 2)).toEqual([
      '2027-03-28T03:00:00+02:00',
      '2027-03-28T14:30:00+02:00',
    ])
  })

  it.each(['*/30 * * * *', '*:00/30'])('expects a job of every half hour every half hour: %s', (expression) => {
    for (const start of ['2027-03-28T00:15:00Z', '2027-10-31T00:15:00Z']) {
      const due = dueTimes(berlin(expression), after(start), 4).map(({ atMs }) => atMs)
      expect(due.slice(1).map((atMs, index) => atMs - (due[index] ?? 0))).toEqual([1_800_000, 1_800_000, 1_800_000])
    }
  })
})

describe('a schedule', () => {
  it.each([
    ['0 9 * * 1-5', 'Mon..Fri 09:00'],
    ['15,45 8-18/2 * * *', '*-*-* 08..18/2:15,45'],
    ['0 0 1 1,4,7,10 *', 'quarterly'],
    ['0 0 L * *', '*-*~01'],
    ['30 6 * * 6,0,1', 'Sat..Mon *-*-* 06:30:00'],
    ['@daily', 'daily'],
    ['0 0 * * 1', 'weekly'],
  ])('is due at the same times as cron and as a calendar event: %s, %s', (cron, calendar) => {
    expect(times(calendar, '2027-01-14T10:00:00Z', 8)).toEqual(times(cron, '2027-01-14T10:00:00Z', 8))
  })

  it('is due on a day of the month or of the week by cron, and on days that are both by a calendar event', () => {
    expect(times('0 0 13 * 5', '2027-08-01T00:00:00Z', 2)[0]).toBe('2027-08-06T00:00:00+02:00')
    expect(times('Fri *-*-13', '2027-08-01T00:00:00Z', 1)).toEqual(['2027-08-13T00:00:00+02:00'])
  })

  it('of several lines is due whenever one of them is', () => {
    expect(times('Mon..Fri 09:00\nSat,Sun 11:00', '2027-01-15T10:00:00Z', 2)).toEqual([
      '2027-01-16T11:00:00+01:00',
      '2027-01-17T11:00:00+01:00',
    ])
  })

  it('has the length of its usual period, and its form in cron if that can say it', () => {
    expect(usualPeriodMs(berlin('30 2 * * *'))).toBe(86_400_000)
    expect(cronOfSchedule(berlin('Mon..Fri 09:00'))).toBe('0 9 * * 1,2,3,4,5')
    expect(cronOfSchedule(berlin('@hourly'))).toBe('0 * * * *')
    expect(cronOfSchedule(berlin('Fri *-*-13'))).toBeNull()
    expect(cronOfSchedule(berlin('09:00:30'))).toBeNull()
  })

  it.each([
    ['61 2 * * *', '"61" must be a minute from 0 to 59'],
    ['0 24 * * *', '"24" must be an hour'],
    ['0 0 32 * *', '"32" must be a day from 1 to 31'],
    ['0 0 * 13 *', '"13" must be a month'],
    ['0 0 * * 8', '"8" must be a day from 0 to 7'],
    ['0 0 * * 1;rm', '"1;rm" must be a day'],
    ['* * * *', 'five fields'],
    ['* * * * * *', 'five fields'],
    ['@reboot', 'one of @yearly'],
    ['0 0 30 2 *', 'It never comes.'],
    ['*-02-30', 'It never comes.'],
    ['*:*:00/10', 'one second'],
    ['*:*:*', 'one second'],
    ['09:00:00\n10:00:30', 'the same second in every line'],
    ['2027-01-01 09:00', '"2027" must be * for the year'],
    ['Mon 09:00 Europe/Berlin', 'the time zone is a field'],
    ['Someday 09:00', 'days of the week'],
    ['25:00', '"25" must be an hour'],
    ['sometimes', 'days of the week'],
    ['\n \n', 'a cron or OnCalendar expression'],
    ['1-'.repeat(200) + ' * * * *', 'a minute'],
  ])('that cannot be is refused with the part that is wrong: %j', (expression, text) => {
    const problem = problemOf(expression)
    expect(problem?.code).toBe('HEARTBEAT_SCHEDULE_INVALID')
    expect(String(problem?.values['problem'])).toContain(text)
    expect(problem?.problems[0]?.path).toBe('heartbeat.schedule.expression')
  })

  it('needs a known time zone', () => {
    expect(problemOf('0 9 * * *', 'Mars/Olympus')?.problems[0]?.path).toBe('heartbeat.schedule.timezone')
    expect(problemOf('0 9 * * *', 'America/New_York')).toBeNull()
  })
})

describe('a heartbeat with a schedule', () => {
  const settings = {
    period: 1,
    periodUnit: 'days',
    grace: 30,
    graceUnit: 'minutes',
    schedule: berlin('30 2 * * *'),
  } as const
  const dueMs = after('2027-03-28T01:00:00Z')
  const classify = (at: number) =>
    classifyPing({ settings, timerResetAt: after('2027-03-27T01:35:00Z'), isFailing: false, at })

  it('expects the next time of the schedule, whenever the last ping came', () => {
    expect(expectedAt(settings, after('2027-03-27T01:45:00Z'))).toBe(dueMs)
    expect(failingAt(settings, after('2027-03-27T18:00:00Z'))).toBe(dueMs + 1_800_000)
    expect(nextDueAt(settings.schedule, dueMs)).toBe(after('2027-03-29T00:30:00Z'))
  })

  it('takes a ping up to a minute early for the one that is due, and an earlier one for none', () => {
    expect(resetByPing(settings, dueMs - 60_000)).toBe(dueMs)
    expect(resetByPing(settings, dueMs - 60_001)).toBe(dueMs - 60_001)
    expect(
      resetByPing({ ...settings, schedule: berlin('* * * * *'), period: 1, periodUnit: 'minutes' }, dueMs - 1_300),
    ).toBe(dueMs - 1_300)
  })

  it('calls pings early, received, within the grace and late by the scheduled time', () => {
    expect(classify(dueMs - 3_600_000)).toEqual({ state: 'EARLY', latenessMs: -3_600_000 })
    expect(classify(dueMs + 30_000).state).toBe('RECEIVED')
    expect(classify(dueMs + 1_800_000).state).toBe('GRACE')
    expect(classify(dueMs + 1_800_001).state).toBe('LATE')
  })
})
