import { SourceProblem } from '../imported.ts'
import type { ReportLine } from '../imported.ts'
import type { ApiTools } from './read-api.ts'
import type { ApiCall, ApiReader, SourceReply } from './source-api.ts'

/** An answer of an API that refuses a request. */
export class ApiRefusal extends SourceProblem {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

interface Reading {
  readonly base: string
  readonly title: string
  /** Grows. */
  readonly report: ReportLine[]
  readonly tools: ApiTools
}

const mostRequests = 25_000
const mostPages = 2000
const mostBytes = 64_000_000
const atOnce = 4
const mostTries = 6
const usualWaitSeconds = 10
/** Not for this key, this plan or this account. */
const notThere: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 410])

/** Waits as long as the limits of the tool ask for, within the time limit of the reading. */
export class HttpApiReader implements ApiReader {
  readonly #reading: Reading
  readonly #endsAtMs: number
  #requests = 0
  #bytes = 0

  constructor(reading: Reading) {
    this.#reading = reading
    const { clock, timeLimitMs } = reading.tools
    this.#endsAtMs = clock.monotonicMs() + timeLimitMs
  }

  async json(path: string, call: ApiCall = {}): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      const reply = await this.#send(path, call)
      const wait = waitOf(reply, this.#reading.tools.clock.now())
      if (wait === null || tries === mostTries) return this.#valueOf(reply, path)
      await this.#wait(wait * 1000)
    }
  }

  async optional(what: string, read: () => Promise<unknown>): Promise<unknown> {
    try {
      return await read()
    } catch (error) {
      // An import without what could not be read now would delete it the next time.
      if (!(error instanceof ApiRefusal) || !notThere.has(error.status)) throw error
      const note = `It was not read: the API answers with status ${error.status}. Make it here, or use a key that may read it.`
      this.#reading.report.push({ item: what, field: '', fate: 'impossible', note })
      return null
    }
  }

  async each<Item>(items: readonly Item[], read: (item: Item) => Promise<unknown>): Promise<readonly unknown[]> {
    const answers: unknown[] = Array.from({ length: items.length })
    const waiting = items.entries()
    const work = async (): Promise<void> => {
      for (const [index, item] of waiting) answers[index] = await read(item)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return answers
  }

  async pages<Place>(first: Place, read: (place: Place) => Promise<Place | null>): Promise<void> {
    let place: Place | null = first
    for (let page = 0; place !== null; page += 1) {
      if (page === mostPages) throw new SourceProblem(`${this.#reading.title} has more pages than an import reads.`)
      place = await read(place)
    }
  }

  async #send(path: string, { query = {}, form, headers = {} }: ApiCall): Promise<SourceReply> {
    const { base, title, tools } = this.#reading
    this.#requests += 1
    if (this.#requests > mostRequests)
      throw new SourceProblem(`${title} has more than an import reads: at most ${mostRequests} requests are sent.`)
    if (tools.clock.monotonicMs() > this.#endsAtMs) throw this.#tooSlow()
    const reply = await tools.send({
      method: form === undefined ? 'GET' : 'POST',
      url: `${base}${path}${textOf(query, '?')}`,
      headers: {
        accept: 'application/json',
        'user-agent': 'Belfry',
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form !== undefined && { body: textOf(form, '') }),
      maxResponseBytes: mostBytes,
      signal: tools.signal,
    })
    if ('problem' in reply) throw new SourceProblem(`${title} cannot be reached: ${reply.problem}`)
    this.#bytes += reply.body.length
    if (this.#bytes > mostBytes)
      throw new SourceProblem(`${title} has more than ${mostBytes / 1_000_000} MB: import a part of it from files.`)
    return reply
  }

  #valueOf(reply: SourceReply, path: string): unknown {
    const { title } = this.#reading
    const { status } = reply
    if (status === 401 || status === 403)
      throw new ApiRefusal(
        `${title} refuses the key (status ${status} at ${path}): check it and what it may read.`,
        status,
      )
    if (status >= 300 && status < 400)
      throw new ApiRefusal(
        `${title} redirects to another address, which is not followed: give the address itself.`,
        status,
      )
    if (status === 429) throw new ApiRefusal(`${title} limits requests: try again in a few minutes.`, status)
    if (status !== 200)
      throw new ApiRefusal(`${title} answers with status ${status} at ${path}: try again later.`, status)
    try {
      if (reply.isWhole) return JSON.parse(reply.body)
    } catch {
      // Said below.
    }
    throw new SourceProblem(`${title} answers ${path} with what is no whole JSON: is the address right?`)
  }

  async #wait(ms: number): Promise<void> {
    const { clock, signal } = this.#reading.tools
    if (clock.monotonicMs() + ms > this.#endsAtMs) throw this.#tooSlow()
    await clock.sleep(ms, signal)
    if (signal.aborted) throw new SourceProblem('The import was stopped.')
  }

  #tooSlow(): SourceProblem {
    const { title, tools } = this.#reading
    const limit = `${Math.round(tools.timeLimitMs / 1000)} seconds`
    return new SourceProblem(
      `To read ${title} takes more than ${limit}, as it limits requests: try later, use belfry import, or give files.`,
    )
  }
}

/** Seconds that an answer asks to wait for; null for one that is final. */
function waitOf({ status, headers }: SourceReply, nowMs: number): number | null {
  if (status !== 429 && status !== 503) return null
  const text = headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? ''
  const seconds = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : (dateOf(text) - nowMs) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : usualWaitSeconds
}

/** Of a date, or of seconds since 1970. */
const dateOf = (text: string): number => (/^\s*\d{8,12}\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text))

function textOf(fields: Readonly<Record<string, string | number>>, before: string): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) parameters.append(name, String(value))
  return parameters.size === 0 ? '' : `${before}${parameters.toString()}`
}
