import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aCheckRow, aRun, FakeApi, renderScreen, storeCheck, storeChecks, storeRuns } from '../../testing/index.ts'

const backup = '0198c6a0-0000-7000-8000-000000000001'
const pingUrl = 'https://belfry.example/ping/2f9b1c57-6f0a-4b60-9c0e-8a7d0c5f4e32'
type Event = Answer<'getHeartbeatTimeline'>['events'][number]

const timing = { periodSeconds: 600, graceSeconds: 300 } as const
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

function withPings(events: readonly Event[], fields: object = {}): FakeApi {
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
    expect.stringMatching(/Zu spät.*2\u00a0min zu spät12\u00a0mincurl\/8/),
    expect.stringContaining('pünktlich'),
    expect.stringContaining('Ausgeblieben'),
  ])
  expect(page.queryByRole('button', { name: 'Jetzt ausführen' })).toBe(null)
  await user.click(page.getByRole('button', { name: 'Stummschalten' }))
  page.getByRole('menuitem', { name: '30 Minuten stummschalten' })
  await user.keyboard('{Escape}')
  expect(await violations()).toEqual([])
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
  const [{ events, ...next }] = [{ ...timing, expectedAt: null, failingAt: null, events: [first] }]
  api.answer('getHeartbeatTimeline', { ...next, events })
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
