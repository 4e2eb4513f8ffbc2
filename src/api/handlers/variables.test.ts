import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const own = () => service.owner()

const versionOf = async ({ accountId }: TestAccount): Promise<unknown> =>
  (await service.db.rows('select variables_version from accounts where id = $1', [accountId]))[0]?.['variablesVersion']

describe('variables', () => {
  test('a value rests encrypted, and reads give it back', async () => {
    const { account, send } = await own()
    const created = await send('POST', '/v1/variables', { key: 'TOKEN', value: 'in clear' })
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: { key: 'TOKEN', value: 'in clear', locked: false, secret: false },
    })
    const [row] = await service.db.rows('select * from variables where account_id = $1', [account.accountId])
    expect(JSON.stringify(row)).not.toContain('in clear')
    expect((await send('GET', '/v1/variables/TOKEN')).body).toEqual(created.body)
  })

  test('a second variable with the same key is rejected with 409, in another account it is not', async () => {
    const { send } = await own()
    const body = { key: 'SAME', value: '1' }
    expect((await send('POST', '/v1/variables', body)).status).toBe(201)
    expect((await send('POST', '/v1/variables', body)).status).toBe(409)
    expect((await (await own()).send('POST', '/v1/variables', body)).status).toBe(201)
  })

  test('a secret is echoed once, then reads as null for every role, and cannot be turned back', async () => {
    const { send } = await own()
    const created = await send('POST', '/v1/variables', { key: 'S', value: 'hidden', secret: true })
    expect(created.body).toMatchObject({ value: 'hidden', secret: true })
    expect((await send('GET', '/v1/variables/S')).body).toMatchObject({ value: null, secret: true })
    expect((await send('GET', '/v1/variables')).text).not.toContain('hidden')
    const back = await send('PUT', '/v1/variables/S', { value: 'new', secret: false })
    expect({ status: back.status, text: back.text }).toEqual({
      status: 400,
      text: expect.stringContaining('cannot be made visible again'),
    })
    const changed = await send('PUT', '/v1/variables/S', { value: 'new' })
    expect(changed.body).toEqual({ key: 'S', value: 'new', locked: false, secret: true })
  })

  test('a locked value is readable for roles that may write, and masked below', async () => {
    const { account, send } = await own()
    await send('POST', '/v1/variables', { key: 'L', value: 'readable', locked: true })
    for (const role of ['READ_WRITE', 'ADMIN'] as const) {
      const answer = await service.as(await account.keyWithRole(role))('GET', '/v1/variables/L')
      expect(answer.body).toMatchObject({ value: 'readable' })
    }
    for (const role of ['READ_ONLY', 'READ_RUN'] as const) {
      const reader = service.as(await account.keyWithRole(role))
      expect((await reader('GET', '/v1/variables/L')).body).toMatchObject({ value: '*********', locked: true })
      expect((await reader('GET', '/v1/variables')).text).not.toContain('readable')
    }
  })

  test('an update keeps what it does not name, and the key in the body must be that of the path', async () => {
    const { send } = await own()
    await send('POST', '/v1/variables', { key: 'K', value: '1', locked: true })
    expect((await send('PUT', '/v1/variables/K', { value: '2' })).body).toMatchObject({ value: '2', locked: true })
    expect((await send('PUT', '/v1/variables/K', { key: 'K', value: '3' })).status).toBe(200)
    expect((await send('PUT', '/v1/variables/K', { key: 'OTHER', value: '4' })).status).toBe(400)
    expect((await send('GET', '/v1/variables/K')).body).toMatchObject({ value: '3' })
  })

  test('every write makes prepared runs resolve again, and a rejected one does not', async () => {
    const { account, send } = await own()
    const seen = [await versionOf(account)]
    for (const [method, url, body] of [
      ['POST', '/v1/variables', { key: 'V', value: '1' }],
      ['POST', '/v1/variables', { key: 'V', value: '1' }],
      ['PUT', '/v1/variables/V', { value: '2' }],
      ['DELETE', '/v1/variables/V', undefined],
      ['DELETE', '/v1/variables/V', undefined],
    ] as const) {
      await send(method, url, body)
      seen.push(await versionOf(account))
    }
    expect(seen).toEqual([1, 2, 2, 3, 4, 4])
  })

  test("another account's variable, and one that is not there, are not found", async () => {
    const { send } = await own()
    await send('POST', '/v1/variables', { key: 'MINE', value: '1' })
    const otherAccount = (await own()).send
    expect((await otherAccount('GET', '/v1/variables/MINE')).status).toBe(404)
    expect((await otherAccount('PUT', '/v1/variables/MINE', { value: '2' })).status).toBe(404)
    expect((await otherAccount('DELETE', '/v1/variables/MINE')).status).toBe(404)
    expect((await send('GET', '/v1/variables/MINE')).body).toMatchObject({ value: '1' })
  })

  test('a list without a page has them all', async () => {
    const { send } = await own()
    for (let i = 0; i < 12; i += 1) await send('POST', '/v1/variables', { key: `K${i}`, value: '' })
    const all = await send('GET', '/v1/variables')
    expect({ body: all.body, contentRange: all.headers['content-range'] }).toMatchObject({
      body: { length: 12 },
      contentRange: '0-11/12',
    })
    expect((await send('GET', '/v1/variables?page=2')).body).toMatchObject({ length: 2 })
    expect((await send('GET', '/v1/variables?limit=3')).body).toMatchObject({ length: 3 })
  })

  test('a list without a page has as many large values as fit into one response, and one at least', async () => {
    const { account, send } = await own()
    const value = 'é'.repeat(65_536)
    for (const key of ['A', 'B']) await send('POST', '/v1/variables', { key, value })
    await service.db.rows(
      `insert into variables (account_id, key, encrypted_value, locked, secret, created_at)
       select account_id, 'C' || number, encrypted_value, locked, secret, created_at
       from variables, generate_series(1, 48) number where account_id = $1 and key = 'A'`,
      [account.accountId],
    )
    const first = await send('GET', '/v1/variables')
    expect(first.headers['content-range']).toMatch(/^0-2\d\/50$/)
    expect(first.text.length).toBeLessThan(3_000_000)
    expect((await send('GET', '/v1/variables?limit=50')).body).toMatchObject({ length: 50 })
    expect((await (await own()).send('GET', '/v1/variables')).body).toEqual([])
  })

  test('lists are sorted by key, with the number of all', async () => {
    const { send } = await own()
    for (const key of ['C', 'A', 'B']) await send('POST', '/v1/variables', { key, value: key })
    const page = await send('GET', '/v1/variables?limit=2&page=1')
    expect(page.body).toMatchObject([{ key: 'A' }, { key: 'B' }])
    expect(page.headers['content-range']).toBe('0-1/3')
    expect((await send('GET', '/v1/variables?limit=2&page=2')).body).toMatchObject([{ key: 'C' }])
  })
})
