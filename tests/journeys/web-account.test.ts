import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '#kernel'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
const target = createServer((_request, response) => response.end('ok'))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const made = async (path: string, body: object): Promise<string> => {
  const answer = await scene.server.call('POST', path, body)
  expect([answer.status, answer.body]).toEqual([201, answer.body])
  return String(Reflect.get(Object(answer.body), 'id'))
}

it('new checks begin with the defaults of the account, in the editor and on the welcome page', async () => {
  const channel = await made('/v1/alert-channels', { type: 'EMAIL', config: { address: 'shop@mail.example' } })
  const page = await scene.signedIn('/settings/defaults')
  await page.getByLabel('Every').selectOption('30')
  await page.getByLabel(/^us-east-1/).check()
  await page.getByLabel('Retries of a failed run').selectOption('NO_RETRIES')
  await page.getByLabel('Tags, separated by commas').fill('shop, orders')
  await page.getByLabel(/shop@mail\.example/).check()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The defaults are saved.').waitFor()
  const defaults = {
    frequency: 30,
    locations: ['us-east-1'],
    retryStrategy: null,
    tags: ['shop', 'orders'],
    alertChannelSubscriptions: [{ alertChannelId: Number(channel), activated: true }],
  }
  expect((await scene.server.call('GET', '/v1/accounts/me/defaults')).body).toEqual({ check: defaults })

  await page.goto(`${scene.server.url}/checks/new`)
  await page.getByRole('link', { name: 'Defaults of new checks' }).waitFor()
  await page.getByRole('button', { name: /^TCP/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Database')
  await page.getByLabel('Host', { exact: true }).fill('db.example')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Database', exact: true }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect((await scene.server.call('GET', `/v1/checks/${id}`)).body).toMatchObject({ ...defaults, checkType: 'TCP' })

  await page.goto(`${scene.server.url}/welcome`)
  await page.getByLabel('Address').fill(url)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: '30 min', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Start watching' }).click()
  await page.getByRole('link', { name: 'Open the check' }).click()
  await page.waitForURL(/\/checks\/[0-9a-f-]{36}/)
  const welcomed = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect((await scene.server.call('GET', `/v1/checks/${welcomed}`)).body).toMatchObject({
    ...defaults,
    checkType: 'URL',
  })
})

it('a check says until when it is under maintenance, or when it will be next', async () => {
  const check = { activated: false, locations: ['eu-west-1'], request: { hostname: 'localhost', port: 9 } }
  const now = await made('/v1/checks/tcp', { ...check, name: 'Now', tags: ['now'] })
  const later = await made('/v1/checks/tcp', { ...check, name: 'Later', tags: ['later'] })
  const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()
  const window = { startsAt: inHours(-1), endsAt: inHours(2) }
  await made('/v1/maintenance-windows', { ...window, name: 'Upgrade', tags: ['now'] })
  const nextWeek = { startsAt: inHours(100), endsAt: inHours(101), repeatUnit: 'WEEK' }
  await made('/v1/maintenance-windows', { ...nextWeek, name: 'Backup', silenceAlertsTags: ['later'] })
  const page = await scene.signedIn(`/checks/${now}`)
  await page.getByText(/^Under maintenance until .*: Upgrade, no runs on schedule$/).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.goto(`${scene.server.url}/checks/${later}`)
  await page.getByText(/^Next maintenance: .*: Backup, no alerts$/).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('before a group or a channel is deleted, what would miss it is named', async () => {
  const channel = await made('/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Pager', url: 'http://127.0.0.1:9/' },
  })
  const alertChannelSubscriptions = [{ alertChannelId: Number(channel), activated: true }]
  const group = await made('/v2/check-groups', { name: 'Shop', tags: ['shop-group'], alertChannelSubscriptions })
  const request = { hostname: 'localhost', port: 9 }
  const member = { name: 'Member', activated: false, groupId: Number(group), alertChannelSubscriptions: [], request }
  await made('/v1/checks/tcp', member)
  const page = await scene.signedIn(`/groups/${group}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Webhook Pager: no longer notified because of the group').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.goto(`${scene.server.url}/channels/${channel}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('1 check notifies by it. 1 of them would notify nobody any more.').waitFor()
  expect(await scene.violations(page)).toEqual([])
})
