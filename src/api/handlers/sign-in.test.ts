import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from './index.ts'
import { dayMs, minuteMs, passwordTurns, randomId, TestClock } from '#kernel'
import { createSignInLink, sessionIdleMs } from '#management'
import { findOwner, insertUser } from '#storage/accounts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())
let app: ReturnType<typeof aTestApi>
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  await app.ready()
})
afterAll(() => app.close())

const password = 'correct horse battery'
type Headers = Readonly<Record<string, string>>
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  const body: unknown = answer.body === '' ? null : answer.json()
  return { status: answer.statusCode, body, cookie: cookieOf(answer.headers['set-cookie']) }
}
/** The cookie that a browser sends after this header; undefined without one. */
const cookieOf = (header: unknown): string | undefined => {
  const [first] = [header].flat()
  return typeof first === 'string' ? first.split(';')[0] : undefined
}
const withCookie = (cookie: string | undefined): Headers => ({ cookie: cookie ?? '' })

interface Person {
  readonly account: TestAccount
  readonly userId: string
  readonly email: string
}

/** The owner of a separate account, with a password. */
async function aPerson(): Promise<Person> {
  const account = await anAccount(store(), clock)
  const userId = (await findOwner(database.db(), account.accountId)) ?? ''
  const email = `${randomId()}@mail.example`
  await database.db().rows('update users set email = $2 where id = $1', [userId, email])
  const set = await send('PUT', '/v1/password', { authorization: `Bearer ${account.key}` }, { password })
  expect(set.status).toBe(204)
  return { account, userId, email }
}

const signIn = (email: string, more: Headers = {}, given = password) =>
  send('POST', '/v1/sign-in/password', more, { email, password: given })

it('a person signs in with a password, acts with their role, and signs out', async () => {
  const { account, userId, email } = await aPerson()
  const signedIn = await signIn(email.toUpperCase())
  expect(signedIn).toMatchObject({
    status: 200,
    body: {
      user: { id: userId, email, hasPassword: true },
      accounts: [{ id: account.accountId, role: 'OWNER' }],
      session: { method: 'PASSWORD', isCurrent: true },
    },
  })
  const as = withCookie(signedIn.cookie)
  expect(await send('POST', '/v1/variables', as, { key: 'BY_SESSION', value: 'x' })).toMatchObject({ status: 201 })
  expect(await send('GET', '/next/users/me', as)).toMatchObject({ status: 200, body: { id: userId } })
  const out = await send('POST', '/v1/sign-out', as)
  expect(out).toMatchObject({ status: 204, cookie: 'belfry_session=' })
  await expect
    .poll(() => send('GET', '/v1/session', as))
    .toMatchObject({ status: 401, body: { attributes: { code: 'SESSION_INVALID' } } })
})

it('the cookie is out of reach of scripts and of other sites, and over HTTPS bound to the host', async () => {
  const { email } = await aPerson()
  const secure = aTestApi({ db: database.db(), handlers, clock, publicUrl: 'https://belfry.example' })
  const payload = { email, password }
  const answers = await Promise.all(
    [app, secure].map((api) => api.inject({ method: 'POST', url: '/v1/sign-in/password', payload })),
  )
  await secure.close()
  expect(answers.map(({ headers }) => String([headers['set-cookie']].flat()[0]).replace(/=[0-9a-f]{64}/, ''))).toEqual([
    'belfry_session; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax',
    '__Host-belfry_session; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
})

it('wrong passwords and unknown addresses are answered alike, and guesses are limited', async () => {
  const { email } = await aPerson()
  const wrong = await signIn(email, {}, 'wrong password!')
  const unknown = await signIn(`${randomId()}@mail.example`)
  expect(wrong).toMatchObject({ status: 401, body: { attributes: { code: 'SIGN_IN_FAILED' } } })
  expect(unknown).toEqual(wrong)
  for (let guess = 0; guess < 9; guess += 1) await signIn(email, {}, 'wrong password!')
  expect(await signIn(email)).toMatchObject({ status: 429 })
})

it('of thirty sign-ins at once two hash a password at a time, so that threads are left for everything else', async () => {
  clock.advance(minuteMs)
  const { email } = await aPerson()
  let isOver = false
  const all = Promise.all(
    Array.from({ length: 30 }, (_, index) => signIn(index === 29 ? email : `${randomId()}@mail.example`)),
  ).finally(() => (isOver = true))
  const most = { running: 0, waiting: 0 }
  while (!isOver) {
    const { running, waiting } = passwordTurns.counts
    Object.assign(most, { running: Math.max(most.running, running), waiting: Math.max(most.waiting, waiting) })
    await new Promise(setImmediate)
  }
  expect(most.running).toBe(2)
  expect(most.waiting).toBeGreaterThan(2)
  clock.advance(minuteMs)
  expect((await all).map(({ status }) => status)).toEqual([...Array.from({ length: 29 }, () => 401), 200])
})

it('twelve spaces are no password', async () => {
  const { account } = await aPerson()
  const answer = await send(
    'PUT',
    '/v1/password',
    { authorization: `Bearer ${account.key}` },
    { password: ' \u00a0'.repeat(8), currentPassword: password },
  )
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('besides spaces') } })
})

it('guesses of others lock nobody out of a browser in which they have signed in before, until the password changes', async () => {
  clock.advance(minuteMs)
  const { account, email } = await aPerson()
  const answer = await app.inject({ method: 'POST', url: '/v1/sign-in/password', payload: { email, password } })
  const known = String(answer.headers['set-cookie']).match(/belfry_known=[\da-f]{64}/)?.[0]
  const other = await aPerson()
  for (let guess = 0; guess < 10; guess += 1) await signIn(email, {}, 'wrong password!')
  expect(await signIn(email)).toMatchObject({ status: 429 })
  expect(await signIn(email, withCookie('belfry_known=' + '0'.repeat(64)))).toMatchObject({ status: 429 })
  expect(await signIn(email, withCookie(known))).toMatchObject({ status: 200 })
  for (let guess = 0; guess < 9; guess += 1) await signIn(email, withCookie(known), 'wrong password!')
  expect(await signIn(email, withCookie(known))).toMatchObject({ status: 429 })
  expect(await signIn(other.email)).toMatchObject({ status: 200 })
  clock.advance(15 * minuteMs)
  const change = { password: 'another good password', currentPassword: password }
  await send('PUT', '/v1/password', { authorization: `Bearer ${account.key}` }, change)
  for (let guess = 0; guess < 10; guess += 1) await signIn(email, {}, 'wrong password!')
  expect(await signIn(email, withCookie(known), change.password)).toMatchObject({ status: 429 })
})

it('people of the same address without a password are in nobody’s way', async () => {
  clock.advance(minuteMs)
  const { email } = await aPerson()
  for (let other = 0; other < 3; other += 1)
    await insertUser(database.db(), { id: randomId(), name: 'Mallory', email, createdAt: new Date(0) })
  expect(await signIn(email)).toMatchObject({ status: 200 })
})

it('a page of another site can neither use the cookie nor sign its own person in', async () => {
  const { email } = await aPerson()
  const { cookie } = await signIn(email)
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  const rejected = { status: 403, body: { attributes: { code: 'CROSS_SITE_REQUEST' } } }
  expect(await signIn(email, crossSite)).toMatchObject(rejected)
  const body = { key: 'FORGED', value: 'x' }
  expect(await send('POST', '/v1/variables', { ...withCookie(cookie), ...crossSite }, body)).toMatchObject(rejected)
  expect(await send('GET', '/v1/variables/FORGED', withCookie(cookie))).toMatchObject({ status: 404 })
})

it('a link signs in once, within half an hour, and the last one only', async () => {
  const { userId } = await aPerson()
  const use = (token: string) => send('POST', '/v1/sign-in/link', {}, { token })
  const make = () => createSignInLink(store(), userId, new Date(clock.now()))
  const rejected = { status: 401, body: { attributes: { code: 'SIGN_IN_LINK_INVALID' } } }
  const replaced = await make()
  const token = await make()
  expect(await use(replaced)).toMatchObject(rejected)
  const answers = await Promise.all([use(token), use(token), use(token)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(2)
  const late = await make()
  clock.advance(30 * minuteMs)
  expect(await use(late)).toMatchObject(rejected)
})

it('sessions are listed and ended one by one, and those of others cannot be', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const first = await signIn(person.email, { 'user-agent': 'First browser' })
  clock.advance(1000)
  const second = await signIn(person.email, { 'user-agent': 'Second browser' })
  const listed = await send('GET', '/v1/sessions', withCookie(second.cookie))
  expect(listed.body).toMatchObject([
    { userAgent: 'Second browser', isCurrent: true },
    { userAgent: 'First browser', isCurrent: false },
  ])
  const [, { id }] = listed.body as [unknown, { id: string }]
  const stranger = await signIn(other.email)
  expect(await send('DELETE', `/v1/sessions/${id}`, withCookie(stranger.cookie))).toMatchObject({ status: 404 })
  expect(await send('DELETE', `/v1/sessions/${id}`, withCookie(second.cookie))).toMatchObject({ status: 204 })
  await expect.poll(async () => (await send('GET', '/v1/session', withCookie(first.cookie))).status).toBe(401)
  expect(await send('GET', '/v1/session', withCookie(second.cookie))).toMatchObject({ status: 200 })
})

it('a new password needs the one before, and signs out the other browsers', async () => {
  const { email } = await aPerson()
  const [here, elsewhere] = [await signIn(email), await signIn(email)]
  const change = (currentPassword: string) =>
    send('PUT', '/v1/password', withCookie(here.cookie), { password: 'another long password', currentPassword })
  expect(await change('a guess')).toMatchObject({ status: 403, body: { attributes: { code: 'PASSWORD_WRONG' } } })
  expect(await change(password)).toMatchObject({ status: 204 })
  await expect.poll(async () => (await send('GET', '/v1/session', withCookie(elsewhere.cookie))).status).toBe(401)
  expect(await send('GET', '/v1/session', withCookie(here.cookie))).toMatchObject({ status: 200 })
  expect(await signIn(email)).toMatchObject({ status: 401 })
})

it('the token is replaced once a day, and the one before is accepted until the new one is used', async () => {
  const { email } = await aPerson()
  const { cookie: first } = await signIn(email)
  clock.advance(dayMs)
  const { cookie: second, status } = await send('GET', '/v1/session', withCookie(first))
  expect({ status, isNew: second !== undefined && second !== first }).toEqual({ status: 200, isNew: true })
  // The response was lost on the way.
  expect((await send('GET', '/v1/session', withCookie(first))).status).toBe(200)
  clock.advance(2 * minuteMs)
  expect((await send('GET', '/v1/session', withCookie(second))).status).toBe(200)
  clock.advance(minuteMs)
  expect((await send('GET', '/v1/session', withCookie(first))).status).toBe(401)
})

it('a session that is not used for two weeks ends', async () => {
  const { email } = await aPerson()
  const { cookie } = await signIn(email)
  clock.advance(sessionIdleMs + minuteMs)
  expect(await send('GET', '/v1/session', withCookie(cookie))).toMatchObject({ status: 401 })
})

it('a member who is removed is signed out of the account at once', async () => {
  const { account, userId, email } = await aPerson()
  const { cookie } = await signIn(email)
  await database.db().rows('delete from memberships where user_id = $1', [userId])
  await database.db().rows("select pg_notify('api_keys', '')")
  await expect.poll(async () => (await send('GET', '/v1/session', withCookie(cookie))).status).toBe(401)
  expect(account.accountId).not.toBe('')
})

it('a service key is nobody: it has no sessions and no password', async () => {
  const { account } = await aPerson()
  const as = { authorization: `Bearer ${await account.keyWithRole('ADMIN')}` }
  expect((await send('GET', '/v1/session', as)).body).toEqual({
    user: null,
    accounts: [],
    mayCreateAccounts: false,
    session: null,
  })
  expect((await send('GET', '/v1/sessions', as)).body).toEqual([])
  expect(await send('PUT', '/v1/password', as, { password })).toMatchObject({
    status: 403,
    body: { attributes: { code: 'PERSON_REQUIRED' } },
  })
})

it.each(['            ', '     seven77     ', 'short'])('%j is no password', async (weak) => {
  const { account } = await aPerson()
  const as = { authorization: `Bearer ${account.key}` }
  expect(await send('PUT', '/v1/password', as, { password: weak })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'password' }] },
  })
})
