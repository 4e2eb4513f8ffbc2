import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi, handlers } from '#api'
import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { silentLog, TestClock } from '#kernel'
import { writePreview } from '#pages'
import type { Log } from '#kernel'
import { everyRepository, noRecords, testRenderer, testOutlet, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { givenSeed, testSeed } from '../support/test-seed.ts'
import { exampleCall } from './example-call.ts'
import { hostileJson, hostileValue, mostlyFitting, varied } from './hostile-values.ts'
import type { KnownValues } from './hostile-values.ts'
import type { Injected, OperationCall } from './inject-operation.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'
import { recordWrites, takeWritten } from './written-tables.ts'

/** How many requests are made; more by hand: `FUZZ_RUNS=50000 TEST_SEED=7 npm test -- tests/conformance/fuzz.test.ts`. */
const runs = Number(process.env['FUZZ_RUNS'] ?? (givenSeed === undefined ? 400 : 3000))
const batchSize = 150
const atOnce = 4

const database = useDatabase()
const clock = new TestClock()
const loggedErrors: string[] = []
const note = (_fields: object, message: string): void => void loggedErrors.push(message)
const log: Log = {
  ...silentLog,
  warn: note,
  error: (fields, message) => note(fields, `${message} ${JSON.stringify(fields).slice(0, 700)}`),
}
let app: ReturnType<typeof createApi>
let artifacts: ReturnType<typeof testArtifacts>
let tablesOfAccounts: readonly string[]

beforeAll(async () => {
  const columns = await database.db().rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  )
  tablesOfAccounts = columns.map(({ name }) => name)
  artifacts = testArtifacts(testStore(database.db()), clock)
  app = createApi({
    artifacts: artifacts.tools,
    repositoryGrants: everyRepository,
    store: testStore(database.db()),
    clock,
    log,
    serviceName: 'service',
    publicUrl: 'http://localhost:3000',
    handlers,
    channels: testOutlet(clock),
    lookUpRecords: noRecords,
    renderDashboard: testRenderer(testStore(database.db()), clock),
    writePreview,
    defaultLimit: { requests: 1_000_000, seconds: 60 },
  })
})
afterAll(async () => {
  await app.close()
  artifacts.remove()
})

/** Sound because the names are the keys of the table. */
const rows = Object.entries<OperationRow>(operations) as [OperationId, OperationRow][]

interface HostileRequest {
  readonly operation: string
  readonly method: OperationRow['method']
  readonly url: string
  readonly body: string | Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Ids of the account under attack, so that requests reach the verbs behind the schemas. */
function knownValues(account: SeededAccount): KnownValues {
  const { checkIds } = account
  const checks = Object.values(checkIds)
  const seeded = leavesOf(account)
  const ids = seeded.map(([, value]) => value)
  const byName: Readonly<Record<string, readonly unknown[]>> = {
    id: ids,
    checkId: [...checks, account.groupCheckId],
    checkResultId: [account.resultId],
    checkSessionId: [account.sessionId],
    checkSessionIds: [account.sessionId],
    groupId: [account.groupId, null],
    alertChannelId: [account.channelId],
    accountId: [account.accountId],
    runLocation: ['eu-west-1', 'us-east-1'],
    locations: [['eu-west-1'], ['eu-west-1', 'us-east-1'], []],
    page: [1, 2, 0, -1, 1.5, 'NaN', '1e3', 1_000_000, '9'.repeat(40)],
    limit: [1, 100, 0, -1, 101, 'NaN', ' 7', '0x10'],
    token: [],
    startsAt: ['1970-01-01', '2026-01-01T00:00:00Z', '9999-12-30T23:59:59-12:00'],
    endsAt: ['1970-01-02', '2026-01-01T02:30:00+01:00', '9999-12-31T23:59:59.999Z'],
    repeatEndsAt: ['2026-02-28', '9999-12-31', null],
    pausedUntil: ['2026-02-28', '9999-12-31T23:59:59.999Z', '1970-01-01', null],
    until: ['2026-01-02', '2026-01-01T00:00:00.001Z', '2025-12-31', '9999-12-31'],
    timezone: ['Europe/Berlin', 'Pacific/Apia', 'UTC', null],
    maintenanceId: [account.maintenance.id],
    updateId: [account.maintenance.updateId],
    errorGroupId: [account.errorGroups.id],
    testSessionErrorGroupId: [account.errorGroups.testSessionGroupId],
    projectId: [account.errorGroups.projectId],
  }
  const byOwnName = Map.groupBy(seeded, ([name]) => name)
  return (name) => byName[name] ?? byOwnName.get(name)?.map(([, value]) => value) ?? (/.Id$/.test(name) ? ids : [])
}

/** The ids of a seeded account, however deep they lie, each with its name. */
function leavesOf(value: object): (readonly [string, string | number])[] {
  return Object.entries(value).flatMap(([name, inner]): (readonly [string, string | number])[] => {
    if (typeof inner === 'string' || typeof inner === 'number') return [[name, inner]]
    return typeof inner === 'object' && inner !== null ? leavesOf(inner) : []
  })
}

function hostileRequest(account: SeededAccount): Arbitrary<HostileRequest> {
  const known = knownValues(account)
  return fc
    .constantFrom(...rows)
    .chain(([operation, row]) => {
      const example = exampleCall(operation, account)
      return fc.record({
        operation: fc.constant(operation),
        method: fc.constant(row.method),
        url: fc.tuple(pathOf(row, known, example), queryOf(row, known, example)).map((parts) => parts.join('')),
        body: row.body
          ? fc.option(hostileJson(bodyOf(row.body, known, example)), { nil: undefined, freq: 20 })
          : fc.constant(undefined),
        headers: fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
        packing: fc.oneof({ weight: 100, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: packings }),
      })
    })
    .map(({ packing, ...request }) => (request.body === undefined || !packing ? request : packed(request, packing)))
}

/** What a small body becomes when it is unpacked: zeros that no limit allows. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const packings = fc.constantFrom<'whole' | 'cut' | 'bomb'>('whole', 'cut', 'bomb')

function packed(request: HostileRequest, packing: 'whole' | 'cut' | 'bomb'): HostileRequest {
  const whole = gzipSync(request.body ?? '')
  const body = { whole, cut: whole.subarray(0, whole.length - 3), bomb }[packing]
  return { ...request, body, headers: { ...request.headers, 'content-encoding': 'gzip' } }
}

type ExampleCall = Omit<OperationCall, 'key'>

/** Most often about what there is, so that verbs are reached. */
const pathOf = (row: OperationRow, known: KnownValues, example: ExampleCall): Arbitrary<string> =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.constant(Object.entries(example.params ?? {})) },
      { weight: 1, arbitrary: partsOf(row.params, known) },
    )
    .map((params: readonly Part[]) => {
      const values = new Map(params)
      return row.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => encoded(values.get(name) ?? 'x') || 'x')
    })

/** Made from the schema, or an example with some of its fields changed. */
const bodyOf = (schema: TSchema, known: KnownValues, example: ExampleCall): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: mostlyFitting(schema, known) },
    { weight: 2, arbitrary: varied(example.body, schema, known) },
  )

const extraParameters = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fc.tuple(fc.string({ maxLength: 8 }), hostileValue), { maxLength: 1 }) },
)

const queryOf = (row: OperationRow, known: KnownValues, example: ExampleCall): Arbitrary<string> =>
  fc
    .tuple(fc.boolean(), partsOf(row.query, known), fc.boolean(), extraParameters, fc.boolean())
    .map(([isExample, parts, isMore, extra, isListed]) => {
      const first = isExample ? Object.entries(example.query ?? {}) : []
      const values = new Map<string, unknown>([...first, ...(isExample && !isMore ? [] : parts), ...extra])
      const texts = [...values].flatMap(([name, value]) =>
        (Array.isArray(value) ? value.slice(0, 50) : [value]).map(
          (item) => `${encoded(name)}${isListed && Array.isArray(value) ? '[]' : ''}=${encoded(item)}`,
        ),
      )
      return texts.length > 0 ? `?${texts.join('&')}` : ''
    })

type Part = readonly [string, unknown]

function partsOf(schema: OperationRow['params'], known: KnownValues): Arbitrary<readonly Part[]> {
  if (!schema) return fc.constant([])
  return mostlyFitting(schema, known).map((value) => Object.entries(Object(value)))
}

const maxPartLength = 8000
const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()).slice(0, maxPartLength)

const hostileHeaders: Arbitrary<Readonly<Record<string, string>>> = fc.constantFrom(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'x'.repeat(1000) },
  { 'content-length': '99999999999999999999' },
  { 'x-service-account': '__proto__' },
  { 'if-none-match': `${'"x",'.repeat(1000)}*` },
  { accept: 'text/html' },
  { range: 'bytes=0-1' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'a'.repeat(5000)}` },
  { authorization: 'Basic OnBhc3N3b3Jk' },
  { authorization: `Bearer ${'é'.repeat(40)}` },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=utf-8; charset=utf-16' },
  { 'content-type': '\u00ff/\u00fe' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip, gzip, br' },
  { 'transfer-encoding': 'chunked, identity' },
  { expect: '100-continue' },
  { cookie: `a=${'b'.repeat(8000)}` },
  { host: '' },
  { host: 'x@[::1]:0' },
  { 'x-service-account': '\u0080'.repeat(300) },
  { 'x-forwarded-for': '1.2.3.4, '.repeat(500) },
  { forwarded: 'for="[::ffff:127.0.0.1]"' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-match': '*' },
  { 'accept-encoding': 'gzip;q=NaN' },
  { traceparent: '00-0-0-0' },
  { 'x-forwarded-for': "' or 1=1" },
)

const statistics = new Map<number, number>()
const newAccount = (): Promise<SeededAccount> => seedAccount({ app, store: testStore(database.db()), clock })
const samples = (account: SeededAccount, count: number, from: number): HostileRequest[] =>
  fc.sample(hostileRequest(account), { numRuns: Math.min(batchSize, count), seed: testSeed + from })

async function send({ method, url, body, headers }: HostileRequest, key: string): Promise<Injected> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const payload = body === undefined ? {} : { payload: body }
  const all = { authorization: `Bearer ${key}`, ...type, ...headers }
  const answer = await withTimeMoving(app.inject({ method, url, remoteAddress: '192.0.2.1', headers: all, ...payload }))
  statistics.set(answer.statusCode, (statistics.get(answer.statusCode) ?? 0) + 1)
  clock.advance(1000)
  return answer
}

it(`no request of ${runs} hostile ones is answered by a mistake of ours (TEST_SEED=${testSeed})`, async () => {
  const failures = []
  for (let done = 0; done < runs && failures.length < 20; done += batchSize) {
    const account = await newAccount()
    const requests = samples(account, runs - done, done)
    while (requests.length > 0) {
      // Several at once, so that verbs meet each other.
      const together = requests.splice(0, atOnce)
      const answers = await Promise.all(together.map((request) => send(request, account.key)))
      const broken = together.filter((_request, index) => (answers[index]?.statusCode ?? 500) >= 500)
      if (broken.length > 0) failures.push({ broken: broken.map(described), loggedErrors: loggedErrors.splice(0) })
    }
  }
  if (process.env['FUZZ_RUNS']) console.log(statistics)
  expect(failures).toEqual([])
})

const described = ({ operation, url, body }: HostileRequest) => ({
  operation,
  url: url.slice(0, 200),
  body: String(body).slice(0, 700),
})

it(`a rejected request has written nothing (TEST_SEED=${testSeed})`, async () => {
  const wrote = []
  await recordWrites(database.db())
  for (let done = 0; done < runs / 10; done += batchSize) {
    const account = await newAccount()
    const before = await rowsOf(account)
    await takeWritten(database.db())
    for (const request of samples(account, runs / 10 - done, done + 7)) {
      const { statusCode } = await send(request, account.key)
      const after = await rowsOf(account, await takeWritten(database.db()))
      const isChanged = Object.entries(after).some(([table, sum]) => before[table] !== sum)
      if (statusCode >= 400 && isChanged) wrote.push(described(request))
      Object.assign(before, after)
    }
  }
  expect(wrote).toEqual([])
})

it(`no request of another account that knows every id changes or reveals anything (TEST_SEED=${testSeed})`, async () => {
  const owner = await newAccount()
  const otherAccount = await newAccount()
  const canary = await nameEverything(owner)
  const before = await rowsOf(owner)
  const leaks = []
  for (let done = 0; done < runs / 4; done += batchSize) {
    for (const request of samples(owner, runs / 4 - done, done)) {
      // Anyone who has the link of an invite may accept it.
      if (request.url.startsWith('/v1/invites/')) continue
      const isPublic = request.url.startsWith('/v1/badges/')
      const answer = await send(request, otherAccount.key)
      if (!isPublic && answer.body.includes(canary)) leaks.push(described(request))
    }
  }
  expect(leaks).toEqual([])
  expect(await rowsOf(owner)).toEqual(before)
})

/** Gives checks, a group and a variable of an account a string that other accounts must not see. */
async function nameEverything(owner: SeededAccount): Promise<string> {
  const canary = 'canary-of-the-owner'
  const put = (url: string, payload: object): Promise<Injected> =>
    app.inject({ method: 'PUT', url, headers: { authorization: `Bearer ${owner.key}` }, payload })
  const answers = await Promise.all([
    put(`/v1/checks/tcp/${owner.checkIds.tcp}`, { name: canary }),
    put(`/v1/checks/api/${owner.checkIds.api}`, { name: canary }),
    put(`/v2/check-groups/${owner.groupId}`, { name: canary }),
    put(`/v1/variables/${owner.variableKey}`, { value: canary }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  return canary
}

/** Anyone who knows a password, or guesses at one, is recorded. */
const withoutSignIns = ` and action <> 'FAILED' and operation !~ '^sign'`

/**
 * A checksum per table over the rows of one account, of all tables or of those with these names. When a key was last used
 * is written some time after its use.
 */
async function rowsOf({ accountId }: SeededAccount, names = tablesOfAccounts): Promise<Record<string, string>> {
  const tables = names.filter((name) => tablesOfAccounts.includes(name))
  if (tables.length === 0) return {}
  const sums = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, ',' order by row), '')) as sum
       from ${name} t cross join lateral (select (to_jsonb(t) - 'last_used_at')::text as row) as compared
       where account_id = $1${name.startsWith('audit_log') ? withoutSignIns : ''}`,
  )
  const rows = await database.db().rows<{ name: string; sum: string }>(sums.join(' union all '), [accountId])
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Waiting operations wait on the clock of the test, so it moves until they have answered. */
async function withTimeMoving<T>(answering: Promise<T>): Promise<T> {
  let isOver = false
  const finish = (): void => void (isOver = true)
  void answering.then(finish, finish)
  while (!isOver) {
    clock.advance(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return answering
}
