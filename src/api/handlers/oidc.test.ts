import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from './index.ts'
import type { Role } from '#contract'
import { openIdentityProvider } from '#identity'
import { minuteMs, randomId, TestClock } from '#kernel'
import { createSignInLink } from '#management'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { startForgingProvider } from '../../../tests/support/forging-provider.ts'
import type { Forgery } from '../../../tests/support/forging-provider.ts'
import { startOidcProvider, visitProvider } from '../../../tests/support/oidc-provider.ts'
import type { LocalProvider, ProviderPerson } from '../../../tests/support/oidc-provider.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())
const redirectUrl = 'http://localhost:3000/sign-in/oidc'
let provider: LocalProvider
beforeAll(async () => {
  provider = await startOidcProvider(redirectUrl)
})
afterAll(() => provider.stop())

interface Terms {
  readonly roles?: Readonly<Record<string, Role>> | null
  readonly trustsEmails?: boolean
  readonly issuer?: string
  readonly groupClaim?: string
}

/** Each has browsers of a separate network, so that they share no limit. */
let services = 0

/** A service of a separate account, whose people come from the provider. */
async function aService({ roles = { '*': 'READ_ONLY' }, trustsEmails = false, issuer, groupClaim = 'groups' }: Terms) {
  const { accountId } = await anAccount(store(), clock)
  const { clientId, clientSecret } = provider
  const settings = { clientId, clientSecret, scopes: 'openid profile email', groupClaim, trustsEmails, redirectUrl }
  const identities = await openIdentityProvider({ ...settings, issuer: issuer ?? provider.issuer }, () => clock.now())
  const terms = { accountId, rolesOfGroups: roles && new Map(Object.entries(roles)), groupClaim }
  const app = aTestApi({ db: database.db(), handlers, clock, signInProvider: { name: 'Example', identities, terms } })
  services += 1
  const remoteAddress = `10.0.${services}.1`
  const send = async (method: 'GET' | 'POST', url: string, cookie: string, payload?: object) => {
    const answer = await app.inject({ method, url, remoteAddress, headers: { cookie }, ...(payload && { payload }) })
    const set = [answer.headers['set-cookie'] ?? []].flat().map((header) => header.split(';')[0] ?? '')
    return { status: answer.statusCode, body: answer.json(), cookie: set.join('; ') }
  }
  const start = (cookie = '', next = '/checks?state=FAILING') => send('POST', '/v1/sign-in/oidc', cookie, { next })
  const finish = (at: URL, cookie: string) =>
    send('POST', '/v1/sign-in/oidc/finish', cookie, { parameters: at.search.slice(1) })
  /** The whole way of a browser, of nobody unless it has a session. */
  const signIn = async (id: string, change: (url: URL) => void = () => {}, session = '') => {
    const started = await start(session)
    const url = new URL(started.body.url)
    change(url)
    return finish(await visitProvider(url.href, id, redirectUrl), `${session}; ${started.cookie}`)
  }
  const session = async (cookie: string) => (await send('GET', '/v1/session', cookie)).body
  const rolesOf = () =>
    database
      .db()
      .rows<{ email: string; role: string }>(
        `select u.email, m.role from memberships m join users u on u.id = m.user_id where m.account_id = $1 order by m.created_at, u.id`,
        [accountId],
      )
  return { accountId, app, start, finish, signIn, session, rolesOf }
}

/** A person with a verified address at the provider. */
function aPerson(person: ProviderPerson = {}): { readonly id: string; readonly email: string } {
  const id = randomId()
  const email = `${id}@mail.example`
  provider.people.set(id, { name: 'Ada', email, email_verified: true, groups: [], ...person })
  return { id, email }
}

const rejectedWith = (status: number, code: string) => ({ status, body: { attributes: { code } } })

async function addMember(accountId: string, email: string, role: Role): Promise<string> {
  const id = randomId()
  await database.db().rows(`insert into users (id, name, email, created_at) values ($1, 'B', $2, now())`, [id, email])
  await database
    .db()
    .rows(`insert into memberships (account_id, user_id, role, created_at) values ($1, $2, $3, now())`, [
      accountId,
      id,
      role,
    ])
  return id
}

it('somebody new becomes a member with the highest role of their groups, and returns to the page they came from', async () => {
  const service = await aService({ roles: { crew: 'READ_RUN', 'cn=ops,dc=example': 'READ_WRITE', '*': 'READ_ONLY' } })
  const { id, email } = aPerson({ groups: ['crew', 'cn=ops,dc=example', 'other'] })
  const finished = await service.signIn(id)
  expect(finished).toMatchObject({ status: 200, body: { next: '/checks?state=FAILING' } })
  expect(await service.session(finished.cookie)).toMatchObject({
    user: { name: 'Ada', email, hasPassword: false },
    accounts: [{ id: service.accountId, role: 'READ_WRITE' }],
    session: { method: 'OIDC' },
  })
})

it('roles follow the groups at each sign-in, up, down and out, and nobody is made twice', async () => {
  const service = await aService({ roles: { admins: 'ADMIN', crew: 'READ_RUN' } })
  const { id, email } = aPerson({ groups: ['crew'] })
  const roleNow = async () => (await service.rolesOf()).filter((row) => row.email === email)
  const comeWith = (groups: string[]) => {
    provider.people.set(id, { ...provider.people.get(id), groups })
    return service.signIn(id)
  }
  const first = await comeWith(['crew'])
  expect(await roleNow()).toEqual([{ email, role: 'READ_RUN' }])
  await comeWith(['admins', 'crew'])
  expect(await roleNow()).toEqual([{ email, role: 'ADMIN' }])
  await comeWith(['crew'])
  expect(await roleNow()).toEqual([{ email, role: 'READ_RUN' }])
  expect(await comeWith([])).toMatchObject(rejectedWith(403, 'OIDC_NOT_ALLOWED'))
  expect(await roleNow()).toEqual([])
  await expect.poll(async () => (await service.session(first.cookie)).statusCode).toBe(401)
  await comeWith(['admins'])
  expect(await roleNow()).toEqual([{ email, role: 'ADMIN' }])
})

it('a member with the same verified address is the same person from then on, and the password of before ends', async () => {
  const service = await aService({ roles: null })
  const { id, email } = aPerson()
  const userId = await addMember(service.accountId, email.toUpperCase(), 'READ_WRITE')
  await database.db().rows(`insert into passwords (user_id, hash, updated_at) values ($1, 'x', now())`, [userId])
  const link = await createSignInLink(store(), userId, new Date(clock.now()))
  const finished = await service.signIn(id)
  expect(await service.session(finished.cookie)).toMatchObject({
    user: { id: userId, hasPassword: false },
    accounts: [{ role: 'READ_WRITE' }],
  })
  const answer = await service.app.inject({ method: 'POST', url: '/v1/sign-in/link', payload: { token: link } })
  expect(answer.statusCode).toBe(401)
  // The id at the provider counts now, not the address.
  provider.people.set(id, { email: 'another@mail.example', email_verified: false })
  expect(await service.session((await service.signIn(id)).cookie)).toMatchObject({ user: { id: userId } })
})

describe('an address that a person here has proven', () => {
  /** With a password, and signed in. */
  async function aVerifiedPerson(accountId: string, email: string) {
    const userId = await addMember(accountId, email, 'READ_WRITE')
    await database.db().rows('update users set is_email_verified = true where id = $1', [userId])
    await database.db().rows(`insert into passwords (user_id, hash, updated_at) values ($1, 'x', now())`, [userId])
    return { userId, link: await createSignInLink(store(), userId, new Date(clock.now())) }
  }

  it('is linked by whoever signs in to both, and by nobody else, in whatever account', async () => {
    const service = await aService({})
    const elsewhere = await anAccount(store(), clock)
    for (const accountId of [service.accountId, elsewhere.accountId]) {
      const { id, email } = aPerson()
      const { userId, link } = await aVerifiedPerson(accountId, email)
      expect(await service.signIn(id)).toMatchObject(rejectedWith(403, 'OIDC_SIGN_IN_TO_LINK'))
      const answer = await service.app.inject({ method: 'POST', url: '/v1/sign-in/link', payload: { token: link } })
      const session = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      expect(await service.session(session)).toMatchObject({ user: { id: userId } })
      const stranger = aPerson()
      expect(await service.signIn(stranger.id, undefined, session)).toMatchObject({ status: 200 })
      const linked = await service.signIn(id, undefined, session)
      expect(await service.session(linked.cookie)).toMatchObject({ user: { id: userId, hasPassword: true } })
      expect(await service.session((await service.signIn(id)).cookie)).toMatchObject({ user: { id: userId } })
    }
  })

  it('is not that of a person who is signed in and has it unproven', async () => {
    const service = await aService({})
    const { id, email } = aPerson()
    await aVerifiedPerson(service.accountId, email)
    const impostor = await addMember(service.accountId, email, 'READ_ONLY')
    const link = await createSignInLink(store(), impostor, new Date(clock.now()))
    const answer = await service.app.inject({ method: 'POST', url: '/v1/sign-in/link', payload: { token: link } })
    const session = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    expect(await service.signIn(id, undefined, session)).toMatchObject(rejectedWith(403, 'OIDC_SIGN_IN_TO_LINK'))
  })
})

it('somebody new is not kept out by who has their address unproven in another account, and proves it', async () => {
  const service = await aService({})
  const elsewhere = await anAccount(store(), clock)
  const { id, email } = aPerson()
  await addMember(elsewhere.accountId, email, 'ADMIN')
  const finished = await service.signIn(id)
  expect(await service.session(finished.cookie)).toMatchObject({ accounts: [{ id: service.accountId }] })
  const again = randomId()
  provider.people.set(again, { email, email_verified: true, groups: [] })
  expect(await service.signIn(again)).toMatchObject(rejectedWith(403, 'OIDC_SIGN_IN_TO_LINK'))
})

it('the last owner stays the owner, whatever the groups say', async () => {
  const service = await aService({ roles: { '*': 'READ_ONLY' } })
  const [owner] = await service.rolesOf()
  const { id, email } = aPerson()
  await database.db().rows(`update users set email = $2 where email = $1`, [owner?.email, email])
  expect(await service.signIn(id)).toMatchObject({ status: 200 })
  expect(await service.rolesOf()).toEqual([{ email, role: 'OWNER' }])
})

it('whoever is not a member stays outside when no group gives a role', async () => {
  const { id } = aPerson({ groups: ['crew'] })
  const unmapped = await aService({ roles: null })
  expect(await unmapped.signIn(id)).toMatchObject(rejectedWith(403, 'OIDC_NOT_ALLOWED'))
  const others = await aService({ roles: { admins: 'ADMIN' } })
  expect(await others.signIn(id)).toMatchObject(rejectedWith(403, 'OIDC_NOT_ALLOWED'))
  expect(await others.rolesOf()).toHaveLength(1)
})

it('an address that is not verified links nobody, unless the provider is silent and the operator trusts it', async () => {
  const service = await aService({})
  const no = rejectedWith(403, 'OIDC_EMAIL_UNVERIFIED')
  expect(await service.signIn(aPerson({ email_verified: false }).id)).toMatchObject(no)
  const silent = randomId()
  provider.people.set(silent, { email: `${silent}@mail.example`, groups: [] })
  expect(await service.signIn(silent)).toMatchObject(no)
  const trusting = await aService({ trustsEmails: true })
  expect(await trusting.signIn(aPerson({ email_verified: false }).id)).toMatchObject(no)
  expect(await trusting.signIn(silent)).toMatchObject({ status: 200 })
})

it('a claim of groups that is missing is said, and changes no role', async () => {
  const service = await aService({ roles: { admins: 'ADMIN' } })
  const { id, email } = aPerson({ groups: ['admins'] })
  await service.signIn(id)
  provider.people.set(id, { email, email_verified: true })
  expect(await service.signIn(id)).toMatchObject(rejectedWith(403, 'OIDC_GROUPS_MISSING'))
  expect(await service.rolesOf()).toContainEqual({ email, role: 'ADMIN' })
})

it('an address that two members have links neither', async () => {
  const service = await aService({})
  const { id, email } = aPerson()
  await addMember(service.accountId, email, 'READ_WRITE')
  await addMember(service.accountId, email, 'ADMIN')
  expect(await service.signIn(id)).toMatchObject(rejectedWith(403, 'OIDC_ADDRESS_SHARED'))
})

it('a sign-in is finished once, in its browser, by its state and within ten minutes', async () => {
  const service = await aService({})
  const { id } = aPerson()
  const ended = rejectedWith(401, 'OIDC_SIGN_IN_ENDED')
  const started = await service.start()
  const back = await visitProvider(started.body.url, id, redirectUrl)
  const wrong = new URL(back)
  wrong.searchParams.set('state', 'another')
  expect(await service.finish(wrong, started.cookie)).toMatchObject(ended)
  expect(await service.finish(back, '')).toMatchObject(ended)
  const another = await service.start()
  expect(await service.finish(back, another.cookie)).toMatchObject(ended)
  const tampered = started.cookie.replace(/[0-9a-f]$/, (digit) => (digit === '0' ? '1' : '0'))
  expect(await service.finish(back, tampered)).toMatchObject(ended)
  const answers = await Promise.all([service.finish(back, started.cookie), service.finish(back, started.cookie)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  const late = await service.start()
  const lateBack = await visitProvider(late.body.url, id, redirectUrl)
  clock.advance(10 * minuteMs)
  expect(await service.finish(lateBack, late.cookie)).toMatchObject(ended)
})

it('a code works once, and only for the sign-in that asked for it', async () => {
  const service = await aService({})
  const { id } = aPerson()
  const first = await service.start()
  const firstBack = await visitProvider(first.body.url, id, redirectUrl)
  expect(await service.finish(firstBack, first.cookie)).toMatchObject({ status: 200 })
  const second = await service.start(first.cookie)
  const secondBack = await visitProvider(second.body.url, id, redirectUrl)
  secondBack.searchParams.set('code', firstBack.searchParams.get('code') ?? '')
  expect(await service.finish(secondBack, first.cookie)).toMatchObject(rejectedWith(401, 'OIDC_REJECTED'))
})

it.each(['nonce', 'code_challenge'])(
  'a browser that went to the provider with another %s is not signed in',
  async (name) => {
    const service = await aService({})
    const change = (url: URL): void => url.searchParams.set(name, 'x'.repeat(43))
    expect(await service.signIn(aPerson().id, change)).toMatchObject(rejectedWith(401, 'OIDC_REJECTED'))
  },
)

it('somebody who says no at the provider is told so', async () => {
  const service = await aService({})
  const answer = await service.signIn('cancel')
  expect(answer).toMatchObject(rejectedWith(401, 'OIDC_REJECTED'))
  expect(answer.body.message).toContain('access_denied, The person said no')
})

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** Comes back from a provider that forges the ID token like this. */
async function comeWithToken(forgery: Forgery) {
  const service = await aService({ issuer: await startForgingProvider(forgery) })
  const started = await service.start()
  const url = new URL(started.body.url)
  const back = new URL(redirectUrl)
  back.searchParams.set('state', url.searchParams.get('state') ?? '')
  // The nonce comes back in the ID token.
  back.searchParams.set('code', url.searchParams.get('nonce') ?? '')
  return service.finish(back, started.cookie)
}

it.each<[string, Forgery]>([
  ['that has expired', { claims: { exp: inSeconds(-120) } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['of another issuer', { claims: { iss: 'http://127.0.0.1:1' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['signed with another key', { signsWithAnotherKey: true }],
  ['that nobody signed', { isUnsigned: true }],
])('an ID token %s signs nobody in', async (_what, forgery) => {
  expect(await comeWithToken(forgery)).toMatchObject(rejectedWith(401, 'OIDC_REJECTED'))
})

it('the same token without a mistake signs in', async () => {
  expect(await comeWithToken({})).toMatchObject({ status: 200 })
})

it('a provider that cannot be reached is named, and found again when it is back', async () => {
  const gone = await startOidcProvider(redirectUrl)
  await gone.stop()
  const service = await aService({ issuer: gone.issuer })
  const answer = await service.start()
  expect(answer).toMatchObject(rejectedWith(503, 'OIDC_UNREACHABLE'))
  expect(answer.body.message).toContain(gone.issuer)
  const back = await startOidcProvider(redirectUrl, Number(new URL(gone.issuer).port))
  expect(await service.start()).toMatchObject({ status: 200 })
  await back.stop()
})

it('without a provider there is none to sign in with', async () => {
  const app = aTestApi({ db: database.db(), handlers, clock })
  expect((await app.inject({ url: '/v1/sign-in' })).json()).toEqual({ provider: null, passkeys: true })
  const start = await app.inject({ method: 'POST', url: '/v1/sign-in/oidc', payload: { next: '/' } })
  expect({ status: start.statusCode, body: start.json() }).toMatchObject(rejectedWith(404, 'OIDC_NOT_CONFIGURED'))
  await app.close()
})

it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('%s is no page to return to', async (next) => {
  const service = await aService({})
  expect(await service.start('', next)).toMatchObject({ status: 400 })
})
