import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from './index.ts'
import { unknownOwnerAddress } from '#contract'
import type { Role } from '#contract'
import { dayMs, minuteMs, randomId, TestClock } from '#kernel'
import { createKey, openSession, setPassword } from '#management'
import { insertMembership, insertUser } from '#storage/accounts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())
/** One that can send mail, and one that cannot. */
let mailing: ReturnType<typeof aTestApi>
let silent: ReturnType<typeof aTestApi>
beforeAll(async () => {
  mailing = aTestApi({ db: database.db(), handlers, clock, canMail: true, publicUrl: 'https://belfry.example' })
  silent = aTestApi({ db: database.db(), handlers, clock, publicUrl: 'https://belfry.example' })
  await Promise.all([mailing.ready(), silent.ready()])
})
afterAll(() => Promise.all([mailing.close(), silent.close()]))

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Answer {
  readonly status: number
  readonly body: unknown
  readonly text: string
}

const call = async (
  api: ReturnType<typeof aTestApi>,
  method: Method,
  url: string,
  { key, payload, headers = {} }: { key?: string; payload?: object; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const answer = await api.inject({
    method,
    url,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      'x-forwarded-for': randomId(),
      ...headers,
    },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), text: answer.body }
}

const anAddress = () => `${randomId()}@mail.example`
const path = '/v1/email-address'
const fault = (status: number, code: string) => ({ status, body: { attributes: { code } } })

/** A member of an account with a personal key. */
async function aMember(accountId: string, role: Role) {
  const [userId, email, createdAt] = [randomId(), anAddress(), new Date(clock.now())]
  await database.db().transaction(async (tx) => {
    await insertUser(tx, { id: userId, name: 'Ada', email, isEmailVerified: true, createdAt })
    await insertMembership(tx, { accountId, userId, role, createdAt })
  })
  const { key } = await createKey(store(), { kind: 'user', accountId, name: 'own', userId }, createdAt)
  return { userId, email, key }
}

async function people() {
  const { accountId, key } = await anAccount(store(), clock)
  return { accountId, admin: key, ...(await aMember(accountId, 'READ_ONLY')) }
}

const ask = (key: string, email: string, api = mailing) => call(api, 'PUT', path, { key, payload: { email } })
const read = async (key: string) => (await call(mailing, 'GET', path, { key })).body
const confirm = (token: string, headers = {}) =>
  call(mailing, 'POST', `${path}/confirm`, { payload: { token }, headers })
const tokenIn = ({ text }: Answer): string => /#token=([\da-f]{64})/.exec(text)?.[1] ?? ''

/** The token that waits to be mailed to somebody. */
async function mailedToken(userId: string): Promise<string> {
  const rows = await database
    .db()
    .rows<{ encryptedToken: string }>('select encrypted_token from address_changes where user_id = $1', [userId])
  return store().encryption.decrypt(rows[0]?.encryptedToken ?? '')
}

describe('an address that a person wants', () => {
  it('counts once the link that was mailed to it is opened, which works once', async () => {
    const { userId, email, key } = await people()
    const wanted = anAddress()
    const asked = await ask(key, wanted)
    expect(asked).toMatchObject({
      status: 200,
      body: { email, pendingAddress: { email: wanted, mail: { status: 'PENDING' } } },
    })
    expect(asked.text).not.toContain('link')
    expect(await read(key)).toEqual(asked.body)
    const token = await mailedToken(userId)
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email: wanted } })
    expect(await read(key)).toEqual({ email: wanted, receivesMail: true, pendingAddress: null })
    expect(await confirm(token)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
  })

  it('is in the audit log of their accounts, without its token', async () => {
    const { accountId, userId, email, key } = await people()
    const wanted = anAddress()
    await ask(key, wanted)
    const token = await mailedToken(userId)
    await confirm(token)
    const entries = await database
      .db()
      .rows('select operation, resource_id, changes from audit_log where account_id = $1 order by id', [accountId])
    expect(entries).toMatchObject([
      { operation: 'changeEmailAddress', resourceId: userId },
      {
        operation: 'confirmEmailAddress',
        resourceId: userId,
        changes: expect.arrayContaining([{ path: 'email', before: email, after: wanted }]),
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
  })

  it('waits for a day, and a page of another site cannot confirm it', async () => {
    const { userId, email, key } = await people()
    await ask(key, anAddress())
    const token = await mailedToken(userId)
    expect(await confirm(token, { 'sec-fetch-site': 'cross-site' })).toMatchObject(fault(403, 'CROSS_SITE_REQUEST'))
    clock.advance(dayMs)
    expect(await read(key)).toEqual({ email, receivesMail: true, pendingAddress: null })
    expect(await confirm(token)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
  })

  it('is sent again with another link, withdrawn, and given up for the present one', async () => {
    const { userId, email, key } = await people()
    const wanted = anAddress()
    await ask(key, wanted)
    const first = await mailedToken(userId)
    await ask(key, wanted)
    const second = await mailedToken(userId)
    expect(await confirm(first)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
    expect(await call(mailing, 'DELETE', `${path}/pending`, { key })).toMatchObject({ status: 204 })
    expect(await confirm(second)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
    await ask(key, wanted)
    expect(await ask(key, email.toUpperCase())).toMatchObject({
      body: { email: email.toUpperCase(), pendingAddress: null },
    })
  })

  it('is in nobody’s way until then: it can be invited, and becomes that of whoever has it first', async () => {
    const [one, other] = [await people(), await people()]
    const wanted = anAddress()
    await ask(one.key, wanted)
    await ask(other.key, wanted)
    expect(await confirm(await mailedToken(other.userId))).toMatchObject({ status: 200 })
    expect(await confirm(await mailedToken(one.userId))).toMatchObject(fault(409, 'MEMBER_ADDRESS_TAKEN'))
    expect(await ask(one.key, wanted)).toMatchObject(fault(409, 'MEMBER_ADDRESS_TAKEN'))
  })

  it('is not kept from whoever proves it by somebody who never has, who in turn cannot take a proven one', async () => {
    const [{ userId, key }, other] = [await people(), await people()]
    const wanted = anAddress()
    const invite = () =>
      call(silent, 'POST', '/v1/accounts/me/invites', {
        key: other.admin,
        payload: { email: wanted, role: 'READ_ONLY' },
      })
    const accept = async (invited: Answer) =>
      call(silent, 'POST', '/v1/invites/accept', {
        payload: { token: tokenIn(invited), password: 'correct horse battery' },
      })
    expect(await accept(await invite())).toMatchObject({ status: 200, body: { user: { email: wanted } } })
    expect(await ask(key, wanted, silent)).toMatchObject(fault(409, 'MEMBER_ADDRESS_TAKEN'))
    await ask(key, wanted)
    expect(await confirm(await mailedToken(userId))).toMatchObject({ status: 200 })
    const third = await people()
    expect(await ask(third.key, wanted, silent)).toMatchObject(fault(409, 'MEMBER_ADDRESS_TAKEN'))
    expect(await ask(third.key, wanted)).toMatchObject(fault(409, 'MEMBER_ADDRESS_TAKEN'))
  })

  it('may be the present one, of which nobody knows yet that it is theirs', async () => {
    const { userId, email, key } = await people()
    await database.db().rows('update users set is_email_verified = false where id = $1', [userId])
    expect(await ask(key, email)).toMatchObject({ body: { email, pendingAddress: { email } } })
    await confirm(await mailedToken(userId))
    expect(await ask(key, email)).toMatchObject({ body: { email, pendingAddress: null } })
  })

  it('is asked for with the password of whoever has one, so that a stolen session cannot take it', async () => {
    const { userId, email, key } = await people()
    const [password, wanted] = ['correct horse battery', anAddress()]
    await setPassword(store(), { userId, password, sessionId: null, now: new Date(clock.now()) })
    const askWith = (more: object) => call(mailing, 'PUT', path, { key, payload: { email: wanted, ...more } })
    expect(await askWith({})).toMatchObject(fault(403, 'PASSWORD_WRONG'))
    expect(await askWith({ currentPassword: 'a wrong password' })).toMatchObject(fault(403, 'PASSWORD_WRONG'))
    expect(await askWith({ currentPassword: password })).toMatchObject({ status: 200 })
    // What waits goes to nobody but whom the person named.
    expect(await ask(key, wanted)).toMatchObject({ status: 200 })
    expect(await read(key)).toMatchObject({ email, pendingAddress: { email: wanted } })
  })

  it('is asked for by a person without a password within half an hour of their sign-in', async () => {
    const { userId, key } = await people()
    const visitor = { address: '127.0.0.1', userAgent: '' }
    const now = new Date(clock.now())
    const { token } = await database
      .db()
      .transaction((tx) => openSession(tx, { userId, method: 'PASSKEY', visitor, now }))
    const askAs = (headers: Record<string, string>) =>
      call(mailing, 'PUT', path, { headers, payload: { email: anAddress() } })
    const session = { cookie: `__Host-belfry_session=${token}` }
    clock.advance(29 * minuteMs)
    expect(await askAs(session)).toMatchObject({ status: 200 })
    clock.advance(minuteMs)
    expect(await askAs(session)).toMatchObject(fault(403, 'SIGN_IN_AGAIN'))
    expect(await ask(key, anAddress())).toMatchObject({ status: 200 })
  })

  it('is mailed to twenty strangers a day at most', async () => {
    const { key } = await people()
    for (let sent = 0; sent < 20; sent += 1) expect((await ask(key, anAddress())).status).toBe(200)
    expect(await ask(key, anAddress())).toMatchObject(fault(429, 'RATE_LIMITED'))
  })

  it('is nothing that a service key has', async () => {
    const account = await anAccount(store(), clock)
    const key = await account.keyWithRole('ADMIN')
    expect(await read(key)).toEqual({ email: null, receivesMail: false, pendingAddress: null })
    expect(await ask(key, anAddress())).toMatchObject(fault(403, 'PERSON_REQUIRED'))
    expect(await call(mailing, 'DELETE', `${path}/pending`, { key })).toMatchObject(fault(403, 'PERSON_REQUIRED'))
  })
})

describe('an address', () => {
  it('receives mail where a mail server is set up, unless it is at localhost', async () => {
    const { accountId, key } = await people()
    const of = async (api: ReturnType<typeof aTestApi>, person: string) =>
      (await call(api, 'GET', path, { key: person })).body
    expect(await of(mailing, key)).toMatchObject({ receivesMail: true })
    expect(await of(silent, key)).toMatchObject({ receivesMail: false })
    const unknown = await aMember(accountId, 'ADMIN')
    await database.db().rows('update users set email = $2 where id = $1', [unknown.userId, unknownOwnerAddress])
    expect(await of(mailing, unknown.key)).toMatchObject({ receivesMail: false })
  })
})

describe('without a mail server', () => {
  it('an administrator gets the link to pass on, and nobody else does', async () => {
    const { accountId, admin, userId, key } = await people()
    const wanted = anAddress()
    expect((await ask(key, wanted, silent)).text).not.toContain('#token=')
    const listed = await call(silent, 'GET', '/v1/accounts/me/members?type=member', { key: admin })
    expect(listed.body).toMatchObject({
      members: expect.arrayContaining([
        expect.objectContaining({ userId, pendingAddress: expect.objectContaining({ email: wanted }) }),
      ]),
    })
    expect(listed.text).not.toContain('#token=')
    const renewed = await call(silent, 'PATCH', `/v1/accounts/me/members/${userId}`, {
      key: admin,
      payload: { email: wanted },
    })
    expect(await confirm(tokenIn(renewed))).toMatchObject({ status: 200, body: { email: wanted } })
    const own = await aMember(accountId, 'ADMIN')
    expect(await confirm(tokenIn(await ask(own.key, anAddress(), silent)))).toMatchObject({ status: 200 })
  })
})

describe('an address that an administrator gives a member', () => {
  const give = (key: string, userId: string, email: string) =>
    call(mailing, 'PATCH', `/v1/accounts/me/members/${userId}`, { key, payload: { email } })

  it('is mailed, not answered, and withdrawn by an administrator alone', async () => {
    const { admin, userId, email, key } = await people()
    const given = await give(admin, userId, anAddress())
    expect(given).toMatchObject({ status: 200, body: { email, pendingAddress: { mail: { status: 'PENDING' } } } })
    expect(given.text).not.toContain('#token=')
    const token = await mailedToken(userId)
    const url = `/v1/accounts/me/members/${userId}/pending-address`
    expect(await call(mailing, 'DELETE', url, { key })).toMatchObject(fault(403, 'ROLE_TOO_LOW'))
    expect(await call(mailing, 'DELETE', url, { key: admin })).toMatchObject({ status: 204 })
    expect(await confirm(token)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
  })

  it('waits no longer when whoever gave it, their key or the member goes', async () => {
    const { accountId, admin, userId } = await people()
    const second = await aMember(accountId, 'ADMIN')
    await give(second.key, userId, anAddress())
    const ofSecond = await mailedToken(userId)
    const role = { key: admin, payload: { role: 'READ_ONLY' } }
    await call(mailing, 'PATCH', `/v1/accounts/me/members/${second.userId}`, role)
    expect(await confirm(ofSecond)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
    await give(admin, userId, anAddress())
    const ofFirst = await mailedToken(userId)
    await call(mailing, 'DELETE', `/v1/accounts/me/members/${userId}`, { key: admin })
    expect(await confirm(ofFirst)).toMatchObject(fault(404, 'ADDRESS_LINK_INVALID'))
  })
})
