import { beforeEach, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aChannel, FakeApi, renderScreen, sample, storeChannels } from '../../testing/index.ts'

const defaults = {
  frequency: 30,
  locations: ['us-east-1'],
  retryStrategy: null,
  tags: ['shop', 'orders'],
  alertChannelSubscriptions: [{ alertChannelId: 4, activated: true }],
} as const
let api: FakeApi
let stored: Answer<'getAccountDefaults'>

beforeEach(() => {
  api = new FakeApi()
  stored = { check: {} }
  storeChannels(api, [aChannel(4, '', { type: 'EMAIL', config: { address: 'shop@mail.example' } })])
  api.answer('getAccountDefaults', () => stored)
  api.answer('updateAccountDefaults', ({ body: { check = {} } }) => (stored = { check }))
})

/** The account has these defaults already. */
function haveDefaults(): void {
  stored = { check: structuredClone({ ...defaults }) as never }
}

it('the defaults of new checks are chosen by hand', async () => {
  const scene = await renderScreen('/settings/defaults', { api })
  const { page, user } = scene
  await user.selectOptions(page.getByLabelText('Every'), '30')
  await user.click(page.getByLabelText(/^N\. Virginia/))
  await user.selectOptions(page.getByLabelText('Retry strategy'), 'NO_RETRIES')
  await scene.fill(page.getByLabelText('Tags, separated by commas'), 'shop, orders')
  await user.click(page.getByLabelText(/shop@mail\.example/))
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText('Defaults saved')
  expect(api.sentOf('updateAccountDefaults').map(({ body }) => body)).toEqual([{ check: defaults }])
})

it('new checks begin with the defaults of the account, in the editor', async () => {
  haveDefaults()
  const id = '0198c6a0-0000-7000-8000-000000000001'
  api.answer('createCheckGeneric', ({ body }) => sample('createCheckGeneric', { ...Object(body), id }))
  const scene = await renderScreen('/checks/new', { api })
  const { page, user } = scene
  page.getByRole('link', { name: 'Defaults for new checks' })
  await user.click(page.getByRole('button', { name: /^TCP/ }))
  await scene.fill(page.getByLabelText('Name'), 'Database')
  await scene.fill(page.getByLabelText('Host'), 'db.example')
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric').map(({ body }) => body)).toMatchObject([
    { ...defaults, name: 'Database', checkType: 'TCP' },
  ])
  expect(scene.address()).toBe(`/checks/${id}`)
})

it('new checks begin with the defaults of the account, on the welcome page', async () => {
  haveDefaults()
  api.answer('startDryRun', sample('startDryRun', { status: 'PASSED' } as never))
  const scene = await renderScreen('/welcome', { api })
  const { page, user } = scene
  await scene.fill(page.getByLabelText('Address'), 'https://shop.example')
  await user.click(page.getByRole('button', { name: 'Try it' }))
  page.getByRole('button', { name: '30 min', pressed: true })
  await user.click(page.getByRole('button', { name: 'Start monitoring' }))
  page.getByRole('link', { name: 'Open check' })
  expect(api.sentOf('createUrlCheck').map(({ body }) => body)).toMatchObject([
    { ...defaults, name: 'shop.example', request: { url: 'https://shop.example' } },
  ])
})

it('whoever may not change the defaults sees them, in German too', async () => {
  const reader = new FakeApi('READ_WRITE').answer('getAccountDefaults', { check: { tags: ['shop'] } })
  const { page } = await renderScreen('/settings/defaults', { api: reader, language: 'de' })
  page.getByRole('heading', { level: 1, name: 'Vorgaben für neue Prüfungen' })
  expect(page.queryByRole('button', { name: 'Speichern' })).toBe(null)
})
