import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleIn } from '../../testing/index.ts'
import type { Answer } from '../../api/operations.ts'

type Finding = Answer<'getServiceHealth'>['findings'][number]
const location = '0198c6a0-0000-7000-8000-0000000000a1'
const mail: Finding = sampleIn('getServiceHealth', 'findings', {
  scope: 'INSTALLATION',
  name: 'mail',
  state: 'DEGRADED',
  messages: [{ code: 'unknown to this page', text: 'No mail server is set.', values: {} }],
  advice: 'Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM',
})
const depot: Finding = sampleIn('getServiceHealth', 'findings', {
  scope: 'ACCOUNT',
  name: 'privateLocation',
  state: 'DEGRADED',
  messages: [{ code: 'unknown to this page', text: 'No agent ever connected at Depot.', values: {} }],
  resource: { type: 'PRIVATE_LOCATION', id: location, name: 'Depot' },
})

it('service health says what needs attention, what to do, and leads there; by itself when that changes', async () => {
  const api = new FakeApi().answer('getServiceHealth', { status: 'DEGRADED', findings: [mail] })
  const scene = await renderScreen('/settings/health', { api })
  const { page, user } = scene
  page.getByRole('heading', { name: 'Needs attention' })
  const installation = within(page.getByRole('table', { name: 'Installation' }))
  within(installation.getByRole('row', { name: /No mail server is set/ })).getByText(/^Set BELFRY_SMTP_URL/)
  api.answer('getServiceHealth', { status: 'DEGRADED', findings: [mail, depot] })
  api.events.push('private-locations', ['1'])
  await scene.turn(1_000)
  const row = within(page.getByRole('row', { name: /No agent ever connected at Depot/ }))
  row.getByText('Needs attention')
  expect(await scene.violations()).toEqual([])
  await user.click(row.getByRole('link', { name: 'Open location' }))
  expect(scene.address()).toBe(`/locations/${location}`)
})

it('service health says when everything works', async () => {
  const api = new FakeApi().answer('getServiceHealth', sample('getServiceHealth', { status: 'OK' }))
  const { page } = await renderScreen('/settings/health', { api })
  page.getByRole('heading', { name: 'All systems operational' })
})

it('service health is for whoever may manage the account', async () => {
  const { page, api } = await renderScreen('/settings/health', { role: 'READ_WRITE' })
  page.getByRole('heading', { level: 1, name: 'Service health' })
  expect(api.sentOf('getServiceHealth')).toEqual([])
})

it('service health is in German for whoever reads German, with how far an installation is and why one failed', async () => {
  const said = 'npm could not install the packages: no space left. A runtime needs about 1 GB. Free some space.'
  const runtimes: Finding = sampleIn('getServiceHealth', 'findings', {
    scope: 'INSTALLATION',
    name: 'runtimes',
    state: 'DEGRADED',
    messages: [
      { code: 'RUNTIME_STATE', text: '', values: { runtime: '2026.04', progress: 'installing packages: 12 % (3/25)' } },
    ],
    details: [{ code: 'RUNTIME_REASON', text: '', values: { runtime: '2025.04', reason: said } }],
  })
  const api = new FakeApi().answer('getServiceHealth', { status: 'DEGRADED', findings: [mail, runtimes] })
  const { page } = await renderScreen('/settings/health', { api, language: 'de' })
  page.getByRole('heading', { name: 'Handlungsbedarf' })
  page.getByText(/Laufzeit 2026\.04: Pakete werden installiert: 12 % \(3\/25\)/)
  page.getByText(/npm konnte die Pakete nicht installieren: no space left\. Eine Laufzeit braucht etwa 1 GB/)
})
