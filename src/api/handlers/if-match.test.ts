import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const request = { url: 'https://shop.example/', method: 'GET' }
async function aCheck() {
  const { account, send } = await service.owner()
  const { body } = await send('POST', '/v1/checks/api', { name: 'Shop', frequency: 10, request })
  const path = `/v1/checks/${Object(body).id}`
  const version = async () => String((await send('GET', path)).headers['etag'])
  return { send, path, version, sendFor: (ifMatch: string) => service.as(account.key, { 'if-match': ifMatch }) }
}

describe('a change with if-match', () => {
  test('of two with the same version one is saved, and the other is told what changed', async () => {
    const { send, sendFor, path, version } = await aCheck()
    const sendSame = sendFor(await version())
    const names = ['Mine', 'Theirs', 'Ours']
    const answers = await Promise.all(names.map((name) => sendSame('PUT', path, { name })))
    const { 200: saved = [], 412: refused = [] } = Object.groupBy(answers, ({ status }) => status)
    expect([saved.length, refused.length]).toEqual([1, 2])
    expect((await send('GET', path)).body).toMatchObject({ name: Object(saved[0]?.body).name })
    expect(refused.map(({ body }) => Object(body))).toMatchObject(
      refused.map(() => ({
        attributes: { code: 'RESOURCE_CHANGED', changed: expect.arrayContaining(['name']) },
        error: 'Precondition Failed',
        message: expect.stringContaining('name'),
      })),
    )
  })

  test('is compared with one of several versions, with any, and only where it is sent', async () => {
    const { send, sendFor, path, version } = await aCheck()
    const known = await version()
    const sent = (value: string) => sendFor(value)('PUT', path, { name: value })
    expect((await sent(`"other", ${known.replace('W/', '')}`)).status).toBe(200)
    expect((await sent(known)).status).toBe(412)
    expect((await sent('*')).status).toBe(200)
    expect((await send('PUT', path, { name: 'Without' })).status).toBe(200)
    expect((await sendFor(known)('DELETE', path)).status).toBe(412)
    expect((await sendFor(await version())('DELETE', path)).status).toBe(204)
    expect((await sent('*')).status).toBe(404)
  })

  test('of how a status page is displayed is told what of it changed', async () => {
    const { account, send } = await service.owner()
    const made = await send('POST', '/v3/status-pages', { name: 'Shop', url: `shop-${account.accountId}` })
    const path = `/v1/status-page-displays/${Object(made.body).id}`
    expect((await send('PUT', path, { languages: ['en', 'de'] })).status).toBe(200)
    const read = String((await send('GET', path)).headers['etag'])
    expect((await send('PUT', path, { languages: ['de'] })).status).toBe(200)
    const late = await service.as(account.key, { 'if-match': read })('PUT', path, { languages: ['en'] })
    expect([late.status, Object(late.body).attributes.changed]).toEqual([
      412,
      [expect.stringMatching(/^display.*languages$/)],
    ])
    expect((await send('GET', path)).body).toMatchObject({ languages: ['de'] })
  })

  test('is not refused because a channel has delivered meanwhile', async () => {
    const { account, send } = await service.owner()
    const config = { name: 'Hook', url: 'https://hooks.example/' }
    const { body } = await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
    const path = `/v1/alert-channels/${Object(body).id}`
    const before = String((await send('GET', path)).headers['etag'])
    await service.db.query(
      `insert into channel_states (account_id, channel_id, state, last_at, last_outcome, consecutive_failures)
       values ($1, $2, 'OK', '2026-03-01', 'sent', 0)`,
      [account.accountId, Object(body).id],
    )
    const after = String((await send('GET', path)).headers['etag'])
    expect(after).not.toBe(before)
    const sendFor = service.as(account.key, { 'if-match': before })
    expect((await sendFor('PUT', path, { type: 'WEBHOOK', config, sendRecovery: false })).status).toBe(200)
    expect((await sendFor('PUT', path, { type: 'WEBHOOK', config, sendRecovery: true })).status).toBe(412)
  })
})
