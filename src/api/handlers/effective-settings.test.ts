import { expect, test } from 'vitest'
import type { EffectiveSettingsResource } from '#contract'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
const secret = 'correct-horse-battery'

async function scene() {
  const service = new TestService(database.db())
  const { send } = await service.owner()
  const id = async (path: string, body: object): Promise<number> => {
    const answer = await send('POST', path, body)
    expect(answer.status).toBe(201)
    return (answer.body as { readonly id: number }).id
  }
  await send('POST', '/v1/variables', { key: 'TENANT', value: 'acme' })
  await send('POST', '/v1/variables', { key: 'PASSWORD', value: secret, secret: true })
  const [ops, sales] = [
    await id('/v1/alert-channels', { type: 'EMAIL', config: { address: 'ops@shop.example' } }),
    await id('/v1/alert-channels', { type: 'EMAIL', config: { address: 'sales@shop.example' } }),
  ]
  const groupId = await id('/v2/check-groups', {
    name: 'Shop',
    muted: true,
    locations: ['us-east-1'],
    runtimeId: '2025.04',
    environmentVariables: [{ key: 'TENANT', value: 'shop' }],
    localSetupScript: 'request.headers.x = 1',
    alertChannelSubscriptions: [
      { alertChannelId: ops, activated: true },
      { alertChannelId: sales, activated: true },
    ],
    apiCheckDefaults: {
      url: 'https://shop.example',
      headers: [{ key: 'authorization', value: secret, locked: true }],
      queryParameters: [{ key: 'page', value: '1' }],
      basicAuth: { username: 'shop', password: secret },
      assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    },
  })
  const checkId = await id('/v1/checks/api?autoAssignAlerts=false', {
    name: 'Cart',
    groupId,
    locations: ['eu-west-1'],
    alertChannelSubscriptions: [{ alertChannelId: ops, activated: false }],
    request: { method: 'GET', url: '{{GROUP_BASE_URL}}/cart', headers: [{ key: 'Authorization', value: secret }] },
  })
  const settings = async (): Promise<EffectiveSettingsResource> =>
    (await send('GET', `/v1/checks/${checkId}/effective-settings`)).body as EffectiveSettingsResource
  return { service, send, groupId, checkId, ops, sales, settings }
}

test('each setting has the level that decides, and what the check says where its group overrides it', async () => {
  const { groupId, checkId, ops, sales, settings } = await scene()
  const found = await settings()
  expect(found).toMatchObject({
    checkId,
    group: { id: groupId, name: 'Shop' },
    activated: { value: true, source: 'CHECK' },
    muted: { value: true, source: 'GROUP', own: false },
    locations: { value: ['us-east-1'], source: 'GROUP', own: ['eu-west-1'] },
    runParallel: { value: false, source: 'CHECK' },
    retryStrategy: { source: 'DEFAULT' },
    alertSettings: { source: 'ACCOUNT' },
    runtimeId: { value: '2025.04', source: 'GROUP' },
    baseUrl: { value: 'https://shop.example', source: 'GROUP' },
    basicAuth: { value: true, source: 'GROUP' },
    headers: [{ key: 'Authorization', source: 'CHECK', alsoIn: ['GROUP'] }],
    queryParameters: [{ key: 'page', source: 'GROUP', alsoIn: [] }],
    assertions: [{ assertion: { source: 'STATUS_CODE', target: '200' }, source: 'GROUP' }],
    setup: [{ snippetId: null, source: 'GROUP' }],
    tearDown: [],
    alertChannels: [
      { channelId: ops, name: 'ops@shop.example', activated: false, source: 'CHECK', alsoIn: ['GROUP'] },
      { channelId: sales, name: 'sales@shop.example', activated: true, source: 'GROUP', alsoIn: [] },
    ],
  })
  expect(found.environmentVariables).toEqual([
    { key: 'PASSWORD', source: 'ACCOUNT', alsoIn: [] },
    { key: 'TENANT', source: 'GROUP', alsoIn: ['ACCOUNT'] },
  ])
  expect(JSON.stringify(found)).not.toContain(secret)
})

test('without a group the check, its account and the defaults decide', async () => {
  const { send, checkId, settings } = await scene()
  await send('PUT', `/v1/checks/${checkId}`, { groupId: null, locations: [], useGlobalAlertSettings: false })
  expect(await settings()).toMatchObject({
    group: null,
    muted: { value: false, source: 'CHECK' },
    locations: { value: ['us-east-1'], source: 'DEFAULT' },
    alertSettings: { source: 'CHECK' },
    runtimeId: { source: 'ACCOUNT' },
    baseUrl: { value: null, source: 'DEFAULT' },
    basicAuth: { value: false, source: 'DEFAULT' },
  })
})

test('a check of another account, or with an id that is none, does not exist', async () => {
  const { service, checkId, send } = await scene()
  const { send: stranger } = await service.owner()
  expect(await stranger('GET', `/v1/checks/${checkId}/effective-settings`)).toMatchObject({ status: 404 })
  expect(await send('GET', '/v1/checks/none/effective-settings')).toMatchObject({ status: 404 })
})
