import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aCheckRow, FakeApi, renderScreen, sample, storeChecks } from '../../../testing/index.ts'
import type { Answer } from '../../../api/operations.ts'

const shopId = '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a01'
const blogId = '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a02'

const check = (logicalId: string, name: string, state: 'up' | 'down') => ({
  section: 'checks' as const,
  logicalId,
  item: `monitor "${name}"`,
  value: { checkType: 'URL', name },
  state,
})
const line = (fate: 'exact' | 'impossible', field: string, note = '') => ({ item: 'monitor "Shop"', field, fate, note })
const read: Answer<'readImport'> = {
  resources: [check('1', 'Shop', 'up'), check('2', 'Blog', 'up')],
  variables: [{ key: 'SHOP_TOKEN', value: null }],
  places: [],
  counts: { exact: 1, approximated: 0, impossible: 1, ignored: 0, unknown: 0 },
  report: [line('impossible', 'proxy', 'Use a private location.'), line('exact', 'url')],
}
const entry = (logicalId: string, physicalId: string) => ({
  type: 'check',
  logicalId,
  physicalId,
  action: 'CREATE' as const,
  changed: true,
})
const plan: Answer<'planImport'> = {
  planToken: 'v1.x',
  project: null,
  diff: [entry('1', shopId), entry('2', blogId)],
  variables: [{ key: 'SHOP_TOKEN', action: 'MISSING' }],
  report: [],
}

const compared = { muted: true, reason: null } as const
const comparison: Answer<'getImportComparison'> = {
  source: 'gatus',
  title: 'Gatus',
  readAt: '2026-07-15T11:00:00.000Z',
  checks: [
    { ...compared, id: blogId, logicalId: '2', name: 'Blog', state: 'up' },
    { ...compared, id: shopId, logicalId: '1', name: 'Shop', state: 'down', reason: 'connection refused' },
  ],
}

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.answer('listImportSources', [
    { name: 'urls', title: 'List of URLs', takes: 'Text files with one URL a line.', api: null, importedChecks: 0 },
    {
      name: 'gatus',
      title: 'Gatus',
      takes: 'YAML files.',
      api: { key: 'Name and password.', address: 'https://status.example.org', isForStates: true },
      importedChecks: 2,
    },
    {
      name: 'uptimerobot',
      title: 'UptimeRobot',
      takes: 'JSON files.',
      api: { key: 'A read-only key.', address: 'https://api.uptimerobot.com', isForStates: false },
      importedChecks: 0,
    },
  ])
  api.answer('getImportComparison', comparison)
  api.answer('readImport', read)
  api.answer('planImport', plan)
})

async function readFiles(scene: Awaited<ReturnType<typeof renderScreen>>): Promise<void> {
  const { page, user } = scene
  await user.upload(page.getByLabelText('Files'), new File(['https://shop.example'], 'urls.txt'))
  await user.click(page.getByRole('button', { name: 'Read files' }))
  await page.findByRole('region', { name: 'Report' })
}

it('files are read, planned and imported, and each check is compared with what the tool said of it', async () => {
  storeChecks(api, [
    aCheckRow(shopId, 'Shop', { muted: true, state: 'PASSING' }),
    aCheckRow(blogId, 'Blog', { muted: true, state: 'FAILING' }),
  ])
  api.answer('startImport', sample('startImport', { logicalId: 'import-gatus', status: 'PENDING' }))
  api.answer(
    'awaitDeployment',
    sample('awaitDeployment', { status: 'SUCCEEDED', result: { project: null, diff: plan.diff } }),
  )
  const scene = await renderScreen('/settings/import', { api })
  const { page, user } = scene
  await user.selectOptions(page.getByLabelText('Tool'), 'Gatus')
  page.getByText('YAML files.')
  await readFiles(scene)
  expect(api.sentOf('readImport')).toMatchObject([
    { params: { source: 'gatus' }, body: { files: [{ path: 'urls.txt', content: btoa('https://shop.example') }] } },
  ])
  const report = within(page.getByRole('region', { name: 'Report' }))
  report.getByText('Use a private location.')
  await user.click(report.getByRole('button', { name: 'Exact 1' }))
  report.getByText('url')
  const changes = within(page.getByRole('region', { name: 'Changes' }))
  await changes.findByText('2 to create, 0 to update, 0 to delete')
  changes.getByText('SHOP_TOKEN')
  expect(await scene.violations()).toEqual([])
  await user.click(changes.getByRole('button', { name: 'Import' }))
  await page.findByText('2 of 2 have run')
  expect(api.sentOf('startImport')).toMatchObject([
    { query: { planToken: 'v1.x' }, body: { resources: read.resources } },
  ])
  within(page.getByRole('row', { name: /^Blog/ })).getByText('Disagrees')
  const shop = within(page.getByRole('row', { name: /^Shop/ }))
  shop.getByText('Disagrees')
  shop.getByText('connection refused')
  expect(await scene.violations()).toEqual([])

  page.getByText('2 imported checks are muted.')
  await user.click(page.getByRole('button', { name: 'Start alerting' }))
  await page.findByText('All imported checks alert.')
  expect(api.sentOf('changeChecks')).toMatchObject([{ body: { checkIds: [blogId, shopId], change: { muted: false } } }])
  await user.click(page.getByRole('button', { name: 'Undo' }))
  await page.findByText('2 imported checks are muted.')
})

it('only the chosen checks are planned, when somebody asks for it', async () => {
  const scene = await renderScreen('/settings/import', { api })
  const { page, user } = scene
  await readFiles(scene)
  await user.click(page.getByRole('checkbox', { name: /^Blog/ }))
  page.getByText('1 of 2 selected')
  expect(page.queryByRole('button', { name: 'Import' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Show changes' }))
  await page.findByRole('button', { name: 'Import' })
  expect(api.sentOf('planImport').map(({ body }) => body.resources.length)).toEqual([2, 1])
})

it('files that cannot be read are said to, and stay chosen', async () => {
  api.fail('readImport', 'IMPORT_UNREADABLE', { values: { problem: 'urls.txt is no list of URLs.' } })
  const { page, user } = await renderScreen('/settings/import', { api })
  await user.upload(page.getByLabelText('Files'), new File(['x'], 'urls.txt'))
  await user.click(page.getByRole('button', { name: 'Read files' }))
  within(await page.findByRole('alert')).getByText('urls.txt is no list of URLs.')
  page.getByText('urls.txt')
  api.answer('readImport', { ...read, resources: [] })
  await user.click(page.getByRole('button', { name: 'Read files' }))
  await page.findByText('Nothing to import')
})

it('a key reads the API in place of files, at another address where there is one', async () => {
  const scene = await renderScreen('/settings/import', { api })
  const { page, user } = scene
  expect(page.queryByLabelText('API key')).toBeNull()
  await user.selectOptions(page.getByLabelText('Tool'), 'UptimeRobot')
  page.getByText('A read-only key. It is used for this import alone, and not stored.')
  expect(page.getByRole('button', { name: 'Read files' })).toHaveProperty('disabled', true)
  await user.type(page.getByLabelText('API key'), 'u1-abc')
  expect(page.queryByLabelText('Files')).toBeNull()
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Read API' }))
  await page.findByRole('region', { name: 'Report' })
  const address = page.getByLabelText('Address of the API')
  await user.clear(address)
  await user.type(address, 'https://eu.uptimerobot.com')
  await user.click(page.getByRole('button', { name: 'Read API' }))
  await expect
    .poll(() => api.sentOf('readImport').map(({ body }) => [body.files, body.api]))
    .toEqual([
      [undefined, { key: 'u1-abc' }],
      [undefined, { key: 'u1-abc', address: 'https://eu.uptimerobot.com' }],
    ])
})

it('states are read at an address besides files, with a key where one is given', async () => {
  const scene = await renderScreen('/settings/import', { api })
  const { page, user } = scene
  await user.selectOptions(page.getByLabelText('Tool'), 'Gatus')
  expect(page.queryByLabelText('API key')).toBeNull()
  await user.type(page.getByLabelText('Address'), 'https://status.example.org')
  expect(page.getByRole('button', { name: 'Read files' })).toHaveProperty('disabled', true)
  await readFiles(scene)
  await user.type(page.getByLabelText('API key'), 'me:pw')
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Read files' }))
  const address = 'https://status.example.org'
  await expect
    .poll(() => api.sentOf('readImport').map(({ body }) => [body.files?.length, body.api]))
    .toEqual([
      [1, { address }],
      [1, { key: 'me:pw', address }],
    ])
})

it('an import that finds nothing to change goes on to the comparison', async () => {
  storeChecks(api, [aCheckRow(shopId, 'Shop'), aCheckRow(blogId, 'Blog', { state: 'PENDING' })])
  const diff = plan.diff.map((one) => ({ ...one, action: 'UNCHANGED' as const, changed: false }))
  api.answer('planImport', { ...plan, diff, variables: [] })
  api.answer('setImportStates', comparison)
  const scene = await renderScreen('/settings/import', { api })
  const { page, user } = scene
  await readFiles(scene)
  await page.findByText('Nothing to change')
  await user.click(page.getByRole('button', { name: 'Comparison' }))
  await page.findByText('1 of 2 have run')
  const states = ['1', '2'].map((logicalId) => ({ logicalId, state: 'up', reason: null }))
  expect(api.sentOf('setImportStates')).toMatchObject([{ params: { source: 'urls' }, body: { states } }])
  page.getByText('All imported checks alert.')
  await user.click(page.getByRole('button', { name: 'Run again' }))
  expect(api.sentOf('triggerCheckSessionsV2')).toMatchObject([{ body: { target: { checkId: [blogId, shopId] } } }])
})

it('the comparison with a tool that was imported before is there again, and a failure here says why', async () => {
  storeChecks(api, [
    aCheckRow(shopId, 'Shop', { muted: true, state: 'FAILING', lastResultId: 'r1' }),
    aCheckRow(blogId, 'Blog', { muted: true, state: 'FAILING', lastResultId: 'r2' }),
  ])
  api.answer(
    'getCheckResult',
    sample('getCheckResult', { hasFailures: true, apiCheckResult: { requestError: 'Timeout' } }),
  )
  const { page, user } = await renderScreen('/settings/import', { api })
  await user.click(await page.findByRole('button', { name: 'Comparison with Gatus' }))
  await page.findByText('2 of 2 have run')
  await within(page.getByRole('row', { name: /^Blog/ })).findByText('Timeout')
  within(page.getByRole('row', { name: /^Shop/ })).getByText('Agrees')
  await user.click(page.getByRole('button', { name: 'Import more' }))
  await page.findByRole('button', { name: 'Read files' })
})
