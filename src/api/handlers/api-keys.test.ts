import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '#api'
import { TestClock, randomId } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => app.close())

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, key = account.key) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) })

it('a key is shown once, works with its role, is listed without itself, and ends when it is revoked', async () => {
  const made = await send('POST', '/v1/api-keys', { name: 'Deployments', role: 'READ_ONLY' })
  expect(made.statusCode).toBe(201)
  const { id, key, prefix } = made.json()
  expect(key.startsWith(prefix)).toBe(true)
  expect((await send('GET', '/v1/checks', undefined, key)).statusCode).toBe(200)
  expect((await send('GET', '/v1/api-keys', undefined, key)).statusCode).toBe(403)
  const listed = (await send('GET', '/v1/api-keys')).json()
  expect(listed).toContainEqual({
    id,
    name: 'Deployments',
    kind: 'SERVICE',
    prefix,
    role: 'READ_ONLY',
    createdAt: made.json().createdAt,
  })
  expect(JSON.stringify(listed)).not.toContain(key)
  expect((await send('DELETE', `/v1/api-keys/${id}`)).statusCode).toBe(204)
  await expect.poll(async () => (await send('GET', '/v1/checks', undefined, key)).statusCode).toBe(401)
  expect((await send('DELETE', `/v1/api-keys/${id}`)).json()).toMatchObject({
    attributes: { code: 'API_KEY_NOT_FOUND' },
  })
})

it('nobody makes an owner, and nobody sees or revokes the keys of another account', async () => {
  expect((await send('POST', '/v1/api-keys', { name: 'x', role: 'OWNER' })).statusCode).toBe(400)
  expect((await send('POST', '/v1/api-keys', { name: '', role: 'ADMIN' })).statusCode).toBe(400)
  const { id } = (await send('POST', '/v1/api-keys', { name: 'Mine', role: 'ADMIN' })).json()
  const other = await anAccount(testStore(database.db()), clock)
  expect((await send('DELETE', `/v1/api-keys/${id}`, undefined, other.key)).statusCode).toBe(404)
  expect((await send('DELETE', `/v1/api-keys/${randomId()}`)).statusCode).toBe(404)
  expect((await send('GET', '/v1/api-keys', undefined, other.key)).body).not.toContain(id)
})
