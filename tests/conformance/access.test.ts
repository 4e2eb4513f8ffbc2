import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi, handlers } from '#api'
import { allows, operations, roles } from '#contract'
import type { OperationId, OperationRow, Role } from '#contract'
import { randomId, silentLog, TestClock } from '#kernel'
import { writePreview } from '#pages'
import { everyRepository, noRecords, testRenderer, testOutlet, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { fieldsOf } from './fields-of.ts'
import { injectOperation } from './inject-operation.ts'
import type { Injected } from './inject-operation.ts'
import { publicOperations } from './public-operations.ts'
import { resourceRows } from './resource-rows.ts'
import type { Body, ResourceRow } from './resource-row.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'
import { recordWrites, writtenTables } from './written-tables.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof createApi>
let owner: SeededAccount
let otherAccount: SeededAccount
let keys: Readonly<Record<Role, string>>

beforeAll(async () => {
  const store = testStore(database.db())
  const options = { store, clock, log: silentLog, serviceName: 'service', publicUrl: 'http://localhost:3000' }
  app = createApi({
    ...options,
    handlers,
    channels: testOutlet(clock),
    lookUpRecords: noRecords,
    renderDashboard: testRenderer(store, clock),
    writePreview,
    repositoryGrants: everyRepository,
    defaultLimit: { requests: 100_000, seconds: 60 },
  })
  owner = await seedAccount({ app, store, clock })
  otherAccount = await seedAccount({ app, store, clock })
  const [READ_ONLY, READ_RUN, READ_WRITE, ADMIN, OWNER] = await Promise.all([
    owner.keyWithRole('READ_ONLY'),
    owner.keyWithRole('READ_RUN'),
    owner.keyWithRole('READ_WRITE'),
    owner.keyWithRole('ADMIN'),
    owner.keyWithRole('OWNER'),
  ])
  keys = { READ_ONLY, READ_RUN, READ_WRITE, ADMIN, OWNER }
  await recordWrites(database.db())
})
afterAll(() => app.close())

type Named = readonly [OperationId, OperationRow]
const rows: readonly Named[] = Object.entries(operations).map(([id, row]) => [operationId(id), row])

/** Sound because the name is a key of the table. */
function operationId(name: string): OperationId {
  return name as OperationId
}

it('is about each of the 194 operations', () => {
  const sameNames = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}')
  const tested = new Set(rows.map(([, { method, path }]) => sameNames(`${method} ${path}`)))
  const covered = publicOperations.filter(({ operation }) => tested.has(sameNames(operation)))
  expect(covered).toHaveLength(194)
})

describe('the roles', () => {
  /** A call that no role can do harm with: nothing has these ids, and no body fits. */
  const harmless = (row: OperationRow, key: string): Promise<Injected> =>
    injectOperation(app, row, {
      key,
      params: Object.fromEntries(
        Object.entries(row.params?.properties ?? {}).map(([name, schema]) => [
          name,
          'type' in schema && schema.type === 'integer' ? 2_000_000_000 : randomId(),
        ]),
      ),
      ...(row.body ? { rawBody: '[]' } : {}),
    })

  it.each(rows.filter(([, { access }]) => access !== 'public'))(
    '%s is denied to exactly the roles below the one it names',
    async (_id, row) => {
      const answers = await Promise.all(roles.map(async (role) => [role, await harmless(row, keys[role])] as const))
      const denied = answers.filter(([, { body }]) => body.includes('"ROLE_TOO_LOW"')).map(([role]) => role)
      expect(denied).toEqual(roles.filter((role) => !allows(role, row.access)))
      expect(answers.filter(([, { statusCode }]) => statusCode === 401 || statusCode >= 500)).toEqual([])
    },
  )
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The fields of a body that name other resources of the account; what is random differs every time. */
function referencesOf({ full }: ResourceRow): string[] {
  const [one, again, theirs]: readonly [Body, Body, Body] = [full(owner), full(owner), full(otherAccount)]
  return Object.keys(one).filter((name) => same(one[name], again[name]) && !same(one[name], theirs[name]))
}

const unchanged = async (work: () => Promise<void>): Promise<void> => {
  expect(await writtenTables(database.db(), work)).toEqual([])
}

describe('what another account has', () => {
  it.each(Object.entries(resourceRows))('cannot be named by %s', async (_name, row) => {
    const within = row.within?.(owner) ?? {}
    const references = referencesOf(row)
    const theirs: Body = row.full(otherAccount)
    await unchanged(async () => {
      for (const name of references) {
        const body = { ...row.full(owner), [name]: theirs[name] }
        const answer = await injectOperation(app, operations[row.create], { key: owner.key, params: within, body })
        expect({ name, statusCode: answer.statusCode, body: answer.body }).toEqual({
          name,
          statusCode: 400,
          body: answer.body,
        })
      }
    })
    if (row.update === undefined) return
    const updatable = references.filter((name) => fieldsOf(row.update ?? row.create).has(name))
    const created = await injectOperation(app, operations[row.create], {
      key: owner.key,
      params: within,
      body: row.full(owner),
    })
    const params = { ...within, [row.parameter ?? row.id ?? 'id']: String(created.json()[row.id ?? 'id']) }
    const update = operations[row.update]
    await unchanged(async () => {
      for (const name of updatable) {
        const body = { ...row.always?.(owner), [name]: theirs[name] }
        const answer = await injectOperation(app, update, { key: owner.key, params, body })
        expect({ name, statusCode: answer.statusCode, body: answer.body }).toEqual({
          name,
          statusCode: 400,
          body: answer.body,
        })
      }
    })
  })

  it('is named in many ways, all of which are tried', () => {
    const tried = new Set(Object.values(resourceRows).flatMap(referencesOf))
    expect([...tried].toSorted()).toEqual([
      'alertChannelSubscriptions',
      'cards',
      'checkId',
      'componentImpacts',
      'components',
      'dashboardId',
      'groupId',
      'parentId',
      'privateLocations',
      'request',
      'services',
      'setupSnippetId',
      'statusPageVisibility',
      'subscriptions',
      'tearDownSnippetId',
      'triggerIncident',
    ])
  })

  it('cannot be run', async () => {
    for (const id of ['triggerCheckSessions', 'triggerCheckSessionsV2'] as const) {
      await unchanged(async () => {
        const body = { target: { checkId: [otherAccount.checkIds.url] } }
        const answer = await injectOperation(app, operations[id], { key: owner.key, body })
        expect([400, 404]).toContain(answer.statusCode)
      })
    }
  })

  it('has no metrics', async () => {
    const body = { checkIds: [otherAccount.checkIds.tcp] }
    const answer = await injectOperation(app, operations.getChecksAnalytics, { key: owner.key, body })
    expect(answer.body).not.toContain('tcp.example')
    expect(answer.body).not.toContain('Check of the conformance tests')
  })

  it('is not reached by naming the account in the header', async () => {
    for (const name of ['x-service-account', 'x-checkly-account']) {
      const answer = await app.inject({
        method: 'GET',
        url: '/v1/checks',
        headers: { authorization: `Bearer ${owner.key}`, [name]: otherAccount.accountId },
      })
      expect(answer.body).not.toContain(otherAccount.checkIds.tcp)
    }
  })
})
