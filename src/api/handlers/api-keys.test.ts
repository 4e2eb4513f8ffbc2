import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from './index.ts'
import { minuteMs, randomId, secondMs, TestClock } from '#kernel'
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
    agentMode: null,
    createdAt: made.json().createdAt,
    lastUsedAt: null,
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

it('the last use of a key is known to a minute, and many uses are one statement', async () => {
  const { id, key } = (await send('POST', '/v1/api-keys', { name: 'Counted', role: 'READ_ONLY' })).json()
  const lastUse = async (): Promise<string | null> =>
    (await send('GET', '/v1/api-keys')).json().find((one: { readonly id: string }) => one.id === id).lastUsedAt
  const use = () => send('GET', '/v1/accounts', undefined, key)
  const at = () => new Date(clock.now()).toISOString()
  expect(await lastUse()).toBe(null)
  const first = at()
  await Promise.all(Array.from({ length: 20 }, use))
  clock.advance(10 * secondMs)
  await expect.poll(lastUse).toBe(first)
  await use()
  clock.advance(10 * secondMs)
  expect(await lastUse()).toBe(first)
  clock.advance(minuteMs)
  const second = at()
  await use()
  clock.advance(10 * secondMs)
  await expect.poll(lastUse).toBe(second)
})

it('what was used before a process ends is written when it stops', async () => {
  const db = database.db()
  const other = aTestApi({ db, handlers, clock })
  const { id, key } = (await send('POST', '/v1/api-keys', { name: 'Late', role: 'READ_ONLY' })).json()
  await other.inject({ url: '/v1/accounts', headers: { authorization: `Bearer ${key}` } })
  await other.close()
  expect(await db.rows('select last_used_at from api_keys where id = $1', [id])).toEqual([
    { lastUsedAt: new Date(clock.now()) },
  ])
})
