import { expect, it } from 'vitest'
import { aCheckRow, aRun, FakeApi, renderScreen, storeChecks, storeRuns } from '../../testing/index.ts'

it('a heartbeat shows its pings, in German on a phone as well', async () => {
  const backup = '0198c6a0-0000-7000-8000-000000000001'
  const api = new FakeApi()
  storeChecks(api, [aCheckRow(backup, 'Backup', { checkType: 'HEARTBEAT' })])
  storeRuns(api, backup, [aRun(1, 5)], { checkType: 'HEARTBEAT', metric: null, metrics: [] })
  const ping = { id: '1', state: 'RECEIVED', timestamp: '2026-11-26T09:55:00.000Z', source: null } as const
  const stats = { last24Hours: null, last7Days: null }
  api.answer('listHeartbeatEvents', [{ events: [{ ...ping, userAgent: 'curl/8' }], stats }])
  const phone = { api, width: 390, theme: 'dark', language: 'de' } as const
  const { page, user, violations } = await renderScreen(`/checks/${backup}`, phone)
  page.getByText('Angekommen')
  page.getByText('curl/8')
  expect(page.queryByRole('button', { name: 'Jetzt ausführen' })).toBe(null)
  await user.click(page.getByRole('button', { name: 'Stummschalten' }))
  page.getByRole('menuitem', { name: '30 Minuten stummschalten' })
  await user.keyboard('{Escape}')
  expect(await violations()).toEqual([])
})
