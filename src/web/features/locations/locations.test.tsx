import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample, sampleIn, sampleItem } from '../../testing/index.ts'

type Location = Answer<'getPrivateLocation'>
const id = '0198c6a0-0000-7000-8000-0000000000a1'
const harbour = sample('getPrivateLocation', { id, name: 'Harbour', slugName: 'harbour', keys: [] })
const agents: NonNullable<Location['runningAgents']> = [
  {
    version: '1.2.0',
    isOutdated: false,
    count: 1,
    agents: [{ id: 'a', name: 'ams-01', lastSeenAt: '2026-11-26T09:59:50.000Z', running: 1, places: 10 }],
  },
]
const keyOf = (rawKey: string) => ({ ...sample('createPrivateLocationKey'), rawKey, maskedKey: 'pl_…' })

let api: FakeApi
let stored: Location[]

/** Has a fake keep private locations. */
function storeLocations(fake: FakeApi): void {
  fake.answer('listPrivateLocations', () => stored)
  fake.answer('getPrivateLocation', ({ params }) => stored.find((one) => one.id === params.id) ?? harbour)
}

beforeEach(() => {
  api = new FakeApi()
  stored = [harbour]
  storeLocations(api)
  const checks = ['Gate'].map((name) => sampleIn('listCheckRows', 'entries', { id, name }))
  const counts = { ...sample('listCheckRows').counts, PASSING: 1 }
  api.answer('listCheckRows', sample('listCheckRows', { entries: checks, counts }))
  api.answer('listCheckGroups', [sampleItem('listCheckGroups', { id: 3, name: 'Yard', privateLocations: ['harbour'] })])
})

describe('a private location', () => {
  it('is made, and says when the agent that its command starts is connected', async () => {
    stored = []
    // Keys that were just made are kept in the page.
    const made = '0198c6a0-0000-7000-8000-0000000000a2'
    api.answer('createPrivateLocation', ({ body }) => {
      const { name, slugName } = body
      stored = [{ ...harbour, id: made, name, slugName }]
      return sample('createPrivateLocation', { id: made, name, slugName, keys: [keyOf('pl_raw')] })
    })
    const scene = await renderScreen('/locations', { api })
    const { page, user } = scene
    page.getByText('No private locations')
    await user.click(page.getByRole('button', { name: 'New private location' }))
    await scene.fill(page.getByLabelText('Name'), 'Head office')
    await user.click(page.getByRole('button', { name: 'Create' }))
    expect(api.sentOf('createPrivateLocation')).toMatchObject([
      { body: { name: 'Head office', slugName: 'head-office' } },
    ])
    expect(scene.address()).toBe(`/locations/${made}`)
    page.getByText(/^Waiting for an agent/)
    expect(await scene.violations()).toEqual([])
    const command = page.getByRole('figure', { name: 'With Node' }).textContent
    expect(command).toContain('BELFRY_URL=https://belfry.example API_KEY=pl_raw npm run agent')
    expect(page.queryByText(/a different machine/)).toBe(null)
    stored = stored.map((one) => ({ ...one, agentCount: 1, runningAgents: agents }))
    api.events.push('private-locations', [made])
    await scene.turn(1_000)
    page.getByText('Agent ams-01 is connected.')
    within(page.getByRole('region', { name: 'Agents' })).getByRole('row', { name: /^ams-01/ })
    within(page.getByRole('list', { name: 'Locations' })).getByText(/1 agent$/)
    expect(await scene.violations()).toEqual([])
  })

  it('is left and opened by keys', async () => {
    const { page, user, address } = await renderScreen(`/locations/${id}`, { api })
    await user.keyboard('{Escape}')
    expect(address()).toBe('/locations')
    await user.keyboard('j')
    await user.keyboard('{Enter}')
    expect(address()).toBe(`/locations/${id}`)
    page.getByRole('heading', { level: 2, name: 'Harbour' })
  })

  it('shows its checks and how an agent is added, and it is changed there', async () => {
    api.answer('updatePrivateLocation', ({ body }) => {
      stored = stored.map((one) => ({ ...one, name: body.name }))
      return sample('updatePrivateLocation', { id, name: body.name })
    })
    api.answer('createPrivateLocationKey', () => {
      stored = stored.map((one) => ({ ...one, keys: [keyOf('pl_…')] }))
      return keyOf('pl_fresh')
    })
    const scene = await renderScreen(`/locations/${id}`, { api })
    const { page, user } = scene
    const checks = within(page.getByRole('region', { name: 'Checks in this location' }))
    checks.getByRole('link', { name: 'Yard' })
    checks.getByRole('link', { name: 'Gate' })
    const command = () => page.getByRole('figure', { name: 'With Node' }).textContent
    expect(command()).toContain('API_KEY=YOUR_KEY')
    await user.click(page.getByRole('button', { name: 'Edit' }))
    await scene.fill(page.getByLabelText('Name'), 'North Harbour')
    await user.click(page.getByRole('button', { name: 'Save' }))
    page.getByRole('heading', { level: 2, name: 'North Harbour' })
    await user.click(page.getByRole('button', { name: 'Create agent key' }))
    expect(command()).toContain('API_KEY=pl_fresh ')
    expect(await scene.violations()).toEqual([])
    await user.click(checks.getByRole('link', { name: 'Show in checks' }))
    expect(scene.address()).toBe('/checks?location=harbour')
  })

  it('that was deleted is not found, in German and on a narrow screen', async () => {
    api.fail('getPrivateLocation', 'PRIVATE_LOCATION_NOT_FOUND')
    const { page } = await renderScreen(`/locations/${id}`, { api, language: 'de', width: 390 })
    page.getByRole('heading', { level: 1, name: 'Privater Standort' })
    expect(page.getAllByRole('alert')).toHaveLength(1)
  })

  it('says in German how an agent is added, on a narrow screen', async () => {
    const { page, violations } = await renderScreen(`/locations/${id}`, { api, language: 'de', width: 390 })
    page.getByRole('heading', { level: 1, name: 'Harbour' })
    page.getByRole('region', { name: 'Agenten hinzufügen' })
    expect(await violations()).toEqual([])
  })

  it('can only be looked at by whoever may not manage locations', async () => {
    const reader = new FakeApi('READ_ONLY')
    storeLocations(reader)
    const { page } = await renderScreen(`/locations/${id}`, { api: reader })
    page.getByRole('region', { name: 'Checks in this location' })
    expect(page.queryAllByRole('button', { name: /Edit|Add|key|Delete|New/ })).toEqual([])
  })

  it('of which nothing is known yet shows how much waited in the last hour', async () => {
    api.answer('getPrivateLocationMetrics', {
      timestamps: ['2026-11-26T09:30:00.000Z'],
      queueSize: [12],
      oldestScheduledCheckRun: [90],
      droppedRuns: [3],
    })
    const { page } = await renderScreen(`/locations/${id}`, { api })
    page.getByRole('img', { name: 'Waiting runs: max 12' })
    page.getByRole('img', { name: /^Oldest wait: max 1/ })
  })
})

describe('the public locations', () => {
  it('are listed, and the addresses that checks come from', async () => {
    api.answer('listStaticIpsByRegion', { ...sample('listStaticIpsByRegion'), 'eu-west-1': ['192.0.2.1'] })
    const scene = await renderScreen('/locations', { api })
    const { page, user } = scene
    await user.click(page.getByRole('link', { name: /^Public/ }))
    page.getByRole('cell', { name: 'eu-west-1' })
    await user.click(page.getByRole('link', { name: 'Static IPs' }))
    expect(page.getByRole('figure', { name: 'IPv4' }).textContent).toContain('192.0.2.1')
    expect(await scene.violations()).toEqual([])
  })

  it('are one place in the language of the page where one machine serves them all', async () => {
    const codes = ['us-east-1', 'eu-west-1']
    const place = 'this machine'
    api.answer(
      'listLocations',
      codes.map((region) => ({ region, name: `${region} (${place})`, place })),
    )
    api.answer('listCheckFacets', { tags: [], locations: [], places: [{ place, locations: codes, checks: 3 }] })
    const { page } = await renderScreen('/locations?tab=public', { api, language: 'de' })
    expect(page.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Dieser Rechner',
      'us-east-1, eu-west-1',
      '3 Prüfungen',
    ])
    expect(page.getByRole('link', { name: '3 Prüfungen' }).getAttribute('href')).toBe('/checks?location=this+machine')
  })
})
