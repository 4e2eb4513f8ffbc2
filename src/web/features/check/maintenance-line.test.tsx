import { expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample, sampleIn } from '../../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-000000000001'
type Occurrence = Answer<'listMaintenanceOccurrences'>['entries'][number]

function under(fields: Partial<Occurrence>): FakeApi {
  const api = new FakeApi().answer('getCheck', sample('getCheck', { id, name: 'Shop' }))
  const entries = [sampleIn('listMaintenanceOccurrences', 'entries', fields)]
  return api.answer('listMaintenanceOccurrences', { entries, isComplete: true })
}

const upgrade: Partial<Occurrence> = {
  maintenanceId: '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77',
  name: 'Upgrade',
  status: 'IN_PROGRESS',
  startsAt: '2026-11-26T09:00:00.000Z',
  endsAt: '2026-11-26T12:00:00.000Z',
  pauses: true,
  silences: false,
}

/** The sentence of the line, whose parts are elements. */
const lineOf = (name: RegExp): string | null | undefined =>
  [...document.querySelectorAll('p')].find(({ textContent }) => name.test(textContent))?.textContent

it('a check says until when it is under maintenance', async () => {
  const { violations } = await renderScreen(`/checks/${id}`, { api: under(upgrade) })
  expect(lineOf(/Upgrade/)).toBe('Under maintenance until 13:00:00: Upgrade, no scheduled runs')
  expect(await violations()).toEqual([])
})

it('a check says that its maintenance goes on when that was not ended in time', async () => {
  const { turn } = await renderScreen(`/checks/${id}`, {
    api: under({ ...upgrade, endsAt: '2026-11-26T10:00:30.000Z' }),
  })
  await turn(30_000)
  expect(lineOf(/Upgrade/)).toBe('Under maintenance until ended: Upgrade, no scheduled runs')
})

it('a check says when it will be under maintenance next', async () => {
  const api = under({
    ...upgrade,
    maintenanceId: null,
    name: 'Backup',
    status: 'SCHEDULED',
    startsAt: '2026-11-30T14:00:00.000Z',
    endsAt: '2026-11-30T15:00:00.000Z',
    pauses: false,
    silences: true,
  })
  const { violations } = await renderScreen(`/checks/${id}`, { api })
  expect(lineOf(/Backup/)).toMatch(/^Next maintenance: .*15:00:00 to .*16:00:00: Backup, no alerts$/)
  expect(await violations()).toEqual([])
})

it('a check without maintenance says nothing about it', async () => {
  await renderScreen(`/checks/${id}`, { api: new FakeApi().answer('getCheck', sample('getCheck', { id })) })
  expect(lineOf(/^(Under|Next) maintenance/)).toBe(undefined)
})
