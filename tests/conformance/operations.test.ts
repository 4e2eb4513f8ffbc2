import { isWebUrlText, webUrlFormat } from '#contract'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allows, defaultRateLimit, ErrorReplySchema, operations } from '#contract'
import type { Access, OperationId, OperationRow, Role } from '#contract'
import { createApi, handlers } from '#api'
import { silentLog, TestClock } from '#kernel'
import { anAccount, everyRepository, testOutlet, testStore } from '../support/api.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { useDatabase } from '../support/database.ts'
import { exampleCall } from './example-call.ts'
import { brokenBodies } from './example-of.ts'
import { examples } from './examples.ts'
import { injectOperation } from './inject-operation.ts'
import type { Injected, OperationCall } from './inject-operation.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'
import { recordWrites, textsIn, writtenTables } from './written-tables.ts'

const database = useDatabase()
const clock = new TestClock()
let files: ReturnType<typeof testArtifacts>
let app: ReturnType<typeof createApi>
let owner: SeededAccount
let otherAccount: SeededAccount

beforeAll(async () => {
  const store = testStore(database.db())
  files = testArtifacts(store, clock)
  app = createApi({
    repositoryGrants: everyRepository,
    store,
    clock,
    log: silentLog,
    serviceName: 'service',
    publicUrl: 'http://localhost:3000',
    handlers,
    artifacts: files.tools,
    channels: testOutlet(clock),
    // These tests make more calls in a window than one client may.
    defaultLimit: { requests: 100_000, seconds: 60 },
  })
  // Owners of the first account may do more than those of the accounts here.
  await anAccount(store, clock)
  clock.advance(1000)
  owner = await seedAccount({ app, store, clock })
  otherAccount = await seedAccount({ app, store, clock })
  await recordWrites(database.db())
})
afterAll(async () => {
  await app.close()
  files.remove()
})

const rows: readonly (readonly [OperationId, OperationRow])[] = Object.entries(operations).map(([id, row]) => [
  operationId(id),
  row,
])

/** Sound because the name is a key of the table. */
function operationId(name: string): OperationId {
  return name as OperationId
}

const call = (id: OperationId, seed: SeededAccount, more: Partial<OperationCall> = {}): Promise<Injected> =>
  injectOperation(app, operations[id], { ...exampleCall(id, seed), key: seed.key, ...more })

/** One key of the owner's account for each role. */
const keysOfRoles = new Map<Role, Promise<string>>()
function keyOf(role: Role): Promise<string> {
  const key = keysOfRoles.get(role) ?? owner.keyWithRole(role)
  keysOfRoles.set(role, key)
  return key
}

const codeOf = (answer: Injected): unknown => answer.json().attributes?.code
const unchanged = async (work: () => Promise<void>): Promise<void> => {
  expect(await writtenTables(database.db(), work)).toEqual([])
}

const ajv = new Ajv({
  discriminator: true,
  strict: false,
  allowUnionTypes: true,
  allErrors: true,
  code: { optimize: false },
})
addFormats.default(ajv)
ajv.addFormat(webUrlFormat, isWebUrlText)

const lowerRole: { readonly [A in Access]?: Role } = { run: 'READ_ONLY', write: 'READ_RUN', admin: 'READ_WRITE' }
const those = (fits: (row: OperationRow) => unknown) => rows.filter(([, row]) => Boolean(fits(row)))
const isPublic = (row: OperationRow): boolean => row.access === 'public'

it('the accounts of these tests have one resource of each kind', () => {
  const ids = [owner, otherAccount].flatMap((seed) => Object.values({ ...seed, ...seed.checkIds }))
  expect(ids.filter((id) => id === undefined || id === '' || id === 'undefined' || Number.isNaN(id))).toEqual([])
})

it('a table in which a request writes a row is recorded', async () => {
  const write = () => call('createVariable', owner, { body: { key: 'RECORDED', value: 'value' } })
  expect(await writtenTables(database.db(), write)).toContain('variables')
})

describe('without a right to it', () => {
  it.each(those((row) => !isPublic(row)))('%s rejects a call without a key, and with a wrong one', async (id) => {
    const calls = [call(id, owner, { key: null }), call(id, owner, { key: 'bfu_wrong' })]
    expect((await Promise.all(calls)).map((answer) => answer.statusCode)).toEqual([401, 401])
  })

  it.each(those(isPublic))('%s needs no key', async (id, row) => {
    const { statusCode } = await call(id, owner, { key: null })
    expect(statusCode).toBe(examples[id]?.answers ?? row.success.status)
  })

  it.each(those(({ access }) => lowerRole[access]))('%s rejects every role below its own', async (id, { access }) => {
    const role = lowerRole[access] ?? 'READ_ONLY'
    expect(allows(role, access)).toBe(false)
    const keys = await Promise.all([keyOf('READ_ONLY'), keyOf(role)])
    await unchanged(async () => {
      const answers = await Promise.all(keys.map((key) => call(id, owner, { key })))
      expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([
        [403, 'ROLE_TOO_LOW'],
        [403, 'ROLE_TOO_LOW'],
      ])
    })
  })

  it.each(those((row) => row.params && !isPublic(row)))('%s hides what another account has', async (id) => {
    await unchanged(async () => {
      expect((await call(id, owner, { key: otherAccount.key })).statusCode).toBe(404)
    })
  })

  const lists = those((row) => row.method === 'GET' && !row.params && !isPublic(row))
  it.each(lists)('%s lists nothing of others', async (id, { query }) => {
    const all = query && 'limit' in query.properties ? { limit: 100 } : {}
    const answer = await call(id, owner, { key: otherAccount.key, query: { ...examples[id]?.query, ...all } })
    expect(answer.statusCode).toBe(200)
    const theirs = [
      ...Object.values(owner.checkIds),
      owner.accountId,
      owner.variableKey,
      owner.resultId,
      owner.serviceId,
    ]
    expect(theirs.filter((text) => answer.body.includes(text))).toEqual([])
  })
})

describe('with a wrong request', () => {
  const impossibleIds = ['x', "'", '-1', '99999999999999999999', '\0', '../..', 'ü'.repeat(60), '__proto__']

  it.each(those((row) => row.params))('%s answers 400 or 404 to ids that cannot be', async (id, { params }) => {
    const names = Object.keys(params?.properties ?? {})
    const calls = impossibleIds.map((wrong) =>
      call(id, owner, { params: Object.fromEntries(names.map((name) => [name, wrong])) }),
    )
    const statuses = (await Promise.all(calls)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status !== 400 && status !== 404)).toEqual([])
  })

  it.each(those((row) => row.body))('%s names what is wrong with a body and writes nothing', async (id, row) => {
    const { body: fitting } = exampleCall(id, owner)
    await unchanged(async () => {
      for (const { body, field } of brokenBodies(row.body ?? {}, fitting)) {
        const answer = await call(id, owner, { body })
        expect({ statusCode: answer.statusCode, code: codeOf(answer) }).toEqual({
          statusCode: 400,
          code: 'BODY_INVALID',
        })
        expect(Object.keys(answer.json().attributes)).toContainEqual(expect.stringMatching(`^${field}`))
      }
    })
  })

  const numbers = rows.flatMap(([id, row]) =>
    Object.entries(row.query?.properties ?? {}).flatMap(([name, schema]) =>
      'type' in schema && schema.type === 'integer' ? [[id, name] as const] : [],
    ),
  )
  it.each(numbers)('%s names its query parameter %s when it is no number', async (id, name) => {
    const answer = await call(id, owner, { query: { ...examples[id]?.query, [name]: 'x' } })
    expect([answer.statusCode, Object.keys(answer.json().attributes).toSorted()]).toEqual([
      400,
      ['code', name].toSorted(),
    ])
  })

  it.each(those((row) => row.body))('%s stores no undeclared fields', async (id, row) => {
    // What the call uses up, other tests need.
    const seed = isPublic(row) ? await seedAccount({ app, store: testStore(database.db()), clock }) : owner
    const { body, ...rest } = exampleCall(id, seed)
    const canary = `canary-${id}`
    const pollution = `"__proto__":{"polluted":"${canary}"},"constructor":{"prototype":{"polluted":"${canary}"}}`
    const fields = JSON.stringify({ ...Object(body), unheardOf: canary })
    const rawBody = `${fields.slice(0, -1)},${pollution}}`
    const answer = await injectOperation(app, row, { ...rest, key: owner.key, rawBody })
    expect(answer.statusCode).toBe(row.ignoresUnknown ? (examples[id]?.answers ?? row.success.status) : 400)
    expect(Object('x').polluted).toBeUndefined()
    expect(await textsIn(database.db(), canary)).toEqual([])
    expect(answer.body).not.toContain(canary)
  })
})

describe('with everything right', () => {
  const callFresh = async (id: OperationId, row: OperationRow) => {
    if (row.method === 'GET') return call(id, owner)
    // What an operation deletes, others need.
    const fresh = () => seedAccount({ app, store: testStore(database.db()), clock })
    if (row.method === 'DELETE' || isPublic(row)) return call(id, await fresh())
    writer ??= await fresh()
    return call(id, writer)
  }
  let writer: SeededAccount | undefined

  let described: OpenApi
  beforeAll(async () => {
    described = (await app.inject('/openapi.json')).json<OpenApi>()
  })

  it.each(rows)('%s answers what it declares, and /openapi.json names no other success', async (id, row) => {
    const answer = await callFresh(id, row)
    expect({ statusCode: answer.statusCode, body: answer.body }).toEqual({
      statusCode: examples[id]?.answers ?? row.success.status,
      body: answer.body,
    })
    expect(mistakesIn(answer, row)).toEqual([])
    const named = Object.keys(described.paths[row.path]?.[row.method.toLowerCase()]?.responses ?? {})
    expect(named).toEqual(expect.arrayContaining([String(answer.statusCode), '431']))
    const { status, pending, existingStatus } = row.success
    const possible = [status, ...(pending ? [202] : []), ...(existingStatus ? [existingStatus] : [])].map(String)
    expect(named.filter((name) => name.startsWith('2'))).toEqual(possible.toSorted())
  })

  it.each(those((row) => row.success.list === 'page'))('%s says which part of how much it lists', async (id) => {
    const answer = await call(id, owner)
    expect(answer.headers['content-range']).toMatch(/^(\d+-\d+|\*)\/\d+$/)
  })
})

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
}

/** What in a response breaks the success schema of its row, or the error schema. */
function mistakesIn(answer: Injected, { success }: OperationRow): unknown[] {
  const schema = answer.statusCode >= 400 ? ErrorReplySchema : success.schema
  if (!schema) return []
  const fits = ajv.compile(schema)
  fits(answer.json())
  return fits.errors ?? []
}

describe('the rate limit', () => {
  let limited: ReturnType<typeof createApi>
  beforeAll(() => {
    const options = { store: testStore(database.db()), clock, log: silentLog, serviceName: 'service' }
    const tools = { handlers, channels: testOutlet(clock), artifacts: files.tools }
    limited = createApi({ ...options, publicUrl: 'http://localhost:3000', ...tools })
  })
  afterAll(() => limited.close())

  // Public operations count by address, which all of these tests share.
  it.each(those((row) => row.limit && !isPublic(row)))(
    'of %s is its own: each call counts, and one more is too many',
    async (id, row) => {
      const key = await owner.keyWithRole('OWNER')
      const limit = row.limit ?? defaultRateLimit
      const statuses = []
      for (let index = 0; index <= limit.requests; index += 1) {
        statuses.push((await injectOperation(limited, row, { ...exampleCall(id, owner), key })).statusCode)
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect(statuses.at(-1)).toBe(429)
      const other = await injectOperation(limited, operations.listVariables, { key })
      expect(other.statusCode).toBe(200)
    },
  )

  describe('that is used up', () => {
    const address = '2001:db8::1'
    let key: string
    const probed: (readonly number[])[] = []
    beforeAll(async () => {
      key = await owner.keyWithRole('OWNER')
      probed.push(await useUp(operations.listVariables, { key }))
      probed.push(await useUp(operations.listLocations, { key: null, address }))
    })

    /** The statuses of calls before and after other processes have used the limit. */
    async function useUp(probe: OperationRow, caller: OperationCall): Promise<number[]> {
      const statuses = [(await injectOperation(limited, probe, caller)).statusCode]
      await database.db().rows('update rate_windows set used = $1', [defaultRateLimit.requests])
      for (let index = 0; index <= defaultRateLimit.requests / 20; index += 1)
        statuses.push((await injectOperation(limited, probe, caller)).statusCode)
      return statuses
    }

    it('allows calls before, none after', () => {
      expect(probed.map((statuses) => [statuses.at(0), statuses.at(-1)])).toEqual([
        [200, 429],
        [200, 429],
      ])
    })

    it.each(rows.filter(([, row]) => !row.limit))('is shared by %s', async (id, row) => {
      const caller = isPublic(row) ? { key: null, address } : { key }
      const answer = await injectOperation(limited, row, { ...exampleCall(id, owner), ...caller })
      expect({ statusCode: answer.statusCode, code: codeOf(answer) }).toEqual({ statusCode: 429, code: 'RATE_LIMITED' })
      expect(answer.headers['retry-after']).toBeDefined()
    })
  })
})
