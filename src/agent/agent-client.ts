import { gzip } from 'node:zlib'
import { agentHeaders, clockHeaders } from '#contract'
import { Activity, Unavailable } from '#kernel'
import type { Clock } from '#kernel'
import { proxyRefusal } from './own-proxy.ts'
import type { ExchangeTimes } from './server-clock.ts'

const compressedFromLength = 1_400
const defaultAnswerMs = 30_000

/** The server rejected a call; `code` is that of its fault, for example AGENT_UNKNOWN. */
export class AgentCallRejected extends Error {
  readonly status: number
  readonly code: string
  readonly attributes: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, attributes: Readonly<Record<string, unknown>>) {
    super(message)
    this.status = status
    this.code = code
    this.attributes = attributes
  }
}

export interface AgentClientOptions {
  readonly url: string
  readonly apiKey: string
  readonly agentId: string
  readonly clock: Clock
  readonly learnTime: (times: ExchangeTimes) => void
  /** Counts calls under way that are answered at once, and those that the server may keep waiting. */
  readonly calls?: { readonly prompt: Activity; readonly waiting: Activity }
}

export interface AgentCall {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path: string
  /** Sent as JSON, compressed when it is large; bytes are sent as they are. */
  readonly body?: object | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** How long the server may wait before it answers, in milliseconds. */
  readonly waitMs?: number
  /** How long the answer may take besides, in milliseconds; default: 30 seconds. */
  readonly answerMs?: number
  readonly signal?: AbortSignal
}

/** Calls the server with the key of the location. */
export class AgentClient {
  readonly #options: AgentClientOptions

  constructor(options: AgentClientOptions) {
    this.#options = options
  }

  /** The answer. Throws AgentCallRejected, and Unavailable when the call may be repeated. */
  async call<Answer>(call: AgentCall): Promise<Answer> {
    const { prompt, waiting } = this.#options.calls ?? { prompt: new Activity(), waiting: new Activity() }
    const count = call.waitMs === undefined ? prompt : waiting
    return count.during('call', async () => answerOf<Answer>(await this.open(call)))
  }

  /** The response of a call that succeeded, to be read as it arrives. */
  async open(call: AgentCall): Promise<Response> {
    const { clock, learnTime } = this.#options
    const init = await this.#requestOf(call)
    const sentAt = clock.now()
    const response = await fetch(`${this.#options.url}${call.path}`, init).catch((error: unknown) => {
      const cause = causeOf(error)
      throw new Unavailable(`The server cannot be reached: ${proxyRefusal(cause) ?? cause}`)
    })
    const times = timesOf(response, sentAt, clock.now())
    if (times !== null) learnTime(times)
    if (!response.ok) throw await rejection(response)
    return response
  }

  async #requestOf(call: AgentCall): Promise<RequestInit> {
    const { method = 'POST', body, headers, waitMs = 0, answerMs = defaultAnswerMs, signal } = call
    const { apiKey, agentId, clock } = this.#options
    const limit = clock.timeLimit(waitMs + answerMs)
    const encoded = body === undefined ? { headers: {} } : await encode(body)
    return {
      method,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...('body' in encoded && { body: encoded.body }),
      headers: {
        authorization: `Bearer ${apiKey}`,
        [agentHeaders.agentId]: agentId,
        ...encoded.headers,
        ...headers,
      },
    }
  }
}

/** The server is trusted to answer what the protocol says. Throws Unavailable when the answer was cut off. */
const answerOf = async <Answer>(response: Response): Promise<Answer> =>
  (await response.json().catch((error: unknown) => {
    throw new Unavailable(`The answer of the server was cut off: ${String(error)}`)
  })) as Answer

const compress = (text: string): Promise<Buffer> =>
  new Promise((resolve, reject) => gzip(text, (error, bytes) => (error === null ? resolve(bytes) : reject(error))))

async function encode(body: object | Uint8Array<ArrayBuffer>) {
  if (body instanceof Uint8Array) return { body, headers: { 'content-type': 'application/octet-stream' } }
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  if (text.length < compressedFromLength) return { body: text, headers }
  return { body: new Uint8Array(await compress(text)), headers: { ...headers, 'content-encoding': 'gzip' } }
}

function timesOf({ headers }: Response, sentAt: number, arrivedAt: number): ExchangeTimes | null {
  const [receivedAt, answeredAt] = [clockHeaders.receivedAt, clockHeaders.sentAt].map((name) =>
    Number(headers.get(name)),
  )
  return receivedAt && answeredAt ? { sentAt, receivedAt, answeredAt, arrivedAt } : null
}

const tooManyRequests = 429
const serverErrors = 500

async function rejection(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '')
  const { status } = response
  const { message, attributes } = faultIn(text)
  if (status >= serverErrors || status === tooManyRequests)
    return new Unavailable(`The server answered ${status}: ${message || text.slice(0, 200)}`)
  const { code } = attributes
  return new AgentCallRejected(
    status,
    typeof code === 'string' ? code : '',
    message || `The server answered ${status}.`,
    attributes,
  )
}

function faultIn(text: string): { message: string; attributes: Record<string, unknown> } {
  try {
    const { message, attributes } = Object(JSON.parse(text))
    return { message: String(message ?? ''), attributes: Object(attributes) }
  } catch {
    return { message: '', attributes: {} }
  }
}

/** The innermost cause: those around it only say that a request failed. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? causeOf(error.cause) : error.message || String(error)
}
