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

it('service health is in German for whoever reads German', async () => {
  const api = new FakeApi().answer('getServiceHealth', { status: 'DEGRADED', findings: [mail] })
  const { page } = await renderScreen('/settings/health', { api, language: 'de' })
  page.getByRole('heading', { name: 'Handlungsbedarf' })
})
