import { operations } from '#contract'
import type { InputArguments, OperationResponse, OperationId, OperationRow, Operations } from '#contract'
import { ApiError } from './api-error.ts'

export interface ClientOptions {
  /** For example `http://localhost:3000`; a path in it is kept. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Needed when the key belongs to several accounts. */
  readonly accountId?: string
  readonly fetch?: typeof fetch
}

export interface Client {
  /** Calls one operation by its name. Rejects with `ApiError` for an error response, otherwise as `fetch` does. */
  call<K extends OperationId>(id: K, ...input: InputArguments<K>): Promise<OperationResponse<Operations[K]>>
}

type Plain = string | number | boolean

interface AnyInput {
  readonly params?: Readonly<Record<string, Plain>>
  readonly query?: Readonly<Record<string, Plain | readonly Plain[] | undefined>>
  readonly body?: unknown
}

/** A client for one key. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  return {
    async call(id, ...[input, callOptions]) {
      const row: OperationRow = operations[id]
      const given = anyInput(input)
      const response = await send(`${baseUrl}${pathOf(row, given)}`, {
        method: row.method,
        headers: headersOf(options, row, given),
        ...bodyOf(row, given),
        ...(callOptions?.signal ? { signal: callOptions.signal } : {}),
      })
      if (!response.ok) throw await errorOf(response)
      return answerOf(row, response)
    },
  }
}

/** Every input has these optional parts. */
const anyInput = (input: unknown): AnyInput => (input ?? {}) as AnyInput

function pathOf(row: OperationRow, { params = {}, query = {} }: AnyInput): string {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') for (const item of value) search.append(`${name}[]`, String(item))
    else if (value !== undefined) search.append(name, String(value))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

const headersOf = (
  { apiKey, accountId }: ClientOptions,
  row: OperationRow,
  { body }: AnyInput,
): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/json',
  ...(accountId === undefined ? {} : { 'x-service-account': accountId }),
  ...(body === undefined ? {} : { 'content-type': row.upload?.type ?? row.bodyType ?? 'application/json' }),
})

/** The cast is safe because the input of an upload is typed as its bytes. */
function bodyOf(row: OperationRow, { body }: AnyInput): RequestInit {
  if (body === undefined) return {}
  if (row.upload === undefined) return { body: JSON.stringify(body) }
  return { body: ReadableStream.from(body as AsyncIterable<Uint8Array>), duplex: 'half' } as RequestInit
}

/** The cast is safe because the service returns what the row declares; the conformance tests check that it does. */
async function answerOf<T>(row: OperationRow, response: Response): Promise<T> {
  const { schema, contentType, isBytes, list, pending, existingStatus } = row.success
  if (isBytes) return (response.body ?? new Blob([]).stream()) as T
  if (contentType !== undefined) return (await response.text()) as T
  if (schema === undefined) return undefined as T
  const body: unknown = await response.json()
  if (pending !== undefined && response.status === 202) return { pending: body } as T
  if (existingStatus !== undefined && response.status === existingStatus) return { existing: body } as T
  return (list === 'page' ? pageOf(body, response.headers.get('content-range')) : body) as T
}

function pageOf(items: unknown, range: string | null): unknown {
  const [, first, total] = /^(?:(\d+)-\d+|\*)\/(\d+)$/.exec(range ?? '') ?? []
  const length = Array.isArray(items) ? items.length : 0
  return { items, offset: Number(first ?? 0), total: Number(total ?? length) }
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const reply = parsed(text)
  const message = typeof reply['message'] === 'string' ? reply['message'] : `The answer has status ${response.status}.`
  return new ApiError(response.status, message, objectOf(reply['attributes']))
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
