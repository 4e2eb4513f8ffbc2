import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import {
  aCheckRow,
  aRun,
  FakeApi,
  renderScreen,
  sample,
  sampleIn,
  storeCheck,
  storeChecks,
  storeRuns,
} from '../../testing/index.ts'

const backup = '0198c6a0-0000-7000-8000-000000000001'
const pingUrl = 'https://belfry.example/ping/2f9b1c57-6f0a-4b60-9c0e-8a7d0c5f4e32'
type Timeline = Answer<'getHeartbeatTimeline'>
type Event = Timeline['events'][number]

const timing = { schedule: null, periodSeconds: 600, graceSeconds: 300 } as const
const late: Event = {
  id: '2',
  state: 'LATE',
  timestamp: '2026-11-26T09:57:00.000Z',
  expectedAt: '2026-11-26T09:55:00.000Z',
  source: null,
  userAgent: 'curl/8',
}
const first: Event = {
  ...late,
  id: '1',
  state: 'RECEIVED',
  timestamp: '2026-11-26T09:45:00.000Z',
  expectedAt: '2026-11-26T09:45:00.000Z',
}
const missed: Event = { ...first, id: '3', state: 'FAILING', userAgent: null }

function withPings(events: readonly Event[], fields: object = {}, more: Partial<Timeline> = {}): FakeApi {
  const api = new FakeApi()
  storeChecks(api, [aCheckRow(backup, 'Backup', { checkType: 'HEARTBEAT' })])
  const heartbeat = {
    period: 10,
    periodUnit: 'minutes',
    grace: 5,
    graceUnit: 'minutes',
    pingToken: backup,
    pingUrl,
  } as const
  storeCheck(api, { id: backup, name: 'Backup', checkType: 'HEARTBEAT', activated: true, heartbeat, ...fields })
  storeRuns(api, backup, [aRun(1, 5)], { checkType: 'HEARTBEAT', metric: null, metrics: [] })
  return api.answer('getHeartbeatTimeline', {
    ...timing,
    expectedAt: events.length > 0 ? '2026-11-26T10:07:00.000Z' : null,
    failingAt: events.length > 0 ? '2026-11-26T10:12:00.000Z' : null,
    events: [...events],
    running: [],
    signals: [],
    ...more,
  })
}

it('a heartbeat shows when its pings were due and came, in German on a phone as well', async () => {
  const phone = { api: withPings([late, first, missed]), width: 390, theme: 'dark', language: 'de' } as const
  const { page, user, violations } = await renderScreen(`/checks/${backup}`, phone)
  page.getByText('alle 10 min, bis zu 5 min später')
  const table = page.getByRole('region', { name: 'Pings' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Abweichung'),
    expect.stringMatching(/Zu spät.*2\u00a0min zu spät12\u00a0min––curl\/8/),
    expect.stringContaining('pünktlich'),
    expect.stringContaining('Ausgeblieben'),
  ])
  expect(page.queryByRole('button', { name: 'Jetzt ausführen' })).toBe(null)
  await user.click(page.getByRole('button', { name: 'Stummschalten' }))
  page.getByRole('menuitem', { name: '30 Minuten stummschalten' })
  await user.keyboard('{Escape}')
  expect(await violations()).toEqual([])
})

it('a failing heartbeat says beside its state when the last ping came, or what that said', async () => {
  const storeFailing = (...given: Parameters<typeof withPings>): FakeApi => {
    const api = withPings(...given)
    const row = aCheckRow(backup, 'Backup', { checkType: 'HEARTBEAT', state: 'FAILING' })
    return api.answer('listCheckRows', { ...sample('listCheckRows'), entries: [row] })
  }
  const api = storeFailing([{ ...missed, timestamp: '2026-11-26T10:00:00.000Z' }, first])
  const { page } = await renderScreen(`/checks/${backup}`, { api, now: '2026-11-26T10:05:00Z' })
  expect(page.getByText(/^Last ping/).textContent).toMatch(/\d:45:00$/)
  const failed = { ...first, id: '4', state: 'FAILING' } as const
  const signal = sampleIn('getHeartbeatTimeline', 'signals', { id: '4', kind: 'fail', error: 'The disk is full.' })
  const { page: said } = await renderScreen(`/checks/${backup}`, {
    api: storeFailing([failed], {}, { signals: [signal] }),
  })
  said.getByText('The disk is full.')
})

it('a job that is rare is shown in a range that has some of its pings', async () => {
  const api = withPings([first], {
    heartbeat: { period: 1, periodUnit: 'days', grace: 5, graceUnit: 'minutes', pingToken: backup },
  })
  const { page } = await renderScreen(`/checks/${backup}`, { api })
  expect(page.getByRole('button', { name: '30 d' }).getAttribute('aria-pressed')).toBe('true')
})

it('a heartbeat says when the next ping is due and when it fails without one', async () => {
  const { page } = await renderScreen(`/checks/${backup}`, { api: withPings([late, first]) })
  page.getByText((_text, element) => element?.textContent === 'Next ping expected 11:07:00, fails 11:12:00')
})

it('a heartbeat without pings waits for the first, with commands to copy, and turns by itself when one comes', async () => {
  const api = withPings([])
  const { page, user, turn, violations } = await renderScreen(`/checks/${backup}`, { api })
  page.getByText('Waiting for the first ping')
  page.getByText(new RegExp(`^curl .*'${pingUrl}'$`))
  await user.click(page.getByRole('tab', { name: 'Kubernetes' }))
  page.getByText(/kind: CronJob/)
  expect(await violations()).toEqual([])
  api.answer('getHeartbeatTimeline', {
    ...timing,
    expectedAt: null,
    failingAt: null,
    events: [first],
    running: [],
    signals: [],
  })
  api.events.push('checks', [
    {
      id: backup,
      before: null,
      state: 'PASSING',
      since: null,
      lastResultId: null,
      lastRunAt: null,
      lastResponseTime: null,
    },
  ])
  await turn(2_000)
  expect(page.queryByText('Waiting for the first ping')).toBe(null)
})

it('a paused heartbeat does not wait, and whoever may not see its address gets no commands', async () => {
  const { page } = await renderScreen(`/checks/${backup}`, {
    api: withPings([], {
      activated: false,
      heartbeat: { period: 10, periodUnit: 'minutes', grace: 5, graceUnit: 'minutes', pingToken: backup },
    }),
  })
  page.getByText('Pings do not count until it is resumed.')
  expect(page.queryByText('How to ping')).toBe(null)
})

const said: Timeline['signals'][number] = {
  id: '2',
  kind: 'fail',
  timestamp: late.timestamp,
  runId: null,
  exitStatus: 3,
  durationMs: 242_000,
  overlapping: 0,
  metrics: [],
  error: null,
  hasBody: true,
  bodyBytes: 24_310,
  source: null,
  userAgent: 'curl/8',
}
const start: Timeline['signals'][number] = {
  ...said,
  id: '1a',
  kind: 'start',
  timestamp: '2026-11-26T09:52:58.000Z',
  exitStatus: null,
  durationMs: null,
  overlapping: 1,
  hasBody: false,
}
const job = {
  signals: [said, start],
  running: [
    { runId: 'nightly', startedAt: '2026-11-26T09:57:00.000Z', state: 'RUNNING', lateAt: '2026-11-26T10:02:00.000Z' },
  ],
} as const satisfies Partial<Timeline>

it('a job shows what runs now, how long runs took, how it failed, and its output as text', async () => {
  const api = withPings([{ ...late, state: 'FAILING' }, first], {}, { ...job, running: [...job.running] })
  api.answer('getHeartbeatSignal', { ...said, body: '<b>pg_dump</b>: no space left' })
  const { page, user, violations } = await renderScreen(`/checks/${backup}`, { api })
  page.getByText('nightly')
  page.getByText('latest 4 min 2 s')
  const rows = within(page.getByRole('region', { name: 'Table of pings' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Duration'),
    expect.stringMatching(/exit status 3.*4\u00a0min 2\u00a0s/),
    expect.stringContaining('Started, 1 other running'),
    expect.stringContaining('Received'),
  ])
  await user.click(page.getByRole('button', { name: 'Show output' }))
  page.getByText('The first 10,000 of 24,310 bytes.')
  page.getByText('<b>pg_dump</b>: no space left')
  expect(await violations()).toEqual([])
})

it('a run of which nobody knows whether it ended says so, and one that takes too long', async () => {
  const [run] = job.running
  const running: Timeline['running'] = [
    { ...run, runId: null, state: 'UNKNOWN', lateAt: null },
    { ...run, state: 'LATE', lateAt: null },
  ]
  const { page } = await renderScreen(`/checks/${backup}`, { api: withPings([], {}, { signals: [start], running }) })
  page.getByText('2 runs at the same time')
  page.getByText('Unknown whether it ended')
  page.getByText('Running too long')
  expect(page.queryByText('Waiting for the first ping')).toBe(null)
})

it('commands come with start and exit status when that is chosen', async () => {
  const { page, user } = await renderScreen(`/checks/${backup}`, { api: withPings([]) })
  await user.click(page.getByRole('button', { name: 'With start and exit status' }))
  page.getByText(/exit \$status/)
})
