import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { exampleCall } from './example-call.ts'
import { hostileJson, hostileValue, mostlyFitting, varied } from './hostile-values.ts'
import type { KnownValues } from './hostile-values.ts'
import type { OperationCall } from './inject-operation.ts'
import type { SeededAccount } from './seeded-account.ts'

/** Sound because the names are the keys of the table. */
const rows = Object.entries<OperationRow>(operations) as [OperationId, OperationRow][]

export interface HostileRequest {
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

/** A request to any operation, about what the account has, with something wrong or rare in it. */
export function hostileRequest(account: SeededAccount): Arbitrary<HostileRequest> {
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
