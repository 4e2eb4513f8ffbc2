import { expect, test } from 'vitest'
import type { ChannelUsesResource, GroupUsesResource, UsedByResource } from '#contract'
import { randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()

test('a variable is used by the checks and groups whose templates or scripts name it, and by no other', async () => {
  const { send } = await new TestService(database.db()).owner()
  await send('POST', '/v1/variables', { key: 'SHOP', value: 'shop.example' })
  await send('POST', '/v1/variables', { key: 'SHOP_2', value: 'other.example' })
  const check = (name: string, url: string, more = {}) =>
    send('POST', '/v1/checks/api', { name, locations: ['eu-west-1'], request: { method: 'GET', url }, ...more })
  await check('in URL', 'https://{{SHOP}}/')
  await check('in a helper', 'https://x.example/?{{ SHOP }}')
  await check('other', 'https://{{SHOP_2}}/SHOP')
  await check('in script', 'https://y.example/', { localSetupScript: "request.url += process.env['SHOP']" })
  await send('POST', '/v2/check-groups', { name: 'Shop', apiCheckDefaults: { url: 'https://{{SHOP}}', headers: [] } })
  const used = (await send('GET', '/v1/variables/SHOP/uses')).body as UsedByResource
  expect(used.checks.map(({ name }) => name)).toEqual(['in a helper', 'in script', 'in URL'])
  expect(used.groups.map(({ name }) => name)).toEqual(['Shop'])
  expect(used).toMatchObject({ totalChecks: 3, totalGroups: 1 })
  expect(await send('GET', '/v1/variables/NONE/uses')).toMatchObject({ status: 404 })
})

test('a snippet is used by what runs it and by what imports it; that of another account does not exist', async () => {
  const service = new TestService(database.db())
  const { send } = await service.owner()
  const snippet = await send('POST', '/v1/snippets', { name: 'sign-in', script: 'module.exports = 1' })
  const { id } = snippet.body as { readonly id: number }
  const check = (name: string, more: object) =>
    send('POST', '/v1/checks/api', {
      name,
      locations: ['eu-west-1'],
      request: { method: 'GET', url: 'https://shop.example/' },
      ...more,
    })
  await check('runs it', { setupSnippetId: id })
  await check('imports it', { localSetupScript: 'const one = require("./snippets/sign-in.js")' })
  await check('imports another', { localSetupScript: 'const one = require("./snippets/sign-in-2.js")' })
  const used = (await send('GET', `/v1/snippets/${id}/uses`)).body as UsedByResource
  expect(used.checks.map(({ name }) => name)).toEqual(['imports it', 'runs it'])
  const { send: stranger } = await service.owner()
  expect(await stranger('GET', `/v1/snippets/${id}/uses`)).toMatchObject({ status: 404 })
})

const idOf = ({ status, body }: TestAnswer): number => {
  expect([status, body]).toEqual([status < 300 ? status : 201, body])
  return Number(Reflect.get(Object(body), 'id'))
}
const namesOf = (items: readonly { readonly name: string }[]): string[] => items.map(({ name }) => name)

test('a group is used by its checks, its channels, and by what reaches its checks by its tags', async () => {
  const service = new TestService(database.db())
  const { account, send } = await service.owner()
  const channel = async (name: string) =>
    idOf(await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config: { name, url: 'https://hook.example/' } }))
  const [hook, silent] = [await channel('Hook'), await channel('Silent')]
  const group = idOf(
    await send('POST', '/v2/check-groups', {
      name: 'Shop',
      tags: ['shop'],
      alertChannelSubscriptions: [
        { alertChannelId: hook, activated: true },
        { alertChannelId: silent, activated: false },
      ],
    }),
  )
  const path = `/v1/check-groups/${group}/uses`
  const uses = async () => (await send('GET', path)).body as GroupUsesResource
  expect(await uses()).toEqual({
    checks: [],
    totalChecks: 0,
    channels: [{ id: hook, type: 'WEBHOOK', name: 'Hook' }],
    totalChannels: 1,
    maintenanceWindows: [],
    totalMaintenanceWindows: 0,
    dashboards: [],
    totalDashboards: 0,
    deploymentTriggers: [],
    totalDeploymentTriggers: 0,
    hasTrigger: false,
    hasBadge: false,
    isDefault: false,
  })

  await service.check(account.accountId, { name: 'cart', groupId: group })
  await service.check(account.accountId, { name: 'alone', tags: ['shop'] })
  const window = (name: string, more: object) =>
    send('POST', '/v1/maintenance-windows', {
      name,
      startsAt: '2026-03-02T12:00:00.000Z',
      endsAt: '2026-03-02T13:00:00.000Z',
      ...more,
    })
  await window('by tag', { tags: ['shop'] })
  await window('silences by tag', { silenceAlertsTags: ['shop'] })
  await window('of all', { pauseAllChecks: true })
  const dashboard = (header: string, tags: readonly string[]) =>
    send('POST', '/v1/dashboards', { header, customUrl: `board-${randomId()}`, tags })
  await dashboard('Shop board', ['shop', 'other'])
  await dashboard('Other board', ['other'])
  await send('POST', `/v1/triggers/check-groups/${group}`)
  await send('PUT', `/v1/check-groups/${group}/badge`)
  await send('PUT', '/v1/accounts/me/defaults', { check: { groupId: group } })
  const found = await uses()
  expect(found).toMatchObject({ totalChecks: 1, hasTrigger: true, hasBadge: true, isDefault: true })
  expect(namesOf(found.checks)).toEqual(['cart'])
  expect(namesOf(found.maintenanceWindows)).toEqual(['by tag', 'silences by tag'])
  expect(found.dashboards).toEqual([{ dashboardId: expect.any(String), header: 'Shop board' }])
  const { send: stranger } = await service.owner()
  expect(await stranger('GET', path)).toMatchObject({ status: 404 })
})

test('a channel is used by the checks and groups that notify by it, and says which have no other', async () => {
  const service = new TestService(database.db())
  const { send } = await service.owner()
  const channel = async () =>
    idOf(await send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'a@mail.example' } }))
  const [used, other] = [await channel(), await channel()]
  const to = (...ids: readonly number[]) => ids.map((alertChannelId) => ({ alertChannelId, activated: true }))
  const group = idOf(await send('POST', '/v2/check-groups', { name: 'Shop', alertChannelSubscriptions: to(used) }))
  const check = (name: string, more: object) =>
    send('POST', '/v1/checks/url', {
      name,
      locations: ['eu-west-1'],
      request: { url: 'https://shop.example/' },
      ...more,
    })
  await check('by itself', { alertChannelSubscriptions: to(used) })
  await check('by both', { alertChannelSubscriptions: to(used, other) })
  await check('by the other', { alertChannelSubscriptions: to(other) })
  await check('by its group', { groupId: group, alertChannelSubscriptions: [] })
  await check('not although its group', {
    groupId: group,
    alertChannelSubscriptions: [{ alertChannelId: used, activated: false }],
  })
  await send('PUT', '/v1/accounts/me/defaults', { check: { alertChannelSubscriptions: to(used) } })
  const { checks, groups, ...rest } = (await send('GET', `/v1/alert-channels/${used}/uses`)).body as ChannelUsesResource
  expect(namesOf(checks)).toEqual(['by both', 'by itself'])
  expect(groups).toEqual([{ id: group, name: 'Shop' }])
  expect(rest).toEqual({ totalChecks: 2, totalGroups: 1, reachedChecks: 3, onlyChannelOf: 2, isDefault: true })
  expect((await send('GET', `/v1/alert-channels/${other}/uses`)).body).toMatchObject({
    reachedChecks: 2,
    onlyChannelOf: 1,
    isDefault: false,
  })
  const { send: stranger } = await service.owner()
  expect(await stranger('GET', `/v1/alert-channels/${used}/uses`)).toMatchObject({ status: 404 })
})

test('a certificate is used by the checks that present it, by the rules of runs, and by no other', async () => {
  const service = new TestService(database.db())
  const { account, send } = await service.owner()
  const added = async (host: string, path: string | null): Promise<string> => {
    const id = randomId()
    await database.db().rows(
      `insert into client_certificates (account_id, id, host, path, certificate, encrypted_key, expires_at, created_at)
       values ($1, $2, $3, $4, '', '', now(), now())`,
      [account.accountId, id, host, path],
    )
    return id
  }
  const [any, exact, partner] = [
    await added('*.example', null),
    await added('shop.example', null),
    await added('*', '/partner'),
  ]
  for (const url of ['https://a.example/', 'https://shop.example/', 'http://a.example/', 'https://b.test/partner/1'])
    await send('POST', '/v1/checks/url', { name: url, locations: ['eu-west-1'], request: { url } })
  const usersOf = async (id: string): Promise<readonly string[]> =>
    ((await send('GET', `/v1/client-certificates/${id}/uses`)).body as UsedByResource).checks.map(({ name }) => name)
  expect(await usersOf(any)).toEqual(['https://a.example/'])
  expect(await usersOf(exact)).toEqual(['https://shop.example/'])
  expect(await usersOf(partner)).toEqual(['https://b.test/partner/1'])
  const { send: stranger } = await service.owner()
  expect((await stranger('GET', `/v1/client-certificates/${any}/uses`)).status).toBe(404)
})

test('a runtime is used by the checks and groups that choose it themselves', async () => {
  const { send } = await new TestService(database.db()).owner()
  const api = { locations: ['eu-west-1'], request: { method: 'GET', url: 'https://shop.example/' } }
  await send('POST', '/v1/checks/api', { ...api, name: 'chooses', runtimeId: '2026.04' })
  await send('POST', '/v1/checks/api', { ...api, name: 'another', runtimeId: '2025.04' })
  await send('POST', '/v1/checks/api', { ...api, name: 'of the account' })
  await send('POST', '/v2/check-groups', { name: 'Shop', runtimeId: '2026.04' })
  const { body } = await send('GET', '/v1/runtimes/2026.04/uses')
  expect(body).toMatchObject({ checks: [{ name: 'chooses' }], groups: [{ name: 'Shop' }] })
  expect((await send('GET', '/v1/runtimes/1999.01/uses')).status).toBe(404)
})
