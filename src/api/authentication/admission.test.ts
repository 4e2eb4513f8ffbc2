import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import Type from 'typebox'
import { operation, roles } from '#contract'
import type { Access, Role } from '#contract'
import { randomId, TestClock } from '#kernel'
import { createKey, listKeys, revokeKey } from '#management'
import { insertMembership } from '#storage/accounts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import type { RequestContext } from '../request-context.ts'

const rowOf = (access: Access, more: { acrossAccounts?: true } = {}) =>
  operation({
    method: 'POST',
    path: `/v1/${access}${more.acrossAccounts ? '-across' : ''}`,
    tag: 'Things',
    summary: 'Do a thing',
    access,
    body: Type.Object({}),
    success: { status: 200, schema: Type.Object({ accountId: Type.String() }) },
    faults: [],
    ...more,
  })
const rows = {
  read: rowOf('read'),
  run: rowOf('run'),
  write: rowOf('write'),
  admin: rowOf('admin'),
  owner: rowOf('owner'),
  across: rowOf('read', { acrossAccounts: true }),
}
const answerAccount = async (_input: unknown, context: RequestContext) => ({ accountId: context.accountId })
const handlers = {
  read: answerAccount,
  run: answerAccount,
  write: answerAccount,
  admin: answerAccount,
  owner: answerAccount,
  across: async (_input: unknown, context: RequestContext) => ({
    accountId: context.grants.map(({ accountId }) => accountId).join(' '),
  }),
}

const database = useDatabase()
const clock = new TestClock()
const now = new Date(clock.now())
const store = () => testStore(database.db())
let app: ReturnType<typeof aTestApi>
let account: TestAccount

beforeAll(async () => {
  app = aTestApi({ db: database.db(), operations: rows, handlers, clock, serviceName: 'Bells' })
  account = await anAccount(store(), clock)
})
afterAll(() => app.close())

const call = (key: string | null, headers: Record<string, string> = {}, url = '/v1/read') =>
  app.inject({
    method: 'POST',
    url,
    payload: {},
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
  })

describe('a key', () => {
  it('is needed, and checked before the body is read', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/read', payload: '{' })
    expect({ statusCode: answer.statusCode, code: answer.json().attributes.code }).toEqual({
      statusCode: 401,
      code: 'KEY_MISSING',
    })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.headers['ratelimit-limit']).toBe('600')
  })

  it.each(['bfu_unknown', 'x'.repeat(5000), "' or 1=1 --"])('that is unknown is rejected: %.20s', async (key) => {
    expect((await call(key)).statusCode).toBe(401)
  })

  it('is taken with any spelling of the scheme', async () => {
    expect((await call(null, { authorization: `bEARER ${account.key}` })).statusCode).toBe(200)
    expect((await call(null, { authorization: `Basic ${account.key}` })).statusCode).toBe(401)
  })

  it('is nowhere in the database', async () => {
    const { key } = await createKey(store(), { kind: 'user', accountId: account.accountId, name: 'Mine' }, now)
    const dump = JSON.stringify(await database.db().rows('select * from api_keys'))
    expect(dump).not.toContain(key)
    expect(key).toMatch(/^bfu_[\da-f]{48}$/)
    expect(JSON.stringify(await listKeys(store(), account.accountId))).not.toContain(key)
  })

  it('that is revoked ends at once in every process', async () => {
    const ownKey = { kind: 'service', accountId: account.accountId, name: 'Short', role: 'ADMIN' } as const
    const { key, id } = await createKey(store(), ownKey, now)
    const secondDb = database.open()
    const second = aTestApi({ db: secondDb, operations: rows, handlers, clock })
    const callSecond = () =>
      second.inject({ method: 'POST', url: '/v1/read', payload: {}, headers: { authorization: `Bearer ${key}` } })
    expect([(await call(key)).statusCode, (await callSecond()).statusCode]).toEqual([200, 200])
    expect(await revokeKey(store(), { accountId: randomId(), id }, now)).toBe(false)
    expect(await revokeKey(store(), { accountId: account.accountId, id }, now)).toBe(true)
    await expect.poll(async () => [(await call(key)).statusCode, (await callSecond()).statusCode]).toEqual([401, 401])
    await second.close()
    await secondDb.close()
  })
})

describe('a role', () => {
  const needed: Record<Exclude<Access, 'public'>, Role> = {
    read: 'READ_ONLY',
    run: 'READ_RUN',
    write: 'READ_WRITE',
    admin: 'ADMIN',
    owner: 'OWNER',
  }
  it.each(roles)('%s opens what it reaches and nothing above', async (role) => {
    const key = await account.keyWithRole(role)
    for (const [access, lowest] of Object.entries(needed)) {
      const expected = roles.indexOf(role) >= roles.indexOf(lowest) ? 200 : 403
      expect({ access, statusCode: (await call(key, {}, `/v1/${access}`)).statusCode }).toEqual({
        access,
        statusCode: expected,
      })
    }
  })
})

describe('the account header', () => {
  it.each(['x-service-account', 'x-bells-account', 'X-Bells-Account'])('chooses by %s', async (header) => {
    expect((await call(account.key, { [header]: account.accountId.toUpperCase() })).json()).toEqual({
      accountId: account.accountId,
    })
  })

  it('of another account, or malformed, is rejected', async () => {
    const otherAccount = await anAccount(store(), clock)
    for (const id of [otherAccount.accountId, randomId(), 'x', '', "'"]) {
      const answer = await call(account.key, { 'x-service-account': id })
      expect({ statusCode: answer.statusCode, code: answer.json().attributes.code }).toEqual({
        statusCode: 403,
        code: 'ACCOUNT_FORBIDDEN',
      })
    }
  })

  it('is needed by a key of several accounts, but where it works for all of them', async () => {
    const [first, second] = [await anAccount(store(), clock), await anAccount(store(), clock)]
    const [owner] = await database
      .db()
      .rows<{ userId: string }>('select user_id from memberships where account_id = $1', [first.accountId])
    const userId = owner?.userId ?? ''
    await insertMembership(database.db(), { accountId: second.accountId, userId, role: 'READ_ONLY', createdAt: now })
    expect((await call(first.key)).json().attributes.code).toBe('ACCOUNT_HEADER_MISSING')
    expect((await call(first.key, { 'x-service-account': second.accountId })).json()).toEqual({
      accountId: second.accountId,
    })
    expect((await call(first.key, { 'x-service-account': second.accountId }, '/v1/write')).statusCode).toBe(403)
    expect((await call(first.key, { 'x-service-account': first.accountId }, '/v1/write')).statusCode).toBe(200)
    const across = (await call(first.key, {}, '/v1/read-across')).json().accountId
    expect(across.split(' ').toSorted()).toEqual([first.accountId, second.accountId].toSorted())
  })
})
