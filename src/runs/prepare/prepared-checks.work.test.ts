import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Queryable } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { PreparedChecks } from '../index.ts'

const database = useDatabase()
let service: TestService
let send: Send
let accountId: string
let statements: number
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  const owner = await service.owner()
  send = owner.send
  accountId = owner.account.accountId
  statements = 0
})

/** A cache whose statements are counted. */
function countedChecks(maxBytes?: number): PreparedChecks {
  const { db } = service
  const rows: Queryable['rows'] = (...statement) => {
    statements += 1
    return db.rows(...statement)
  }
  const namedRows: Queryable['namedRows'] = (...statement) => {
    statements += 1
    return db.namedRows(...statement)
  }
  return new PreparedChecks({ ...service.store, db: { ...db, rows, namedRows } }, maxBytes)
}

/** How many statements preparing these checks takes. */
async function cost(checks: PreparedChecks, ids: readonly string[]): Promise<number> {
  statements = 0
  const found = await checks.get(ids)
  expect([...found.keys()].toSorted()).toEqual(ids.toSorted())
  return statements
}

const variable = (key: string, value: string) => ({ key, value, locked: true, secret: false })
const apiCheck = (changes: object = {}) => ({
  name: 'shop',
  locations: ['eu-west-1'],
  request: { method: 'GET', url: 'https://example.com/{{PATH}}' },
  ...changes,
})

async function made(path: string, body: object): Promise<string> {
  const { status, body: answer, text } = await send('POST', path, body)
  expect({ status, text }).toEqual({ status: 201, text })
  return String(Object(answer).id)
}

test('another run of a check reads nothing but the versions of what it was prepared from', async () => {
  const ids = [await service.check(accountId), await made('/v1/checks/api', apiCheck())]
  const checks = countedChecks()
  const first = await cost(checks, ids)
  expect(first).toBeGreaterThan(3)
  expect([await cost(checks, ids), await cost(checks, ids), await cost(checks, ids.slice(1))]).toEqual([1, 1, 1])
})

test('a check comes out of the cache as it was prepared', async () => {
  const groupId = Number(
    await made('/v1/check-groups', {
      name: 'Läden',
      concurrency: 1,
      apiCheckDefaults: { url: 'https://shop.example', headers: [{ key: 'x', value: 'y' }] },
      environmentVariables: [variable('PATH', 'of the group')],
    }),
  )
  await send('POST', '/v1/variables', variable('TOKEN', 'of the account'))
  const ids = [
    await service.check(accountId),
    await made('/v1/checks/api', apiCheck({ name: '監視', groupId })),
    await made('/v1/checks/api', apiCheck({ environmentVariables: [variable('PATH', 'its own')], shouldFail: true })),
    await made('/v1/checks/api', apiCheck({ localSetupScript: 'request.headers.a = "b"' })),
    await made('/v1/checks/api', {
      ...apiCheck(),
      request: { method: 'GET', url: 'https://example.com', basicAuth: { username: 'ops', password: 'pass' } },
    }),
  ]
  const checks = countedChecks()
  const prepared = await checks.get(ids)
  const kept = await checks.get(ids)
  expect(kept).toEqual(prepared)
  expect(kept.get(ids[1] ?? '')).toMatchObject({
    variables: { PATH: 'of the group', TOKEN: 'of the account' },
    check: { name: '監視', groupBaseUrl: 'https://shop.example' },
    hasTemplates: true,
  })
  expect(kept.get(ids[2] ?? '')?.variables).toEqual({ PATH: 'its own', TOKEN: 'of the account' })
  expect(kept.get(ids[4] ?? '')?.secrets).toContain('pass')
})

test('a change of a check, of its group or of a variable is in its next run, and nobody else is read again', async () => {
  const groupId = Number(await made('/v1/check-groups', { name: 'g', concurrency: 1 }))
  const [own, member] = [await made('/v1/checks/api', apiCheck()), await made('/v1/checks/api', apiCheck({ groupId }))]
  const checks = countedChecks()
  const baseUrlOf = async (id: string) => (await checks.get([id])).get(id)?.check.groupBaseUrl
  await cost(checks, [own, member])
  await send('PUT', `/v1/checks/api/${own}`, { name: 'renamed' })
  expect((await checks.get([own])).get(own)?.check.name).toBe('renamed')
  expect(await cost(checks, [own, member])).toBe(1)
  await send('PUT', `/v1/check-groups/${groupId}`, { apiCheckDefaults: { url: 'https://new.example' } })
  expect(await cost(checks, [own])).toBe(1)
  expect(await baseUrlOf(member)).toBe('https://new.example')
  expect(await cost(checks, [own, member])).toBe(1)
  await send('POST', '/v1/variables', variable('PATH', 'new'))
  expect((await checks.get([own])).get(own)?.variables).toEqual({ PATH: 'new' })
  expect(await baseUrlOf(member)).toBe('https://new.example')
  expect(await cost(checks, [own, member])).toBe(1)
})

test('a check that imports no snippet is not read again when snippets change', async () => {
  const ids = [await made('/v1/checks/api', apiCheck({ localSetupScript: '1' })), await service.check(accountId)]
  const importing = await made('/v1/checks/api', apiCheck({ localSetupScript: `require('./snippets/new')` }))
  const checks = countedChecks()
  await cost(checks, [...ids, importing])
  await made('/v1/snippets', { name: 'new', script: '1' })
  expect(await cost(checks, ids)).toBe(1)
  expect(await cost(checks, [importing])).toBeGreaterThan(1)
})

test('variables and certificates of an account are kept once for its checks', async () => {
  await send('POST', '/v1/variables', variable('TOKEN', 'long '.repeat(500)))
  const ids = await Promise.all(Array.from({ length: 20 }, () => service.check(accountId)))
  const checks = countedChecks()
  for (const id of ids) await checks.get([id])
  const kept = [...(await checks.get(ids)).values()]
  expect(new Set(kept.map(({ variables }) => variables)).size).toBe(1)
  expect(new Set(kept.map(({ secrets }) => secrets)).size).toBe(1)
  expect(checks.bytes).toBeLessThan(20 * 1_000 + 8_000)
})

test('what is kept is bounded by bytes: checks that were used longest ago are read again', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => service.check(accountId)))
  const whole = countedChecks()
  await whole.get(ids)
  const checks = countedChecks(whole.bytes / 2)
  for (const id of ids) {
    await checks.get([id])
    expect(checks.bytes).toBeLessThanOrEqual(whole.bytes / 2)
  }
  expect(checks.bytes).toBeGreaterThan(whole.bytes / 4)
  expect(await cost(checks, ids.slice(-3))).toBe(1)
  expect(await cost(checks, ids.slice(0, 1))).toBeGreaterThan(1)
})
