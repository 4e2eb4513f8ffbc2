import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from './index.ts'
import { dayMs, randomId, TestClock } from '#kernel'
import { createKey, createSignInLink } from '#management'
import { findOwner, insertMembership, insertUser } from '#storage/accounts'
import type { Role } from '#contract'
import { aTestApi, anAccount, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())
const now = () => new Date(clock.now())
let app: ReturnType<typeof aTestApi>
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  await app.ready()
})
afterAll(() => app.close())

const url = '/v1/accounts/me/invites'
const password = 'correct horse battery'
const anAddress = () => `${randomId()}@mail.example`

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly cookie: string
}
async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: object,
  payload?: object,
): Promise<Answer> {
  const answer = await app.inject({ method, url: path, headers: { ...headers }, ...(payload && { payload }) })
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), cookie }
}
const withKey = (key: string) => ({ authorization: `Bearer ${key}` })
const failure = (status: number, code: string) => ({ status, body: { attributes: { code } } })

interface Invited {
  readonly account: TestAccount
  readonly email: string
  readonly id: string
  readonly token: string
}
const tokenOf = ({ body }: Answer): string => (body as { link: string }).link.split('#token=')[1] ?? ''

/** A moment after what was before, so that the order of accounts is known. */
async function invited(role: Role = 'READ_RUN', email = anAddress(), given?: TestAccount): Promise<Invited> {
  clock.advance(1)
  const account = given ?? (await anAccount(store(), clock))
  const made = await send('POST', url, withKey(account.key), { email, role })
  expect(made.status).toBe(201)
  return { account, email, id: (made.body as { id: string }).id, token: tokenOf(made) }
}
const offer = (token: string) => send('POST', '/v1/invites/offer', {}, { token })
const accept = (token: string, more: object = {}) =>
  send('POST', '/v1/invites/accept', {}, { token, password, ...more })

/** A member of a separate account, with the role there and a key. */
async function aMember(accountId: string, role: Role, email = anAddress()) {
  const userId = randomId()
  await database.db().transaction(async (tx) => {
    await insertUser(tx, { id: userId, name: 'Ada', email, createdAt: now() })
    await insertMembership(tx, { accountId, userId, role, createdAt: now() })
  })
  const { key } = await createKey(store(), { kind: 'user', accountId, name: 'of a member', userId }, now())
  return { userId, key, email }
}

/** The cookie of a person who signs in with a link. */
async function signedIn(userId: string) {
  const token = await createSignInLink(store(), userId, now())
  return { cookie: (await send('POST', '/v1/sign-in/link', {}, { token })).cookie }
}

describe('an invite', () => {
  it('makes a new person who is signed in with its role, works once, and is listed until then', async () => {
    const { account, email, id, token } = await invited()
    expect(await send('GET', url, withKey(account.key))).toMatchObject({
      status: 200,
      body: [{ id, email, role: 'READ_RUN', status: 'PENDING', mail: { status: 'NONE', response: '' } }],
    })
    expect(await offer(token)).toMatchObject({ status: 200, body: { accountId: account.accountId, email, way: 'NEW' } })
    const answers = await Promise.all([accept(token, { name: 'Grace' }), accept(token), accept(token)])
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([404, 404])
    expect(accepted[0]?.body).toMatchObject({
      user: { email, hasPassword: true },
      accounts: [{ id: account.accountId, role: 'READ_RUN' }],
    })
    const as = { cookie: accepted[0]?.cookie ?? '' }
    expect(await send('POST', '/v1/variables', as, { key: 'K', value: 'v' })).toMatchObject(
      failure(403, 'ROLE_TOO_LOW'),
    )
    expect(await offer(token)).toMatchObject(failure(404, 'INVITE_LINK_INVALID'))
    expect((await send('GET', url, withKey(account.key))).body).toEqual([])
    const again = await send('POST', '/v1/sign-in/password', {}, { email, password })
    expect(again.status).toBe(200)
  })

  it('is stored by its hash alone once no mail is pending', async () => {
    const { id, token } = await invited()
    const [row] = await database.db().rows('select * from member_invites where id = $1', [id])
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row?.['encryptedToken']).toBeNull()
  })

  it('adds the account to the person who has its address and knows their password, and to nobody else', async () => {
    const first = await invited('READ_ONLY')
    await accept(first.token)
    const second = await invited('ADMIN', first.email.toUpperCase())
    expect(await offer(second.token)).toMatchObject({ body: { way: 'PASSWORD' } })
    expect(await accept(second.token, { password: 'not the password' })).toMatchObject(failure(401, 'SIGN_IN_FAILED'))
    expect(await accept(second.token)).toMatchObject({
      status: 200,
      body: {
        accounts: [
          { id: first.account.accountId, role: 'READ_ONLY' },
          { id: second.account.accountId, role: 'ADMIN' },
        ],
      },
    })
  })

  it('limits the guesses of the password of the person who has its address', async () => {
    const first = await invited()
    await accept(first.token)
    const second = await invited('READ_ONLY', first.email)
    for (let guess = 0; guess < 10; guess += 1) await accept(second.token, { password: 'not the password' })
    expect(await accept(second.token)).toMatchObject(failure(429, 'RATE_LIMITED'))
  })

  it('is accepted by a person who is signed in, whose session then works in both accounts', async () => {
    const own = await anAccount(store(), clock)
    const as = await signedIn((await findOwner(database.db(), own.accountId)) ?? '')
    const { account, token } = await invited('READ_WRITE')
    const joined = await send('POST', '/v1/invites/join', as, { token })
    expect(joined).toMatchObject({
      status: 200,
      body: { accounts: [{ id: own.accountId }, { id: account.accountId, role: 'READ_WRITE' }] },
    })
    const there = { ...as, 'x-service-account': account.accountId }
    await expect.poll(async () => (await send('GET', '/v1/variables', there)).status).toBe(200)
    expect(await send('POST', '/v1/invites/join', as, { token })).toMatchObject(failure(404, 'INVITE_LINK_INVALID'))
  })

  it('asks a person without a password to sign in first, and a program for a person', async () => {
    const elsewhere = await anAccount(store(), clock)
    const { email } = await aMember(elsewhere.accountId, 'READ_ONLY')
    const { account, token } = await invited('READ_ONLY', email)
    expect(await offer(token)).toMatchObject({ body: { way: 'SIGN_IN' } })
    expect(await accept(token)).toMatchObject(failure(409, 'INVITE_NEEDS_SIGN_IN'))
    const service = withKey(await account.keyWithRole('ADMIN'))
    expect(await send('POST', '/v1/invites/join', service, { token })).toMatchObject(failure(403, 'PERSON_REQUIRED'))
    expect((await offer(token)).status).toBe(200)
  })

  it('to a member, or to somebody who is invited already, is a 409, and stays usable when a member opens it', async () => {
    const { account, email, token } = await invited()
    const invite = (to: string) => send('POST', url, withKey(account.key), { email: to, role: 'READ_ONLY' })
    expect(await invite(email.toUpperCase())).toMatchObject(failure(409, 'INVITE_EXISTS'))
    const member = await aMember(account.accountId, 'READ_ONLY')
    expect(await invite(member.email)).toMatchObject(failure(409, 'MEMBER_EXISTS'))
    const join = await send('POST', '/v1/invites/join', withKey(member.key), { token })
    expect(join).toMatchObject(failure(409, 'MEMBER_EXISTS'))
    expect((await offer(token)).status).toBe(200)
  })

  it('ends after seven days, and the address can be invited again', async () => {
    const { account, email, token } = await invited()
    clock.advance(7 * dayMs)
    expect(await offer(token)).toMatchObject(failure(404, 'INVITE_LINK_INVALID'))
    expect(await accept(token)).toMatchObject(failure(404, 'INVITE_LINK_INVALID'))
    expect((await send('GET', url, withKey(account.key))).body).toMatchObject([{ email, status: 'EXPIRED' }])
    await invited('READ_ONLY', email, account)
    expect((await send('GET', url, withKey(account.key))).body).toMatchObject([{ email, status: 'PENDING' }])
  })

  it('has one link at a time, and none once it is revoked', async () => {
    const { account, id, token } = await invited()
    const renewed = await send('POST', `${url}/${id.toUpperCase()}/renew`, withKey(account.key))
    expect(renewed.status).toBe(200)
    expect((await offer(token)).status).toBe(404)
    expect((await offer(tokenOf(renewed))).status).toBe(200)
    expect((await send('DELETE', `${url}/${id}`, withKey(account.key))).status).toBe(204)
    expect((await offer(tokenOf(renewed))).status).toBe(404)
    expect(await send('DELETE', `${url}/${id}`, withKey(account.key))).toMatchObject(failure(404, 'INVITE_NOT_FOUND'))
  })

  it('of another account is a 404', async () => {
    const { id, token } = await invited()
    const stranger = withKey((await anAccount(store(), clock)).key)
    for (const [method, path] of [
      ['POST', `${url}/${id}/renew`],
      ['DELETE', `${url}/${id}`],
    ] as const)
      expect(await send(method, path, stranger)).toMatchObject(failure(404, 'INVITE_NOT_FOUND'))
    expect((await send('GET', url, stranger)).body).toEqual([])
    expect((await offer(token)).status).toBe(200)
  })

  it('is made by admins only, never with the role of an owner, and ends with the role of who made it', async () => {
    const account = await anAccount(store(), clock)
    const writer = withKey((await aMember(account.accountId, 'READ_WRITE')).key)
    const body = { email: anAddress(), role: 'READ_ONLY' }
    expect(await send('POST', url, writer, body)).toMatchObject(failure(403, 'ROLE_TOO_LOW'))
    expect(await send('GET', url, writer)).toMatchObject(failure(403, 'ROLE_TOO_LOW'))
    expect((await send('POST', url, withKey(account.key), { ...body, role: 'OWNER' })).status).toBe(400)
    for (const change of ['demoted', 'removed']) {
      const admin = await aMember(account.accountId, 'ADMIN')
      const made = await send('POST', url, withKey(admin.key), { email: anAddress(), role: 'ADMIN' })
      expect((await offer(tokenOf(made))).body).toMatchObject({ inviterEmail: admin.email })
      const member = {
        method: 'PATCH',
        url: `/v1/accounts/me/members/${admin.userId}`,
        headers: withKey(account.key),
      } as const
      if (change === 'demoted') await app.inject({ ...member, payload: { role: 'READ_WRITE' } })
      else await app.inject({ ...member, method: 'DELETE' })
      expect((await offer(tokenOf(made))).status).toBe(404)
    }
  })

  it('ends with the key that made its link, and with no other', async () => {
    const account = await anAccount(store(), clock)
    const made = async (name: string) =>
      createKey(store(), { kind: 'service', accountId: account.accountId, name, role: 'ADMIN' }, now())
    const [first, second] = [await made('first'), await made('second')]
    const given = (key: string) => ({ ...account, key })
    const [lost, renewed, kept] = [
      await invited('READ_ONLY', anAddress(), given(first.key)),
      await invited('READ_ONLY', anAddress(), given(first.key)),
      await invited('READ_ONLY', anAddress(), given(second.key)),
    ]
    const again = await send('POST', `${url}/${renewed.id}/renew`, withKey(second.key))
    expect(again.status).toBe(200)
    expect((await send('DELETE', `/v1/api-keys/${first.id}`, withKey(account.key))).status).toBe(204)
    expect(await offer(lost.token)).toMatchObject(failure(404, 'INVITE_LINK_INVALID'))
    expect(await offer(tokenOf(again))).toMatchObject({ status: 200 })
    expect(await offer(kept.token)).toMatchObject({ status: 200 })
  })

  it('of two accounts for one new address makes one person, also when both are accepted at once', async () => {
    const email = anAddress()
    const [one, other] = [await invited('READ_RUN', email), await invited('READ_RUN', email)]
    const answers = await Promise.all([accept(one.token), accept(other.token, { password: 'another good password' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(await database.db().rows('select id from users where email = $1', [email])).toHaveLength(1)
  })

  it('cannot be looked at or accepted by a page of another site', async () => {
    const { token } = await invited()
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/v1/invites/offer', '/v1/invites/accept'])
      expect(await send('POST', path, crossSite, { token, password })).toMatchObject(failure(403, 'CROSS_SITE_REQUEST'))
  })
})

describe('where the service can send mail', () => {
  let mailing: ReturnType<typeof aTestApi>
  beforeAll(async () => {
    mailing = aTestApi({ db: database.db(), handlers, clock, canMail: true })
    await mailing.ready()
  })
  afterAll(() => mailing.close())

  const invite = async (key: string, email = anAddress()) =>
    mailing.inject({
      method: 'POST',
      url,
      headers: { ...withKey(key), 'x-forwarded-for': randomId() },
      payload: { email, role: 'READ_ONLY' },
    })

  /** Of a new invite of a new account, as it is mailed. */
  async function mailedToken(email: string): Promise<string> {
    const { key } = await anAccount(store(), clock)
    const { id } = (await invite(key, email)).json<{ id: string }>()
    const [row] = await database
      .db()
      .rows<{ encryptedToken: string }>('select encrypted_token from member_invites where id = $1', [id])
    return store().encryption.decrypt(row?.encryptedToken ?? '')
  }

  it('the link of an invite is only mailed, so that no administrator can take an address that is not theirs', async () => {
    const { key } = await anAccount(store(), clock)
    const made = await invite(key)
    expect(made.json()).toMatchObject({ mail: { status: 'PENDING' } })
    const renewed = await mailing.inject({
      method: 'POST',
      url: `${url}/${made.json<{ id: string }>().id}/renew`,
      headers: withKey(key),
    })
    expect(renewed.json()).toMatchObject({ mail: { status: 'PENDING' } })
    expect(made.body + renewed.body).not.toMatch(/link"|#token=/)
  })

  it('an account sends 200 invites a day at most', async () => {
    const { key } = await anAccount(store(), clock)
    for (let sent = 0; sent < 200; sent += 1) {
      if (sent % 25 === 0) clock.advance(61_000)
      expect((await invite(key)).statusCode).toBe(201)
    }
    expect((await invite(key)).json()).toMatchObject({ attributes: { code: 'RATE_LIMITED' } })
  })

  it('a mailed link proves the address, which nobody who has it unproven keeps from its owner', async () => {
    const email = anAddress()
    const impostor = await accept((await invited('READ_ONLY', email)).token)
    expect(impostor.status).toBe(200)
    const token = await mailedToken(email)
    expect(await offer(token)).toMatchObject({ body: { way: 'NEW' } })
    const owner = await accept(token, { password: 'another good password' })
    expect(owner).toMatchObject({ status: 200, body: { accounts: [{ role: 'READ_ONLY' }] } })
    expect((owner.body as { user: { id: string } }).user.id).not.toBe(
      (impostor.body as { user: { id: string } }).user.id,
    )
    const next = await invited('READ_ONLY', email)
    expect(await offer(next.token)).toMatchObject({ body: { way: 'PASSWORD' } })
    for (const known of [password, 'another good password'])
      expect((await send('POST', '/v1/sign-in/password', {}, { email, password: known })).status).toBe(200)
  })

  it('whoever has the address unproven proves it with a mailed link and their own password', async () => {
    const email = anAddress()
    const first = await accept((await invited('READ_ONLY', email)).token)
    const second = await accept(await mailedToken(email))
    expect(second.body).toMatchObject({
      user: (first.body as { user: object }).user,
      accounts: [{ role: 'READ_ONLY' }, { role: 'READ_ONLY' }],
    })
    expect(await offer(await mailedToken(email))).toMatchObject({ body: { way: 'PASSWORD' } })
  })
})
