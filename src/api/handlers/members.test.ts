import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract'
import { randomId } from '#kernel'
import { createKey } from '#management'
import { insertMembership, insertUser } from '#storage/accounts'
import { useDatabase } from '../../../tests/support/database.ts'
import { untilLocksAreAwaited } from '../../../tests/support/lock-waits.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const url = '/v1/accounts/me/members'
const now = () => new Date(service.clock.now())
const statusOf = ({ status }: TestAnswer): number => status

async function own() {
  const account = await service.account()
  return { ...account, send: service.as(account.key) }
}

interface Person {
  readonly userId: string
  readonly key: string
}

/** A member with a personal key. */
async function join(accountId: string, role: Role, name = 'Ada'): Promise<Person> {
  const userId = randomId()
  await service.db.transaction(async (tx) => {
    await insertUser(tx, { id: userId, name, email: `${name.toLowerCase()}@mail.example`, createdAt: now() })
    await insertMembership(tx, { accountId, userId, role, createdAt: now() })
  })
  const input = { kind: 'user', accountId, name: 'of a member', userId } as const
  return { userId, key: (await createKey(service.store, input, now())).key }
}

const invite = (accountId: string, email: string, expiresAt: string) =>
  service.db.rows(
    `insert into member_invites (account_id, id, email, role, inviter_email, created_at, expires_at)
     values ($1, $2, $3, 'READ_ONLY', 'owner@mail.example', $4, $5)`,
    [accountId, randomId(), email, now(), expiresAt],
  )

interface Listed {
  readonly members: readonly {
    readonly type: string
    readonly email: string
    readonly role: string
    readonly status: string
    /** Of members only. */
    readonly userId?: string
  }[]
  readonly length: number
  readonly nextId: string | null
}
const list = async (send: Send, query = ''): Promise<Listed> => (await send('GET', `${url}${query}`)).body as Listed

/** Opens the link of an answer. */
const confirm = ({ text }: TestAnswer): Promise<TestAnswer> =>
  service.as(null)('POST', '/v1/email-address/confirm', { token: /#token=([\da-f]+)/.exec(text)?.[1] ?? '-' })

describe('members', () => {
  test('members and invites are listed together, by every filter', async () => {
    const { accountId, send } = await own()
    const { userId } = await join(accountId, 'READ_WRITE')
    await invite(accountId, 'open@mail.example', '2026-03-08T12:00:00Z')
    await invite(accountId, 'late@mail.example', '2026-02-08T12:00:00Z')
    const all = await list(send)
    expect({ allCount: all.length, membersCount: all.members.length, nextId: all.nextId }).toEqual({
      allCount: 4,
      membersCount: 4,
      nextId: null,
    })
    expect(all.members).toContainEqual({
      type: 'member',
      accountId,
      userId,
      name: 'Ada',
      email: 'ada@mail.example',
      role: 'READ_WRITE',
      status: 'ACTIVE',
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
      isSupportMembership: false,
      ssoEnabled: false,
      mfaEnabled: false,
      pendingAddress: null,
    })
    const emails = async (query: string) => (await list(send, query)).members.map(({ email }) => email)
    expect(await emails('?type=invite&status=PENDING')).toEqual(['open@mail.example'])
    expect(await emails('?status=EXPIRED')).toEqual(['late@mail.example'])
    expect(await emails('?role=READ_WRITE')).toEqual(['ada@mail.example'])
    expect(await emails('?search=ADA@')).toEqual(['ada@mail.example'])
    // A member without an address gets a reserved one: clients expect a well-formed address.
    expect(await emails('?type=member&role=OWNER')).toEqual(['owner@localhost'])
    expect((await service.as((await own()).key)('GET', `/v1/accounts/${accountId}/members`)).status).toBe(404)
    expect((await send('GET', `/v1/accounts/${accountId}/members`)).body).toEqual(all)
  })

  test('pages follow one another without a gap, and an invalid cursor is rejected', async () => {
    const { accountId, send } = await own()
    for (const name of ['A', 'B', 'C', 'D']) await join(accountId, 'READ_ONLY', name)
    const seen = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Listed = await list(send, `?limit=2${cursor && `&nextId=${cursor}`}`)
      seen.push(...page.members)
      cursor = page.nextId
    }
    expect(seen).toEqual((await list(send)).members)
    expect((await send('GET', `${url}?nextId=x`)).status).toBe(400)
  })

  test('a new role counts from the next call on', async () => {
    const { accountId, send } = await own()
    const { userId, key } = await join(accountId, 'READ_ONLY')
    const body = { key: 'K', value: 'v' }
    expect(statusOf(await service.as(key)('POST', '/v1/variables', body))).toBe(403)
    const changed = await send('PATCH', `${url}/${userId.toUpperCase()}`, { role: 'READ_WRITE' })
    expect({ status: changed.status, body: changed.body }).toMatchObject({
      status: 200,
      body: { userId, role: 'READ_WRITE' },
    })
    const granted = await service.db.rows('select role from memberships where user_id = $1', [userId])
    expect(granted).toEqual([{ role: 'READ_WRITE' }])
    expect(statusOf(await send('PATCH', `${url}/${userId}`, { role: 'OWNER' }))).toBe(400)
    expect(statusOf(await send('PATCH', `${url}/${randomId()}`, { role: 'ADMIN' }))).toBe(404)
  })

  test('no one changes a member above themselves, and only administrators change any', async () => {
    const { accountId, send } = await own()
    const owner = ((await list(send)).members[0] ?? {}) as { userId: string }
    const admin = service.as((await join(accountId, 'ADMIN')).key)
    const { userId } = await join(accountId, 'READ_ONLY')
    expect(statusOf(await admin('PATCH', `${url}/${owner.userId}`, { role: 'READ_ONLY' }))).toBe(403)
    expect(statusOf(await admin('DELETE', `${url}/${owner.userId}`))).toBe(403)
    expect(statusOf(await admin('PATCH', `${url}/${userId}`, { role: 'ADMIN' }))).toBe(200)
    const writer = service.as((await join(accountId, 'READ_WRITE')).key)
    expect(statusOf(await writer('PATCH', `${url}/${userId}`, { role: 'READ_ONLY' }))).toBe(403)
    expect(statusOf(await writer('GET', url))).toBe(200)
  })

  test('the role in the account of the path counts, not that of the header', async () => {
    const ownAccount = await own()
    const other = await own()
    const { userId, key } = await join(ownAccount.accountId, 'OWNER')
    await insertMembership(service.db, { accountId: other.accountId, userId, role: 'READ_ONLY', createdAt: now() })
    const send = service.as(key, { 'x-service-account': ownAccount.accountId })
    const target = await join(other.accountId, 'READ_ONLY')
    const path = `/v1/accounts/${other.accountId}/members/${target.userId}`
    expect(statusOf(await send('PATCH', path, { role: 'READ_RUN' }))).toBe(403)
    expect(statusOf(await send('DELETE', path))).toBe(403)
    expect(statusOf(await send('GET', `/v1/accounts/${other.accountId}/members`))).toBe(200)
  })

  test('an account keeps an owner, also when all leave concurrently', async () => {
    const { accountId, send } = await own()
    const first = ((await list(send)).members[0] ?? {}) as { userId: string }
    expect(statusOf(await send('DELETE', `${url}/${first.userId}`))).toBe(409)
    expect(statusOf(await send('PATCH', `${url}/${first.userId}`, { role: 'ADMIN' }))).toBe(409)
    const second = await join(accountId, 'OWNER')
    const leaving: Promise<TestAnswer>[] = []
    await service.db.transaction(async (tx) => {
      await tx.rows(`select from memberships where account_id = $1 for update`, [accountId])
      leaving.push(
        send('DELETE', `${url}/${first.userId}`),
        send('PATCH', `${url}/${second.userId}`, { role: 'ADMIN' }),
      )
      await untilLocksAreAwaited(service.db, 2)
    })
    await Promise.all(leaving)
    const owners = await service.db.rows(`select 1 from memberships where account_id = $1 and role = 'OWNER'`, [
      accountId,
    ])
    expect(owners).toHaveLength(1)
  })

  test('no member gets the address of another person, of whatever account, not even when several try at once', async () => {
    const [{ accountId, send }, elsewhere] = [await own(), await own()]
    const [victim, one, other] = [
      await join(elsewhere.accountId, 'READ_ONLY'),
      await join(accountId, 'READ_ONLY'),
      await join(accountId, 'READ_ONLY'),
    ]
    const email = `${randomId()}@mail.example`
    await service.db.rows('update users set email = $2 where id = $1', [victim.userId, email])
    const taken = await send('PATCH', `${url}/${one.userId}`, { email: email.toUpperCase() })
    expect(taken).toMatchObject({ status: 409, body: { attributes: { code: 'MEMBER_ADDRESS_TAKEN' } } })
    const free = `${randomId()}@mail.example`
    const answers = await Promise.all(
      [one, other].map(({ userId }) => send('PATCH', `${url}/${userId}`, { email: free })),
    )
    // Both may wait for it: it becomes that of the first who confirms.
    expect(answers.map(statusOf)).toEqual([200, 200])
    const confirmed = await Promise.all(answers.map(confirm))
    expect(confirmed.map(statusOf).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(statusOf(await elsewhere.send('PATCH', `${url}/${victim.userId}`, { email }))).toBe(200)
  })

  test('a removed member is deleted with their keys', async () => {
    const { accountId, send } = await own()
    const { userId, key } = await join(accountId, 'READ_WRITE')
    expect(statusOf(await send('DELETE', `${url}/${userId}`))).toBe(204)
    expect(statusOf(await send('DELETE', `${url}/${userId}`))).toBe(404)
    expect(statusOf(await service.as(key)('GET', '/v1/variables'))).toBe(401)
    const [row] = await service.db.rows('select revoked_at from api_keys where user_id = $1', [userId])
    expect(row?.['revokedAt']).toEqual(now())
  })

  test('administrators change addresses of members, users their own, and no one that of users of other accounts', async () => {
    const { accountId, send } = await own()
    const { userId } = await join(accountId, 'READ_ONLY')
    const changed = await send('PATCH', `${url}/${userId}`, { email: 'new@mail.example' })
    expect({ status: changed.status, body: changed.body }).toMatchObject({
      status: 200,
      body: {
        userId,
        email: 'ada@mail.example',
        role: 'READ_ONLY',
        pendingAddress: {
          email: 'new@mail.example',
          expiresAt: '2026-03-02T12:00:00.000Z',
          mail: { status: 'NONE' },
          link: expect.stringMatching(/^https:\/\/belfry\.example\/email-address#token=[\da-f]{64}$/),
        },
      },
    })
    expect(await confirm(changed)).toMatchObject({ status: 200, body: { email: 'new@mail.example' } })
    const both = await send('PATCH', `${url}/${userId}`, { email: 'both@mail.example', role: 'READ_RUN' })
    expect(both.body).toMatchObject({
      email: 'new@mail.example',
      role: 'READ_RUN',
      pendingAddress: { email: 'both@mail.example' },
    })
    for (const email of ['', 'x', 'a@b, c@d', 'a b@mail.example', 'a@mail.example\r\nBcc: x@mail.example', null])
      expect(statusOf(await send('PATCH', `${url}/${userId}`, { email }))).toBe(400)
    expect(statusOf(await send('PATCH', `${url}/${userId}`, {}))).toBe(400)

    const { members } = await list(send)
    const owner = members.find(({ role }) => role === 'OWNER')
    const admin = await join(accountId, 'ADMIN')
    expect(statusOf(await service.as(admin.key)('PATCH', `${url}/${owner?.userId}`, { email: 'x@mail.example' }))).toBe(
      403,
    )
    expect((await send('PATCH', `${url}/${owner?.userId}`, { email: 'mine@mail.example' })).text).toContain(
      'OWN_ADDRESS',
    )

    const elsewhere = await own()
    await insertMembership(service.db, { accountId: elsewhere.accountId, userId, role: 'OWNER', createdAt: now() })
    const rejected = await send('PATCH', `${url}/${userId}`, { email: 'taken@mail.example' })
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 403,
      text: expect.stringContaining('MEMBER_ADDRESS_NOT_YOURS'),
    })
    expect(statusOf(await elsewhere.send('PATCH', `${url}/${owner?.userId}`, { email: 'x@mail.example' }))).toBe(404)
  })
})
