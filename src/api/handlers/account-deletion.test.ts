import { beforeAll, expect, test } from 'vitest'
import { hourMs, minuteMs, randomId } from '#kernel'
import { sweepDeletedAccounts } from '#management'
import { recordUseOfAccounts } from '#analytics'
import { tablesSwept } from '#storage/accounts'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db(), {}, { fetchFeed: async () => ({ problem: 'UNREACHABLE' }) })
})

const name = 'Account of a test'
const deletion = '/v1/accounts/me/deletion'
const codeOf = ({ body }: { readonly body: unknown }): unknown => Object(Object(body).attributes).code

/** How many rows of an account each table has that has any. */
async function rowsOf(accountId: string): Promise<Record<string, number>> {
  const tables = await database.db().rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name: table } of tables) {
    const [row] = await database
      .db()
      .rows<{ size: number }>(`select count(*)::int as size from ${table} where account_id = $1`, [accountId])
    if (row && row.size > 0) counts[table] = row.size
  }
  return counts
}

/** An account with something of each kind that people, programs and readers reach, and with results. */
async function fullAccount() {
  const { account, send } = await service.owner()
  const { accountId } = account
  const checkId = await service.check(accountId, { tags: ['shop'] })
  await service.result(accountId, checkId, { outcome: 'failed', error: 'refused' })
  await service.heartbeat(accountId)
  await send('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
  const page = { name: 'Shop', url: `shop-${accountId.slice(-12)}`, cards: [] }
  expect((await send('POST', '/v1/status-pages', page)).status).toBe(201)
  await followProvider(send)
  await send('POST', '/v1/variables', { key: 'URL', value: 'x' })
  return { account, send, checkId, page: page.url }
}

/** Makes a status page with a component that follows the page of a provider. */
async function followProvider(send: Send): Promise<void> {
  const page = { name: 'Shop', url: `parts-${randomId()}` }
  const created = await send('POST', '/v3/status-pages', page)
  const components = [{ id: 'cards', name: 'Cards', type: 'SERVICE', feed: { url: 'https://status.example.com' } }]
  const path = `/v3/status-pages/${String(Object(created.body).id)}/definition`
  expect((await send('PUT', path, { page, components })).status).toBe(200)
}

function later(ms: number): Date {
  service.clock.advance(ms)
  return new Date(service.clock.now())
}

/** Sweeps with a database that fails after so many statements, as a process does that is killed. */
async function sweepUntilKilled({ db, ...store }: Store, statements: number): Promise<void> {
  let left = statements
  const limited = <K extends 'query' | 'rows' | 'transaction'>(method: K): Store['db'][K] =>
    ((...input: Parameters<Store['db'][K]>) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return Reflect.apply(db[method], db, input)
    }) as unknown as Store['db'][K]
  const dying = { ...db, query: limited('query'), rows: limited('rows'), transaction: limited('transaction') }
  await sweepDeletedAccounts({ ...store, db: dying }, new Date(service.clock.now())).catch(() => undefined)
}

test('the only account of an installation cannot be deleted', async () => {
  const { send } = await service.owner()
  expect(codeOf(await send('POST', deletion, { name }))).toBe('LAST_ACCOUNT')
  expect((await send('GET', '/v1/accounts/me')).status).toBe(200)
})

test('admins rename the account, and nobody else does', async () => {
  const { account, send } = await service.owner()
  expect((await send('PUT', '/v1/accounts/me', { name: 'Shop' })).body).toMatchObject({ name: 'Shop' })
  expect((await send('GET', '/v1/accounts/me')).body).toMatchObject({ name: 'Shop' })
  for (const wrong of [{}, { name: '' }, { name: 'a'.repeat(101) }])
    expect((await send('PUT', '/v1/accounts/me', wrong)).status).toBe(400)
  const writer = service.as(await account.keyWithRole('READ_WRITE'))
  expect((await writer('PUT', '/v1/accounts/me', { name: 'Mine' })).status).toBe(403)
})

test('an account is deleted by an owner who types its name, and by nobody else', async () => {
  const { account, send } = await service.owner()
  const admin = service.as(await account.keyWithRole('ADMIN'))
  expect((await admin('POST', deletion, { name })).status).toBe(403)
  for (const wrong of ['account of a test', 'Account of a test ', 'x'])
    expect(codeOf(await send('POST', deletion, { name: wrong }))).toBe('ACCOUNT_NAME_MISMATCH')
  expect((await send('POST', deletion, {})).status).toBe(400)
  expect((await send('GET', '/v1/accounts/me')).status).toBe(200)
  expect((await send('POST', deletion, { name })).status).toBe(204)
})

test('a deleted account is gone at once for people, programs and readers, and other accounts are untouched', async () => {
  const [gone, kept] = [await fullAccount(), await fullAccount()]
  const before = await rowsOf(kept.account.accountId)
  const reader = service.as(null)
  const reach = async ({ send, checkId, page }: typeof gone): Promise<readonly number[]> =>
    Promise.all([
      send('GET', '/v1/accounts').then(({ status }) => status),
      send('GET', `/v1/checks/${checkId}`).then(({ status }) => status),
      reader('GET', `/v1/badges/checks/${checkId}`).then(({ status }) => status),
      reader('GET', `/status/${page}`).then(({ status }) => status),
    ])
  expect(await reach(gone)).toEqual([200, 200, 200, 200])
  expect((await gone.send('POST', deletion, { name })).status).toBe(204)
  // Each process hears of it a moment later, and reads the key again.
  await expect.poll(() => reach(gone)).toEqual([401, 401, 404, 404])
  expect(await reach(kept)).toEqual([200, 200, 200, 200])
  expect(await rowsOf(kept.account.accountId)).toEqual(before)
})

test('what a deleted account leaves is removed wherever a sweep is killed, and so is what arrives meanwhile', async () => {
  const { account, send, checkId } = await fullAccount()
  await send('POST', deletion, { name })
  const { accountId } = account
  expect(await rowsOf(accountId)).toMatchObject({
    check_results: 1,
    audit_log: expect.any(Number),
    deleted_accounts: 1,
  })
  for (let statements = 0; statements < 24; statements += 5) await sweepUntilKilled(service.store, statements)
  await sweepDeletedAccounts(service.store, later(minuteMs))
  expect(await rowsOf(accountId)).toEqual({ deleted_accounts: 1 })
  await service.result(accountId, checkId, { outcome: 'passed' })
  for (const wait of [hourMs, minuteMs]) await sweepDeletedAccounts(service.store, later(wait))
  expect(await rowsOf(accountId)).toEqual({})
})

test('every table with data of accounts is emptied by a deletion or by the sweep after it', async () => {
  const tables = await database.db().rows<{ name: string }>(
    `with recursive owned as (
       select 'accounts'::regclass::oid as id
       union
       select key.conrelid from pg_constraint key join owned on owned.id = key.confrelid
       where key.contype = 'f' and key.confdeltype = 'c')
     select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.oid not in (select id from owned) order by 1`,
  )
  const swept = [...tablesSwept, 'artifact_contents', 'artifact_usage', 'deleted_accounts']
  expect(swept.toSorted()).toEqual(tables.map(({ name: table }) => table))
})

test('somebody who is in another account as well stays signed in there', async () => {
  const { account } = await service.owner()
  const { account: other } = await service.owner()
  const both = await database
    .db()
    .rows<{ userId: string }>(`select user_id from memberships where account_id = $1`, [account.accountId])
  await database
    .db()
    .rows(`insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'OWNER', now())`, [
      other.accountId,
      both[0]?.userId,
    ])
  const inFirst = service.as(account.key, { 'x-service-account': account.accountId })
  const accountsSeen = async (send: Send): Promise<unknown> => {
    const { body } = await send('GET', '/v1/accounts')
    return (body as readonly { readonly id: string }[]).map(({ id }) => id)
  }
  expect((await inFirst('POST', deletion, { name })).status).toBe(204)
  expect(await accountsSeen(service.as(account.key))).toEqual([other.accountId])
})

test('the use of the plan is recorded for each day, with its runs', async () => {
  const { account, send } = await service.owner()
  const { accountId } = account
  await send('POST', '/v1/variables', { key: 'URL', value: 'x' })
  const fromMs = Math.floor(service.clock.now() / hourMs) * hourMs
  await database.db().rows(
    `insert into account_quarters (account_id, bucket, size, checks, counts, moments, measured)
     values ($1, $2, 12, '', '', '', '')`,
    [accountId, new Date(fromMs)],
  )
  await recordUseOfAccounts(service.store, service.clock.now())
  expect(await recordUseOfAccounts(service.store, later(minuteMs).getTime())).toBe(0)
  const { body } = await send('GET', '/v1/accounts/me/use/history?days=2')
  expect(body).toEqual({
    days: [
      {
        day: new Date(fromMs).toISOString().slice(0, 10),
        runs: 12,
        bytes: 0,
        entitlements: expect.arrayContaining([{ key: 'ENVIRONMENT_VARIABLES', used: 1 }]),
      },
    ],
  })
  expect((await send('GET', '/v1/accounts/me/use/history?days=0')).status).toBe(400)
})
