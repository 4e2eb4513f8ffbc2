import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../handlers/index.ts'
import { expireHeartbeats, recordPing } from '#runs'
import { SystemClock, TestClock, hourMs, randomId } from '#kernel'
import { createKey, endSessionOfToken, openSession } from '#management'
import { announceResources, findOwner, insertMembership, insertUser } from '#storage/accounts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const clock = new SystemClock()

const database = useDatabase()
const store = () => testStore(database.db())
/** Two processes of one installation. */
const apps: ReturnType<typeof aTestApi>[] = []
const urls: string[] = []
beforeAll(async () => {
  for (let index = 0; index < 2; index += 1) {
    const app = aTestApi({ db: database.db(), handlers, clock })
    apps.push(app)
    urls.push(await app.listen({ port: 0, host: '127.0.0.1' }))
  }
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

interface Heartbeat {
  readonly id: string
  readonly ping: (nowMs?: number) => Promise<unknown>
}

async function aHeartbeat({ key }: TestAccount, name: string): Promise<Heartbeat> {
  const answer = await fetch(`${urls[0]}/v1/checks/heartbeat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, heartbeat: { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'hours' } }),
  })
  const body = (await answer.json()) as { id: string; heartbeat: { pingToken: string } }
  const ping = (nowMs = Date.now()) =>
    recordPing(
      store(),
      { token: body.heartbeat.pingToken, source: '', userAgent: '' },
      { nowMs, publicUrl: 'http://localhost' },
    )
  return { id: body.id, ping }
}

const idsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `id-${first + index}`)

interface Received {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

/** Null for what is no event, and for beats. */
function eventOf(block: string): Received | null {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.replace(/^\w+: /, '')]))
  const event = fields.get('event') ?? 'beat'
  return event === 'beat' ? null : { id: fields.get('id') ?? '', event, data: JSON.parse(fields.get('data') ?? 'null') }
}

/** Opens a stream; `next` is the next event that is no beat. */
async function openStream({ key }: TestAccount, at = 0, more: Record<string, string> = {}) {
  const ended = new AbortController()
  const { authorization, ...others } = { authorization: `Bearer ${key}`, ...more }
  const headers = { ...(authorization !== '' && { authorization }), ...others }
  const answer = await fetch(`${urls[at]}/v1/events`, { headers, signal: ended.signal })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  const nextBlock = async (): Promise<string> => {
    while (!unread.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('The stream ended')
      unread += value
    }
    const [block = '', ...rest] = unread.split('\n\n')
    unread = rest.join('\n\n')
    return block
  }
  const next = async (): Promise<Received> => eventOf(await nextBlock()) ?? next()
  return { next, close: () => ended.abort() }
}

it('a stream of any process receives the new states of checks, of its own account only', async () => {
  const [account, other] = [await anAccount(store(), clock), await anAccount(store(), clock)]
  const [mine, theirs] = [await aHeartbeat(account, 'mine'), await aHeartbeat(other, 'theirs')]
  const streams = await Promise.all([openStream(account, 0), openStream(account, 1), openStream(other, 0)])
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'reset' })
  await theirs.ping()
  await mine.ping()
  const changeOf = ({ id }: Heartbeat) => ({ event: 'checks', data: [{ id, state: 'PASSING', before: null }] })
  // One by one: an event of another account fails the test, instead of keeping it waiting for the missing one.
  const followed = [mine, mine, theirs]
  for (const [index, stream] of streams.entries())
    expect([await stream.next()]).toMatchObject(followed.slice(index, index + 1).map(changeOf))
  for (const stream of streams) stream.close()
})

it('a stream begins only when all processes know that its account is followed', async () => {
  const account = await anAccount(store(), clock)
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.db().transaction(async (tx) => {
    await tx.rows('lock table event_streams in share mode')
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const stream = await openStream(account)
  let hasBegun = false
  const begun = stream.next().then(({ event }) => {
    hasBegun = true
    return event
  })
  const waiting = `select 1 from pg_locks where relation = 'event_streams'::regclass and not granted`
  await expect.poll(() => database.db().rows(waiting)).toHaveLength(1)
  expect(hasBegun).toBe(false)
  released.resolve()
  await holding
  expect(await begun).toBe('reset')
  stream.close()
})

it('a stream that was cut continues behind the last event, and an unknown event begins anew', async () => {
  const account = await anAccount(store(), clock)
  const [first, second] = [await aHeartbeat(account, 'first'), await aHeartbeat(account, 'second')]
  const cut = await openStream(account)
  expect(await cut.next()).toMatchObject({ event: 'reset' })
  await first.ping()
  const { id } = await cut.next()
  cut.close()
  const meanwhile = await openStream(account)
  expect(await meanwhile.next()).toMatchObject({ event: 'reset' })
  await second.ping()
  await meanwhile.next()
  meanwhile.close()
  const continued = await openStream(account, 0, { 'last-event-id': id })
  expect(await continued.next()).toMatchObject({ event: 'checks', data: [{ id: second.id }] })
  continued.close()
  const elsewhere = await openStream(account, 1, { 'last-event-id': id })
  expect(await elsewhere.next()).toMatchObject({ event: 'reset' })
  elsewhere.close()
})

it('a stream of an account in which nothing happens is opened again without a reset', async () => {
  const account = await anAccount(store(), clock)
  const stream = await openStream(account)
  const { id } = await stream.next()
  stream.close()
  const busy = await anAccount(store(), clock)
  const [heartbeat, theirs] = [await aHeartbeat(busy, 'busy'), await openStream(busy)]
  await theirs.next()
  await heartbeat.ping()
  await theirs.next()
  theirs.close()
  const again = await openStream(account, 0, { 'last-event-id': id })
  const late = await aHeartbeat(account, 'late')
  await late.ping()
  expect(await again.next()).toMatchObject({ event: 'checks', data: [{ id: late.id }] })
  again.close()
})

it('nothing is announced for accounts that nobody follows', async () => {
  const account = await anAccount(store(), clock)
  const heartbeat = await aHeartbeat(account, 'alone')
  const announced: unknown[] = []
  const end = await database.db().listen('account_events', (payload) => announced.push(payload))
  await heartbeat.ping()
  const follow = await openStream(account)
  await follow.next()
  await heartbeat.ping()
  await expect.poll(() => announced.length).toBe(1)
  follow.close()
  await end()
})

it('a stream needs a key or a session', async () => {
  expect((await fetch(`${urls[0]}/v1/events`)).status).toBe(401)
})

describe('a stream ends with its access, in every process:', () => {
  async function untilEnd(stream: Awaited<ReturnType<typeof openStream>> | undefined): Promise<never> {
    for (;;) await stream?.next()
  }

  it.each([0, 1])('of process %i when its key is revoked, and those of other keys go on', async (at) => {
    const account = await anAccount(store(), clock)
    const { accountId } = account
    const { key, id } = await createKey(
      store(),
      { kind: 'service', accountId, name: 'x', role: 'READ_ONLY' },
      new Date(),
    )
    const [ending, staying] = [await openStream({ ...account, key }, at), await openStream(account, at)]
    for (const stream of [ending, staying]) expect(await stream.next()).toMatchObject({ event: 'reset' })
    const revoked = await fetch(`${urls[0]}/v1/api-keys/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${account.key}` },
    })
    expect(revoked.status).toBe(204)
    await expect(ending.next()).rejects.toThrow('The stream ended')
    const heartbeat = await aHeartbeat(account, 'goes on')
    await heartbeat.ping()
    expect(await staying.next()).toMatchObject({ event: 'checks' })
    staying.close()
  })

  it('when its key is one of an agent and agents are turned off', async () => {
    const account = await anAccount(store(), clock)
    const { accountId } = account
    const made = { kind: 'service', accountId, name: 'x', role: 'READ_ONLY', agentMode: 'READ' } as const
    const { key } = await createKey(store(), made, new Date())
    const [ending, staying] = [await openStream({ ...account, key }, 1), await openStream(account, 1)]
    for (const stream of [ending, staying]) expect(await stream.next()).toMatchObject({ event: 'reset' })
    const turned = await fetch(`${urls[0]}/v1/agent-access`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ isAllowed: false }),
    })
    expect(turned.status).toBe(200)
    await expect(untilEnd(ending)).rejects.toThrow('The stream ended')
    const heartbeat = await aHeartbeat(account, 'goes on')
    await heartbeat.ping()
    expect(await staying.next()).toMatchObject({ event: expect.any(String) })
    staying.close()
  })

  it('when its session is signed out, and when its membership ends', async () => {
    const account = await anAccount(store(), clock)
    const { accountId } = account
    const userId = randomId()
    const opening = { userId, method: 'LINK', visitor: { address: '127.0.0.1', userAgent: '' } } as const
    const now = new Date()
    const sessions = await database.db().transaction(async (tx) => {
      await insertUser(tx, { id: userId, name: 'Ada', email: `${userId}@mail.example`, createdAt: now })
      await insertMembership(tx, { accountId, userId, role: 'READ_ONLY', createdAt: now })
      return [await openSession(tx, { ...opening, now }), await openSession(tx, { ...opening, now })] as const
    })
    const streams = await Promise.all(
      sessions.map(({ token }) => openStream(account, 1, { authorization: '', cookie: `belfry_session=${token}` })),
    )
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'reset' })
    await endSessionOfToken(store(), sessions[0].token)
    await expect(streams[0]?.next()).rejects.toThrow('The stream ended')
    const removed = await fetch(`${urls[0]}/v1/accounts/me/members/${userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${account.key}` },
    })
    expect(removed.status).toBe(204)
    // That the membership ended is an event itself.
    await expect(untilEnd(streams[1])).rejects.toThrow('The stream ended')
  })
})

it('a stream ends in every process when its session expires, and not before', async () => {
  const time = new TestClock()
  const turned = await Promise.all(
    [1, 2].map(async () => {
      const app = aTestApi({ db: database.db(), handlers, clock: time })
      urls.push(await app.listen({ port: 0, host: '127.0.0.1' }))
      return app
    }),
  )
  const account = await anAccount(store(), time)
  const opening = { method: 'PASSWORD', visitor: { address: '127.0.0.1', userAgent: '' } } as const
  const now = new Date(time.now())
  const { id, token } = await database.db().transaction(async (tx) => {
    const userId = (await findOwner(tx, account.accountId)) ?? ''
    return openSession(tx, { userId, ...opening, now })
  })
  const expiresAt = new Date(time.now() + 60_000)
  await database.db().rows('update browser_sessions set expires_at = $2 where id = $1', [id, expiresAt])
  const session = { authorization: '', cookie: `belfry_session=${token}` }
  const streams = await Promise.all([urls.length - 2, urls.length - 1].map((at) => openStream(account, at, session)))
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'reset' })
  let ended = 0
  for (const stream of streams) void stream.next().catch(() => (ended += 1))
  time.advance(59_999)
  expect(ended).toBe(0)
  const turn = (): number => {
    time.advance(1)
    return ended
  }
  await expect.poll(turn).toBe(2)
  expect(time.now() - expiresAt.getTime()).toBeLessThan(1000)
  await Promise.all(turned.map((app) => app.close()))
})

it('a person has 20 streams of an account at most, whatever the number of their keys, and others have theirs', async () => {
  const account = await anAccount(store(), clock)
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(account)))
  const open = (key: string) => fetch(`${urls[0]}/v1/events`, { headers: { authorization: `Bearer ${key}` } })
  const full = await open(account.key)
  expect(full.status).toBe(429)
  expect(await full.json()).toMatchObject({ attributes: { code: 'CALLER_STREAMS_FULL' } })
  const other = await openStream({ ...account, key: await account.keyWithRole('READ_ONLY') })
  expect(await other.next()).toMatchObject({ event: 'reset' })
  for (const stream of [...streams, other]) stream.close()
})

it('one caller follows 50 deployments at most, in streams that do not count for other events', async () => {
  const account = await anAccount(store(), clock)
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ project: { logicalId: 'shop', name: 'Shop' }, resources: [] })
  const deployed = await fetch(`${urls[0]}/v1/projects/deploy`, { method: 'POST', headers, body })
  const { id } = Object(await deployed.json())
  const closing = new AbortController()
  const open = () => fetch(`${urls[0]}/v1/projects/shop/deployments/${id}/events`, { headers, signal: closing.signal })
  const followed = await Promise.all(Array.from({ length: 50 }, open))
  expect(followed.map(({ status }) => status)).toEqual(followed.map(() => 200))
  expect(await (await open()).json()).toMatchObject({ statusCode: 429, attributes: { code: 'CALLER_STREAMS_FULL' } })
  const stream = await openStream(account)
  expect(await stream.next()).toMatchObject({ event: 'reset' })
  stream.close()
  closing.abort()
})

it('the OpenAPI document describes the stream', async () => {
  const document = (await (await fetch(`${urls[0]}/openapi.json`)).json()) as OpenApi
  const stream = document.paths['/v1/events']?.get
  expect(stream?.operationId).toBe('followEvents')
  expect(Object.keys(stream?.responses['200']?.content ?? {})).toEqual(['text/event-stream'])
  expect(Object.keys(stream?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '429']))
})

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: Described } | undefined>>
}
interface Described {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: object } | undefined>>
}

describe('what somebody changes', () => {
  const change = async ({ key }: TestAccount, method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${urls[1]}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBeLessThan(300)
    return answer.status === 204 ? null : answer.json()
  }

  async function followed() {
    const account = await anAccount(store(), clock)
    const check = await aHeartbeat(account, 'followed')
    const stream = await openStream(account, 0)
    expect(await stream.next()).toMatchObject({ event: 'reset' })
    return { account, check, stream }
  }

  it('is named to the streams of other processes, with its id alone', async () => {
    const { account, check, stream } = await followed()
    await change(account, 'PUT', `/v1/checks/heartbeat/${check.id}`, { name: 'renamed' })
    expect(await stream.next()).toMatchObject({ event: 'edited-checks', data: [check.id] })
    await change(account, 'POST', `/v1/checks/${check.id}/mute`, { minutes: 5 })
    expect(await stream.next()).toMatchObject({ event: 'alerts', data: [check.id] })
    const { id } = (await change(account, 'POST', '/v1/alert-channels', {
      type: 'EMAIL',
      config: { address: 'a@example.com' },
    })) as { id: number }
    expect(await stream.next()).toMatchObject({ event: 'alert-channels', data: [String(id)] })
    stream.close()
  })

  it('is named once in a tenth of a second, and not at all when it is too much to name', async () => {
    const { account, stream } = await followed()
    const announce = (ids: readonly string[]) =>
      announceResources(
        database.db(),
        ids.map((id) => ({ accountId: account.accountId, event: 'incidents', id })),
        new Date(),
      )
    await Promise.all([announce(['a', 'b']), announce(['b', 'c'])])
    expect((await stream.next()).data).toEqual(expect.arrayContaining(['a', 'b', 'c']))
    await Promise.all([announce(idsFrom(0, 60)), announce(idsFrom(60, 60))])
    expect(await stream.next()).toMatchObject({ event: 'incidents', data: null })
    await announce(idsFrom(0, 5_000))
    expect(await stream.next()).toMatchObject({ event: 'incidents', data: null })
    // More bytes than a notification of PostgreSQL holds, which would undo the change itself.
    await announce(idsFrom(0, 20).map((id) => `Ü${id}`.padEnd(512, 'Ü')))
    expect(await stream.next()).toMatchObject({ event: 'incidents', data: null })
    stream.close()
  })

  it('is not named to other accounts, and what only administrators may read to nobody', async () => {
    const { account, check, stream } = await followed()
    const other = await anAccount(store(), clock)
    const theirs = await openStream(other, 0)
    await theirs.next()
    await change(account, 'POST', '/v1/api-keys', { name: 'secret', role: 'READ_ONLY' })
    await change(account, 'PUT', `/v1/checks/heartbeat/${check.id}`, { name: 'renamed' })
    await change(other, 'POST', '/v1/variables', { key: 'THEIRS', value: 'secret' })
    expect(await stream.next()).toMatchObject({ event: 'edited-checks', data: [check.id] })
    expect(await theirs.next()).toMatchObject({ event: 'variables', data: ['THEIRS'] })
    stream.close()
    theirs.close()
  })
})

describe('what happens by itself', () => {
  it('an alert names its check when it is recorded', async () => {
    const account = await anAccount(store(), clock)
    const check = await aHeartbeat(account, 'late')
    await check.ping(Date.now() - 3 * hourMs)
    const stream = await openStream(account, 1)
    await stream.next()
    await expireHeartbeats(store(), { nowMs: Date.now(), publicUrl: 'http://localhost' }, 1_000)
    const events = [await stream.next(), await stream.next()]
    expect(events.map(({ event }) => event).toSorted()).toEqual(['alerts', 'checks'])
    expect(events.find(({ event }) => event === 'alerts')?.data).toEqual([check.id])
    stream.close()
  })
})
