import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  aCheckRow,
  aRun,
  FakeApi,
  keepSavedFiles,
  renderScreen,
  sample,
  sampleItem,
  storeChecks,
  storeRuns,
} from '../../testing/index.ts'

const orders = '0198c6a0-0000-7000-8000-000000000001'
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeChecks(api, [aCheckRow(orders, 'Orders')])
})

it('the certificates that the last runs saw are listed with what they have left', async () => {
  storeRuns(api, orders, [aRun(1, 15)])
  const seen = { issuer: 'R11', validTo: '2026-12-06T10:00:00.000Z', seenAt: '2026-11-26T09:45:00.000Z' }
  const of = (host: string, daysRemaining: number) => ({
    ...seen,
    host,
    daysRemaining,
    runLocation: 'eu-west-1',
    checkResultId: orders,
  })
  api.answer('listCheckCertificates', {
    checkId: orders,
    certificates: [of('old.example', -1), of('shop.example', 10)],
  })
  const scene = await renderScreen(`/checks/${orders}?r=1h`, { api })
  const row = within(scene.page.getByRole('row', { name: /old\.example/ }))
  row.getByText('expired')
  within(scene.page.getByRole('row', { name: /shop\.example/ })).getByText('10 days left')
  expect(await scene.violations()).toEqual([])
})

describe('results', () => {
  const slow = aRun(3, 5, { location: 'us-east-1', error: 'Answers 503.' })

  beforeEach(() => storeRuns(api, orders, [aRun(1, 15), aRun(2, 10, { location: 'us-east-1' }), slow]))

  const locations = (): readonly (string | undefined)[] =>
    [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(({ cells }) => cells[2]?.textContent)

  it('can be those of one location', async () => {
    const scene = await renderScreen(`/checks/${orders}?tab=results`, { api })
    const { page, user } = scene
    expect(locations()).toEqual(['us-east-1', 'us-east-1', 'eu-west-1'])
    await user.selectOptions(page.getByRole('combobox', { name: 'Location' }), 'us-east-1')
    expect(scene.address()).toBe(`/checks/${orders}?tab=results&location=us-east-1`)
    expect(locations()).toEqual(['us-east-1', 'us-east-1'])
    await user.click(page.getByLabelText('Failures only'))
    expect(locations()).toEqual(['us-east-1'])
    page.getByText('Answers 503.')
    expect(await scene.violations()).toEqual([])
  })

  it('that are shown are saved as a file', async () => {
    const csv = 'id,startedAt,runLocation\r\n1,2026-11-26,us-east-1'
    api.answer('exportCheckResults', csv)
    const saved = keepSavedFiles()
    const { page, user } = await renderScreen(`/checks/${orders}?r=1h`, { api })
    await user.click(within(page.getByRole('region', { name: 'Results' })).getByRole('button', { name: 'CSV' }))
    expect(saved.map(({ name }) => name)).toEqual(['Orders.csv'])
    expect(await saved[0]?.content.text()).toBe(csv)
    const [{ query } = {}] = api.sentOf('exportCheckResults')
    expect(Date.parse(String(query?.to)) - Date.parse(String(query?.from))).toBeGreaterThanOrEqual(3_600_000)
    await renderScreen(`/checks/${orders}?tab=results&location=us-east-1&failures=true`, { api })
    await user.click(page.getAllByRole('button', { name: 'CSV' }).at(-1) ?? document.body)
    expect(api.sentOf('exportCheckResults')[1]?.query).toEqual({ location: 'us-east-1', hasFailures: 'true' })
  })
})

describe('settings', () => {
  it('say which of them come from the group of a check, and lead to it', async () => {
    api.answer('getEffectiveSettings', {
      ...sample('getEffectiveSettings'),
      group: { id: 7, name: 'Shop' },
      locations: { value: ['us-east-1'], source: 'GROUP', own: ['eu-west-1'] },
      environmentVariables: [{ key: 'TENANT', source: 'GROUP', alsoIn: ['ACCOUNT'] }],
    })
    api.answer('getCheckGroup', sample('getCheckGroup', { id: 7, name: 'Shop' }))
    const scene = await renderScreen(`/checks/${orders}?tab=settings`, { api })
    const settings = within(scene.page.getByRole('region', { name: 'Effective settings' }))
    settings.getByText('Check setting, overridden: eu-west-1')
    settings.getByText('TENANT')
    settings.getByText('overrides the account')
    expect(await scene.violations()).toEqual([])
    await scene.user.click(settings.getAllByRole('link', { name: 'Shop' })[0] ?? document.body)
    expect(scene.address()).toBe('/groups/7')
  })
})

describe('code', () => {
  it('is shown in three languages', async () => {
    const request = { method: 'GET', url: 'https://shop.example/' }
    api.answer('getCheck', sample('getCheck', { id: orders, name: 'Orders', checkType: 'API', request }))
    const { page, violations } = await renderScreen(`/checks/${orders}?tab=code`, { api })
    const codeOf = (name: string): string => page.getByRole('figure', { name }).textContent
    expect(codeOf('TypeScript construct')).toContain("new ApiCheck('orders', {")
    expect(codeOf('Terraform')).toContain('resource "checkly_check" "orders"')
    expect(codeOf('Create with curl')).toContain('/v1/checks/api')
    expect(await violations()).toEqual([])
  })
})

describe('errors', () => {
  it('that are alike are one, with its analysis, and are archived until they come again', async () => {
    const group = sampleItem('listErrorGroupsOfCheck', {
      id: 'e1',
      cleanedErrorMessage: 'Answers 503.',
      occurrences: 4,
    })
    api.answer('listErrorGroupsOfCheck', [group])
    api.answer('updateErrorGroup', () => {
      api.answer('listErrorGroupsOfCheck', [{ ...group, archivedUntilNextEvent: true }])
      return sample('updateErrorGroup')
    })
    const { page, user, violations } = await renderScreen(`/checks/${orders}?tab=errors`, { api })
    page.getByText('Answers 503.')
    page.getByText(/^Occurred 4 times/)
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Archive until next occurrence' }))
    page.getByText('No errors')
    expect(api.sentOf('updateErrorGroup')).toMatchObject([
      { params: { id: 'e1' }, body: { archivedUntilNextEvent: true } },
    ])
  })
})

it('no tab shows texts of a check and of what it requests as anything but texts', async () => {
  const payload = `<img src=x onerror="owned=1"><script>owned=1</script>`
  const request = { method: 'GET', url: `https://shop.example/?${payload}` }
  const named = { id: orders, name: payload, description: payload, tags: [payload] }
  api.answer('getCheck', sample('getCheck', { ...named, checkType: 'API', request }))
  storeRuns(api, orders, [aRun(1, 5, { error: payload, location: payload })])
  api.answer('listErrorGroupsOfCheck', [sampleItem('listErrorGroupsOfCheck', { cleanedErrorMessage: payload })])
  const scene = await renderScreen(`/checks/${orders}`, { api })
  const tabs = within(scene.page.getByRole('navigation', { name: payload }))
  for (const tab of ['Overview', 'Results', 'Alerts', 'Errors', 'Settings', 'Code']) {
    await scene.user.click(tabs.getByRole('link', { name: new RegExp(`^${tab}`) }))
    expect(document.body.textContent).toContain(payload)
    expect(document.querySelector('img[src="x"], img[onerror]')).toBe(null)
  }
})
