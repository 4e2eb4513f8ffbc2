import path from 'node:path'
import { cut, recordEvent } from './record-event.ts'

/** The parts of Playwright's API requests that are used here, as its server sees them. */
interface Finished {
  readonly requestEvent: {
    readonly url: URL | string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly postData?: Buffer
  }
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: Buffer
  readonly timings: Readonly<Record<string, number>>
}
type Method = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Method | undefined>

const started = new WeakMap<object, number>()
/** How long requests took until their response was complete, by their id in Playwright, for the helpers of scripts. */
export const responseTimesKey = Symbol.for('belfry.responseTimes')

interface Sent {
  readonly url: string
  readonly headers?: readonly Header[]
}
interface Header {
  readonly name: string
  readonly value: string
}

/**
 * Records the requests that tests send by themselves, with their responses. Behaviour and reports stay as they are, but that requests
 * join the trace of the run, where it has one.
 */
export function watchRequests(packages: NodeJS.Require): void {
  const core = path.dirname(packages.resolve('playwright-core/package.json'))
  const { APIRequestContext } = packages(path.join(core, 'lib/server/fetch.js')) as {
    APIRequestContext: { prototype: Methods }
  }
  const methods = APIRequestContext.prototype
  const { emit, fetch } = methods
  if (emit !== undefined)
    methods['emit'] = function (event, payload) {
      if (event === 'request') started.set(payload as object, Date.now())
      if (event === 'requestfinished') record(payload as Finished)
      return emit.call(this, event, payload)
    }
  if (fetch === undefined) return
  const times = new Map<string, number>()
  Reflect.set(globalThis, responseTimesKey, times)
  methods['fetch'] = async function (...args) {
    const startedAt = performance.now()
    const response = (await fetch.apply(
      this,
      args.map((sent) => withTrace(sent, this)),
    )) as { fetchUid?: string }
    if (response.fetchUid !== undefined) times.set(response.fetchUid, performance.now() - startedAt)
    return response
  }
}

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

/** Other arguments stay as they are, and so do requests that say their trace themselves. */
function withTrace(value: unknown, context: unknown): unknown {
  const { SERVICE_TRACEPARENT: traceparent, SERVICE_TRACESTATE: tracestate = '' } = process.env
  if (!traceparent || !isSent(value)) return value
  const { _defaultOptions: optionsOf } = context as { _defaultOptions?: () => { extraHTTPHeaders?: readonly Header[] } }
  const given = [...(optionsOf?.call(context).extraHTTPHeaders ?? []), ...(value.headers ?? [])]
  if (given.some(({ name }) => name.toLowerCase() === 'traceparent')) return value
  const added = [
    { name: 'traceparent', value: traceparent },
    { name: 'tracestate', value: tracestate },
  ]
  return { ...value, headers: [...(value.headers ?? []), ...added] }
}

function record({ requestEvent, statusCode, statusMessage, headers, body, timings }: Finished): void {
  recordEvent({
    type: 'api-request',
    at: started.get(requestEvent) ?? Date.now(),
    endedAt: Date.now(),
    method: requestEvent.method,
    url: cut(String(requestEvent.url)),
    headers: textsOf(requestEvent.headers),
    body: requestEvent.postData ? cut(requestEvent.postData.toString()) : null,
    status: statusCode,
    statusText: statusMessage,
    responseHeaders: textsOf(headers),
    responseBody: isText(headers['content-type']) ? cut(body?.toString() ?? '') : '',
    timings,
  })
}

const textsOf = (headers: Finished['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cut(String(value))]))

const isText = (contentType: Finished['headers'][string]): boolean =>
  contentType === undefined || /text|json|xml|javascript|urlencoded/i.test(contentType.toString())
