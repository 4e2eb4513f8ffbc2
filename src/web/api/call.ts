import { replaceEqualDeep } from '@tanstack/react-query'
import { announceChange, announceSignOut, announceUnauthorized } from './announcements.ts'
import { ApiError, readError } from './api-error.ts'
import { isChanging } from './changes.ts'
import { addressOf } from './operations.ts'
import type { Answer, Input, InputArguments, UsedOperation } from './operations.ts'
import { saveContent } from './save-content.ts'

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>>
  readonly body?: unknown
  /** Media type of the body. Default: application/json. */
  readonly bodyType?: string
  readonly headers?: Readonly<Record<string, string>>
}

let account: string | null = null

/** Chooses the account of all calls from now on. */
export function setAccount(accountId: string | null): void {
  account = accountId
}

export const accountHeaders = (): Readonly<Record<string, string>> =>
  account === null ? {} : { 'x-service-account': account }

/** An address of the service, below the path prefix at which the interface is served. */
export const serviceUrl = (path: string): string => new URL(path.replace(/^\//, ''), document.baseURI).href

/** Options of every call: a signal that cancels it, and headers. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an operation with the session of the browser. Throws an ApiError. */
export const call = <K extends UsedOperation>(id: K, ...[input]: InputArguments<K>): Promise<Answer<K>> =>
  callWith(id, input)

/** The same with options, and with an input whose type was checked elsewhere. */
export const callWith = async <K extends UsedOperation>(
  id: K,
  input: Input<K> | undefined,
  options?: CallOptions,
): Promise<Answer<K>> => answerOf<Answer<K>>(await send(id, input, options))

/** Calls an operation whose answer is a file, and has the browser save it. Throws an ApiError. */
export async function saveFile<K extends UsedOperation>(id: K, input: Input<K>, name: string): Promise<void> {
  const content = await (await send(id, input)).blob().catch(() => null)
  // The answer ended before all of it was there.
  if (content === null) throw new ApiError(0, '')
  saveContent(content, name)
}

async function send<K extends UsedOperation>(
  id: K,
  input: Input<K> | undefined,
  options?: CallOptions,
): Promise<Response> {
  const { method, path } = addressOf(id)
  const given = anyInput(input)
  const response = await fetch(serviceUrl(pathOf(path, given)), {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...accountHeaders(),
      ...(given.body === undefined ? {} : { 'content-type': typeOf(given) }),
      ...options?.headers,
    },
    ...(given.body === undefined ? {} : { body: given.body instanceof Blob ? given.body : JSON.stringify(given.body) }),
    ...(options?.signal ? { signal: options.signal } : {}),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, '')
  })
  if (!response.ok) throw await rejectionOf(id, response)
  tellOtherTabs(id)
  return response
}

const typeOf = ({ body, bodyType = 'application/json' }: AnyInput): string =>
  body instanceof Blob ? 'application/octet-stream' : bodyType

/** A session that has ended is noticed by whatever is called next. */
function rejectionOf(id: UsedOperation, response: Response): Promise<ApiError> {
  if (response.status === 401 && addressOf(id).access !== 'public' && id !== 'getSignedIn') announceUnauthorized()
  return readError(response)
}

function tellOtherTabs(id: UsedOperation): void {
  if (id === 'signOut') announceSignOut()
  else if (isChanging(id) && addressOf(id).access !== 'public') announceChange(account, id)
}

/** Every input has these optional parts. */
const anyInput = (input: unknown): AnyInput => (input ?? {}) as AnyInput

function pathOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object' && value !== null) for (const item of value) search.append(`${name}[]`, String(item))
    else if (value !== undefined && value !== null) search.append(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

const tags = new WeakMap<object, string>()

/** The version of an answer, for `if-match` of a change; undefined when it is not known, as of what live events patched. */
export const versionOf = (answer: object): string | undefined => tags.get(answer)

/** An answer with those parts of the one before that are the same, as the cache keeps it; it has the version of the new one. */
export function sharing(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after)
  const tag = isObject(after) ? tags.get(after) : undefined
  if (tag !== undefined && isObject(shared)) tags.set(shared, tag)
  return shared
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function withVersion(body: unknown, { headers }: Response): unknown {
  const tag = headers.get('etag')
  if (tag !== null && isObject(body)) tags.set(body, tag)
  return body
}

/** The cast is safe because the service returns what the contract declares; its conformance tests check that. */
async function answerOf<T>(response: Response): Promise<T> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 204) return undefined as T
  if (!type.startsWith('application/json')) return (await response.text()) as T
  const body = withVersion(await response.json(), response)
  const range = response.headers.get('content-range')
  if (range === null || !Array.isArray(body)) return body as T
  const [, first, total] = /^(?:(\d+)-\d+|\*)\/(\d+)$/.exec(range) ?? []
  return { items: body, offset: Number(first ?? 0), total: Number(total ?? body.length) } as T
}
