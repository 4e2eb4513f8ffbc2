import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from './index.ts'
import { minuteMs, randomId, TestClock } from '#kernel'
import { createSignInLink } from '#management'
import { findOwner } from '#storage/accounts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { SoftwareAuthenticator } from '../../../tests/support/software-authenticator.ts'
import type { AuthenticatorFault } from '../../../tests/support/software-authenticator.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())
const publicUrl = 'https://belfry.example/monitoring'
const origin = 'https://belfry.example'
let app: ReturnType<typeof aTestApi>
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock, publicUrl })
  await app.ready()
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const sendTo =
  (api: typeof app) =>
  async (method: Method, url: string, cookie = '', payload?: object) => {
    const answer = await api.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
    const body = answer.body === '' ? null : answer.json()
    return { status: answer.statusCode, body, cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
  }
const send: ReturnType<typeof sendTo> = (...call) => sendTo(app)(...call)
const rejectedWith = (status: number, code: string) => ({ status, body: { attributes: { code } } })

/** The owner of a separate account, signed in by a link. */
async function aPerson() {
  const { accountId, key } = await anAccount(store(), clock)
  const userId = (await findOwner(database.db(), accountId)) ?? ''
  const token = await createSignInLink(store(), userId, new Date(clock.now()))
  const { cookie } = await send('POST', '/v1/sign-in/link', '', { token })
  return { accountId, key, userId, cookie }
}

const challengeFor = async (cookie: string): Promise<string> =>
  (await send('POST', '/v1/passkeys/options', cookie, {})).body.challenge

/** Adds a passkey of a new authenticator. */
async function addPasskey(cookie: string, { device = new SoftwareAuthenticator(origin), name = 'Laptop' } = {}) {
  const credential = device.create(await challengeFor(cookie))
  return { device, added: await send('POST', '/v1/passkeys', cookie, { name, credential }) }
}

async function signIn(device: SoftwareAuthenticator, fault: AuthenticatorFault = {}) {
  const { body } = await send('POST', '/v1/sign-in/passkey')
  return send('POST', '/v1/sign-in/passkey/finish', '', { credential: device.sign(body.challenge, fault) })
}

it('a person adds a passkey, is signed in with it by any process, and not any more when it is removed', async () => {
  const { userId, cookie, accountId } = await aPerson()
  const options = await send('POST', '/v1/passkeys/options', cookie, {})
  expect(options.body).toMatchObject({
    rp: { id: 'belfry.example' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { device, added } = await addPasskey(cookie)
  expect(added).toMatchObject({ status: 201, body: { name: 'Laptop', lastUsedAt: null } })
  const other = aTestApi({ db: database.db(), handlers, clock, publicUrl })
  const { body } = await send('POST', '/v1/sign-in/passkey')
  const credential = device.sign(body.challenge)
  const signedIn = await sendTo(other)('POST', '/v1/sign-in/passkey/finish', '', { credential })
  await other.close()
  expect(signedIn).toMatchObject({
    status: 200,
    body: { user: { id: userId }, accounts: [{ id: accountId }], session: { method: 'PASSKEY' } },
  })
  const listed = await send('GET', '/v1/passkeys', signedIn.cookie)
  expect(listed.body).toMatchObject([{ id: added.body.id, lastUsedAt: expect.any(String) }])
  expect(await send('DELETE', `/v1/passkeys/${added.body.id}`, cookie)).toMatchObject({ status: 204 })
  expect(await signIn(device)).toMatchObject(rejectedWith(401, 'PASSKEY_UNKNOWN'))
})

it('a passkey cannot be added twice, and the browser gets the list of those there are', async () => {
  const { cookie } = await aPerson()
  const { device } = await addPasskey(cookie)
  const { body } = await send('POST', '/v1/passkeys/options', cookie, {})
  expect(body.excludeCredentials).toEqual([
    { type: 'public-key', id: device.id.toString('base64url'), transports: ['internal'] },
  ])
  expect((await addPasskey(cookie, { device })).added).toMatchObject(rejectedWith(409, 'PASSKEY_EXISTS'))
})

const faults: readonly (readonly [string, AuthenticatorFault])[] = [
  ['was used on a page of another site', { origin: 'https://belfry.example.evil' }],
  ['belongs to another relying party', { rpId: 'evil.example' }],
  ['did not verify who uses it', { isUnverified: true }],
  ['signs with another key', { signsWithAnotherKey: true }],
  ['signs something else', { isOther: 'webauthn.create' }],
]

it.each(faults)('nobody is signed in by a passkey that %s, and its owner sees the try', async (_what, fault) => {
  const { cookie, key } = await aPerson()
  const { device } = await addPasskey(cookie)
  expect(await signIn(device, fault)).toMatchObject(rejectedWith(401, 'PASSKEY_REJECTED'))
  const log = await app.inject({ url: '/v1/audit-log?action=FAILED', headers: { authorization: `Bearer ${key}` } })
  expect(log.json().entries).toMatchObject([{ operation: 'finishPasskeySignIn', fault: 'PASSKEY_REJECTED' }])
  expect(await signIn(device)).toMatchObject({ status: 200 })
})

it.each(faults.slice(0, 3))('no passkey is added that %s', async (_what, fault) => {
  const { cookie } = await aPerson()
  const device = new SoftwareAuthenticator(origin)
  const credential = device.create(await challengeFor(cookie), fault)
  const added = await send('POST', '/v1/passkeys', cookie, { name: 'x', credential })
  expect(added).toMatchObject(rejectedWith(401, 'PASSKEY_REJECTED'))
  expect((await send('GET', '/v1/passkeys', cookie)).body).toEqual([])
})

it('a counter that does not go up signs nobody in, and one that never counts does', async () => {
  const { cookie } = await aPerson()
  const { device } = await addPasskey(cookie)
  expect(await signIn(device, { signCount: 0 })).toMatchObject({ status: 200 })
  expect(await signIn(device, { signCount: 0 })).toMatchObject({ status: 200 })
  expect(await signIn(device, { signCount: 7 })).toMatchObject({ status: 200 })
  for (const signCount of [7, 3, 0]) {
    const answer = await signIn(device, { signCount })
    expect(answer).toMatchObject(rejectedWith(401, 'PASSKEY_REJECTED'))
    expect(answer.body.message).toContain('may have been copied')
  }
})

it('a challenge works once, for ten minutes, for whom and for what it was made', async () => {
  const ended = rejectedWith(401, 'PASSKEY_CHALLENGE_ENDED')
  const { cookie } = await aPerson()
  const somebody = await aPerson()
  const { device } = await addPasskey(cookie)
  const finish = (challenge: string) =>
    send('POST', '/v1/sign-in/passkey/finish', '', { credential: device.sign(challenge) })
  const start = async () => (await send('POST', '/v1/sign-in/passkey')).body.challenge
  const used = await start()
  expect(await finish(used)).toMatchObject({ status: 200 })
  expect(await finish(used)).toMatchObject(ended)
  expect(await finish(await challengeFor(cookie))).toMatchObject(ended)
  expect(await finish('AAAA')).toMatchObject(ended)
  const adding = await challengeFor(cookie)
  const credential = new SoftwareAuthenticator(origin).create(adding)
  expect(await send('POST', '/v1/passkeys', somebody.cookie, { name: 'x', credential })).toMatchObject(ended)
  const old = await start()
  clock.advance(10 * minuteMs)
  expect(await finish(old)).toMatchObject(ended)
})

it('of the same answer sent many times at once, one signs in', async () => {
  const { cookie } = await aPerson()
  const { device } = await addPasskey(cookie)
  const { body } = await send('POST', '/v1/sign-in/passkey')
  const credential = device.sign(body.challenge)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send('POST', '/v1/sign-in/passkey/finish', '', { credential })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('who has a password needs it to add a passkey', async () => {
  const { cookie } = await aPerson()
  const password = 'correct horse battery'
  await send('PUT', '/v1/password', cookie, { password })
  const start = (body: object) => send('POST', '/v1/passkeys/options', cookie, body)
  expect(await start({})).toMatchObject(rejectedWith(403, 'PASSWORD_WRONG'))
  expect(await start({ currentPassword: 'wrong' })).toMatchObject(rejectedWith(403, 'PASSWORD_WRONG'))
  expect(await start({ currentPassword: password })).toMatchObject({ status: 200 })
})

it('passkeys of others can neither be seen, named nor removed', async () => {
  const { cookie } = await aPerson()
  const { added } = await addPasskey(cookie)
  const somebody = await aPerson()
  const missing = rejectedWith(404, 'PASSKEY_NOT_FOUND')
  expect((await send('GET', '/v1/passkeys', somebody.cookie)).body).toEqual([])
  for (const id of [added.body.id, 'x', randomId()]) {
    expect(await send('DELETE', `/v1/passkeys/${id}`, somebody.cookie)).toMatchObject(missing)
    expect(await send('PUT', `/v1/passkeys/${id}`, somebody.cookie, { name: 'Mine' })).toMatchObject(missing)
  }
  expect(await send('PUT', `/v1/passkeys/${added.body.id}`, cookie, { name: 'Phone' })).toMatchObject({
    status: 200,
    body: { name: 'Phone' },
  })
})

it('a person has fifty passkeys at most', async () => {
  const { cookie, userId } = await aPerson()
  const { added } = await addPasskey(cookie)
  const challenge = await challengeFor(cookie)
  await database.db().rows(
    `insert into passkeys select gen_random_uuid(), user_id, decode(md5(i::text || $2), 'hex'), public_key, 0, transports, name,
       is_synced, created_at, null from passkeys, generate_series(1, 49) i where id = $1`,
    [added.body.id, userId],
  )
  const full = rejectedWith(400, 'PASSKEYS_FULL')
  const credential = new SoftwareAuthenticator(origin).create(challenge)
  expect(await send('POST', '/v1/passkeys', cookie, { name: 'x', credential })).toMatchObject(full)
  expect(await send('POST', '/v1/passkeys/options', cookie, {})).toMatchObject(full)
})

it.each([
  ['no base64url', { id: 'a+b' }],
  ['no public key', { type: 'password' }],
  ['no JSON', { response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } }],
  ['a list', { response: { clientDataJSON: 'W10', authenticatorData: 'AAAA', signature: 'AAAA' } }],
  ['null', { response: { clientDataJSON: 'bnVsbA', authenticatorData: 'AAAA', signature: 'AAAA' } }],
])('an answer that is %s is rejected', async (_what, change) => {
  const device = new SoftwareAuthenticator(origin)
  const credential = { ...device.sign('AAAA'), ...change }
  const { status } = await send('POST', '/v1/sign-in/passkey/finish', '', { credential })
  expect([400, 401]).toContain(status)
})

it.each(['AAAA', 'oA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA', '_____w'])(
  'an attestation of the bytes %s is rejected, not a failure',
  async (attestationObject) => {
    const { cookie } = await aPerson()
    const made = new SoftwareAuthenticator(origin).create(await challengeFor(cookie))
    const credential = { ...made, response: { ...made.response, attestationObject } }
    const added = await send('POST', '/v1/passkeys', cookie, { name: 'x', credential })
    expect(added).toMatchObject(rejectedWith(401, 'PASSKEY_REJECTED'))
  },
)

it.each([
  ['http://monitor.example', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::1]', false],
  ['http://localhost:3000', true],
  ['https://monitor.example', true],
])('at %s, passkeys are possible: %s', async (url, passkeys) => {
  const at = aTestApi({ db: database.db(), handlers, clock, publicUrl: url })
  expect((await sendTo(at)('GET', '/v1/sign-in')).body).toMatchObject({ passkeys })
  const started = await sendTo(at)('POST', '/v1/sign-in/passkey')
  expect(started.status).toBe(passkeys ? 200 : 404)
  await at.close()
})
