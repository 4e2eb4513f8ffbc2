import * as contract from '#contract'
import { bodyLimitOf, defaultRateLimit, ErrorReplySchema, faults, faultsOf, hasEntityTag, readersOf } from '#contract'
import type { FaultCode, OperationRow, RateLimit } from '#contract'
import type { TSchema } from 'typebox'
import { accountHeaders } from '../authentication/choose-account.ts'
import { reasonPhrase } from '../answers/error-reply.ts'
import { shareComponents } from './shared-components.ts'
import type { OpenApi } from './shared-components.ts'

export interface DocumentOptions {
  readonly operations: Readonly<Record<string, OperationRow>>
  readonly publicUrl: string
  readonly serviceName: string
  /** For operations without a separate limit. Default: that of the contract. */
  readonly defaultLimit?: RateLimit
}

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of the operations. The same rows always give the same document. */
export function openApiDocument({ operations, publicUrl, serviceName, ...options }: DocumentOptions): OpenApi {
  const components = createComponents()
  const limit = options.defaultLimit ?? defaultRateLimit
  const readers = readersOf(operations)
  const paths: Record<string, Record<string, Json>> = {}
  for (const [id, row] of Object.entries(operations)) {
    const path = (paths[row.path] ??= {})
    path[row.method.toLowerCase()] = describeOperation(
      id,
      { limit, ...row },
      { components, isCompared: readers.has(row) },
    )
  }
  components.refer(ErrorReplySchema)
  return shareComponents({
    openapi: '3.1.0',
    info: { title: 'Belfry API', version: '1', description: introduction(serviceName, limit) },
    servers: [{ url: publicUrl }],
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      parameters: { account: accountParameter(serviceName), ifMatch: ifMatchParameter },
      headers: rateLimitHeaders,
      schemas: components.schemas,
    },
  })
}

const introduction = (serviceName: string, limit: RateLimit): string =>
  [
    'Send an API key as `Authorization: Bearer <key>`.',
    `A key of several accounts needs the account id in ${accountHeaders(serviceName).map(asCode).join(' or ')}.`,
    `Operations without a separate limit share ${limitText(limit)} per key.`,
    'Unknown fields and parameters are a 400 that suggests the right name. Operations with `x-unknown-names: ignored` drop them, unless one is nearly spelled like a known one. On updates an absent field keeps its value and `null` clears it.',
  ].join(' ')

const asCode = (text: string): string => `\`${text}\``

const limitText = ({ requests, seconds }: RateLimit): string => `${requests} requests per ${seconds} seconds`

const accountParameter = (serviceName: string): Json => ({
  name: `x-${serviceName}-account`,
  in: 'header',
  required: false,
  description: 'The account of the call. Required when the key belongs to several accounts.',
  schema: { type: 'string', format: 'uuid' },
})

const ifMatchParameter: Json = {
  name: 'if-match',
  in: 'header',
  required: false,
  description:
    'The etag with which the resource was read. The change is refused with 412 when its settings are others by then.',
  schema: { type: 'string' },
}

const integerHeader = (description: string): Json => ({ description, schema: { type: 'integer' } })
const rateLimitHeaders = {
  'RateLimit-Limit': integerHeader('Requests allowed in the window.'),
  'RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'RateLimit-Reset': integerHeader('Seconds until the next window.'),
}
const headerReferences = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

interface Components {
  readonly schemas: Record<string, unknown>
  refer(schema: TSchema): unknown
}

/** Schemas that the contract exports by name become components; others only when they occur several times. */
function createComponents(): Components {
  const names = new Map<unknown, string>()
  for (const [name, value] of Object.entries(contract)) {
    if (name.endsWith('Schema') && typeof value === 'object') names.set(value, name.replace(/Schema$/, ''))
  }
  const schemas: Record<string, unknown> = {}

  const write = (node: unknown, isNamed = false): unknown => {
    if (Array.isArray(node)) return node.map((item) => write(item))
    if (node === null || typeof node !== 'object') return node
    const name = isNamed ? undefined : names.get(node)
    if (name === undefined) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, write(value)]))
    if (!(name in schemas)) {
      schemas[name] = {}
      schemas[name] = write(node, true)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  return { schemas, refer: (schema) => write(schema) }
}

type LimitedRow = OperationRow & { readonly limit: RateLimit }

interface Surroundings {
  readonly components: Components
  /** Whether `if-match` is compared. */
  readonly isCompared: boolean
}

function describeOperation(id: string, row: LimitedRow, { components, isCompared }: Surroundings): Json {
  return {
    operationId: id,
    tags: [row.tag],
    summary: row.summary,
    description: `At most ${limitText(row.limit)}.${row.body || row.upload ? ` Bodies of at most ${bodyLimitOf(row)} bytes.` : ''}`,
    ...(row.deprecated ? { deprecated: true } : {}),
    ...(row.access === 'public' ? { security: [] } : {}),
    'x-access': row.access,
    'x-rate-limit': row.limit,
    ...(row.ignoresUnknown ? { 'x-unknown-names': 'ignored' } : {}),
    ...bodiesOf(row, components),
    parameters: [...parametersOf(row, components), ...(isCompared ? comparedParameters : [])],
    responses: {
      [row.success.status]: successOf(row, components),
      ...otherSuccessesOf(row, components),
      ...errorResponsesOf([...faultsOf(row), ...(isCompared ? comparedFaults : [])]),
      431: headersTooLarge,
    },
  }
}

const comparedFaults: readonly FaultCode[] = ['RESOURCE_CHANGED']
const comparedParameters: readonly Json[] = [{ $ref: '#/components/parameters/ifMatch' }]

const bodiesOf = (row: OperationRow, components: Components): Json => ({
  ...(row.body || row.upload ? { 'x-body-limit': bodyLimitOf(row) } : {}),
  ...(row.body ? { requestBody: requestBodyOf(row, row.body, components) } : {}),
  ...(row.upload ? { requestBody: uploadOf(row.upload) } : {}),
})

const requestBodyOf = (row: OperationRow, body: TSchema, components: Components): Json => ({
  required: !row.bodyOptional,
  content: { [row.bodyType ?? 'application/json']: { schema: components.refer(body) } },
})

const uploadOf = ({ type }: NonNullable<OperationRow['upload']>): Json => ({
  required: true,
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
})

function parametersOf(row: OperationRow, components: Components): Json[] {
  const account = row.access === 'public' ? [] : [{ $ref: '#/components/parameters/account' }]
  const checksum = row.upload?.sha256Header === undefined ? [] : [checksumParameter(row.upload.sha256Header)]
  return [
    ...fieldsOf(row.params, 'path', components),
    ...fieldsOf(row.query, 'query', components),
    ...account,
    ...checksum,
  ]
}

const checksumParameter = (name: string): Json => ({
  name,
  in: 'header',
  required: false,
  description: 'The SHA-256 of the body in hex. A body with another one is refused.',
  schema: { type: 'string' },
})

function fieldsOf(schema: OperationRow['params'], location: 'path' | 'query', components: Components): Json[] {
  if (schema === undefined) return []
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    ...('description' in property ? { description: property.description } : {}),
    schema: components.refer(property),
  }))
}

function successOf({ success }: OperationRow, components: Components): Json {
  const contentRange = { 'Content-Range': { description: 'First, last and total.', schema: { type: 'string' } } }
  const headers = { ...headerReferences, ...(success.list === 'page' ? contentRange : {}) }
  const description = reasonOfSuccess[success.status]
  if (success.contentType) {
    const schema = { type: 'string', ...(success.isBytes ? { format: 'binary' } : {}) }
    return { description, headers, content: { [success.contentType]: { schema } } }
  }
  if (!success.schema) return { description, headers }
  return { description, headers, content: { 'application/json': { schema: components.refer(success.schema) } } }
}

function otherSuccessesOf(row: OperationRow, components: Components): Json {
  const answer = (description: string, schema: TSchema) => ({
    description,
    headers: headerReferences,
    content: { 'application/json': { schema: components.refer(schema) } },
  })
  const { pending, existingStatus, schema } = row.success
  return {
    ...(pending && { 202: answer(`${reasonOfSuccess[202]}: not finished yet, ask again.`, pending) }),
    ...(hasEntityTag(row) && {
      304: { description: 'Not Modified: the client has it already.', headers: headerReferences },
    }),
    ...(existingStatus && schema && { [existingStatus]: answer('OK: it was there already.', schema) }),
  }
}

const reasonOfSuccess = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content' } as const

/** Sent by the server before there is a request, so without `attributes`. */
const headersTooLarge = {
  description: `${reasonPhrase(431)}: URL and headers have more than 16 KB together.`,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
        required: ['statusCode', 'error', 'message'],
      },
    },
  },
} as const

/** One response per status, which lists every fault with that status. */
function errorResponsesOf(codes: readonly FaultCode[]): Json {
  const byStatus = Map.groupBy(codes, (code: FaultCode) => faults[code].status)
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      status,
      {
        description: `${reasonPhrase(status)}: ${codes.map((code) => `${code}`).join(', ')}.`,
        ...(status === 429 ? { headers: headerReferences } : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
      },
    ]),
  )
}
