import type { Clock } from '#kernel'
import { Arrivals } from './arrivals.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange, ExchangeFailed, ExchangeRequest } from './exchange.ts'
import { leave } from './leave.ts'
import { nodeExchange } from './node-exchange.ts'
import type { Open } from './node-exchange.ts'
import { beginningOfBody, maxPlainBytes, readPlainBody } from './plain-body.ts'
import type { Received } from './plain-body.ts'
import { readPlainHead } from './plain-response.ts'
import type { PlainHead } from './plain-response.ts'
import type { BodyLimits, CutBody, ReadBody } from './read-body.ts'

export interface PlainSent {
  readonly request: ExchangeRequest
  /** As `plainRequest` wrote it. */
  readonly bytes: string | Buffer
  readonly endpoint: string
}

/**
 * One plain request and its response over a socket, without Node's client. A response that is not of the ordinary form
 * is given to Node's client as it arrived, so that its result is Node's; nothing is sent twice.
 */
export function plainExchange(open: Open, sent: PlainSent, deadline: Deadline): Promise<Exchange | ExchangeFailed> {
  return new PlainExchange(open, sent, deadline.clock).head(deadline)
}

class PlainExchange {
  readonly #open: Open
  readonly #sent: PlainSent
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #arrivals: Arrivals
  readonly #pieces: Buffer[] = []
  #size = 0
  /** The same exchange, where Node's client had to read the body. */
  #ofNode: Exchange | null = null
  #changed = (): void => {}

  constructor(open: Open, sent: PlainSent, clock: Clock) {
    this.#open = open
    this.#sent = sent
    this.#clock = clock
    this.#startedAt = clock.activeMs()
    const data = (bytes: Buffer): void => {
      this.#pieces.push(bytes)
      this.#size += bytes.length
      this.#changed()
    }
    this.#arrivals = new Arrivals(open.socket, { data, ended: () => this.#changed() })
    open.socket.write(sent.bytes, 'latin1')
  }

  head(deadline: Deadline): Promise<Exchange | ExchangeFailed> {
    const { address, certificateExpiresAt, socket } = this.#open
    return new Promise((settle) => {
      const stop = deadline.onExpire((why) => {
        this.#changed = () => {}
        socket.destroy()
        settle({ failure: why, address, certificateExpiresAt })
      })
      this.#changed = () => {
        stop()
        this.#changed = () => {}
        const head = readPlainHead(this.#pieces[0] ?? empty, this.#sent.request.method === 'HEAD')
        settle(head === 'unusual' ? this.#byNode(deadline) : this.#exchange(head))
      }
    })
  }

  #exchange(response: PlainHead): Exchange {
    const { address, certificateExpiresAt, dnsMs, connectMs, tlsMs } = this.#open
    const phases = { dnsMs, connectMs, tlsMs, firstByteMs: this.#clock.activeMs() - this.#startedAt }
    return {
      failure: null,
      response,
      address,
      phases,
      certificateExpiresAt,
      endpoint: this.#sent.endpoint,
      oddities: () => this.#ofNode?.oddities() ?? [],
      readBody: (limits, deadline) => this.#readBody(response, limits, deadline),
      close: () => leave(this.#open.socket, this.#clock),
    }
  }

  #readBody(head: PlainHead, limits: BodyLimits, deadline: Deadline): Promise<ReadBody | CutBody> {
    return new Promise((settle) => {
      const stop = deadline.onExpire((why) => {
        this.#changed = () => {}
        this.#open.socket.destroy()
        settle({ failure: why, bytes: beginningOfBody(head, this.#received()).subarray(0, limits.maxBytes) })
      })
      if (deadline.failure) return
      const mayBeLarge = limits.gate === undefined || limits.gate.freeBytes >= maxPlainBytes
      this.#changed = () => {
        const pieces = mayBeLarge ? readPlainBody(head, this.#received()) : 'unusual'
        if (pieces === 'incomplete') return
        stop()
        this.#changed = () => {}
        settle(pieces === 'unusual' ? this.#bodyByNode(limits, deadline) : stored(pieces, limits))
      }
      this.#changed()
    })
  }

  #received(): Received {
    return { pieces: this.#pieces, size: this.#size, ending: this.#arrivals.ending }
  }

  async #bodyByNode(limits: BodyLimits, deadline: Deadline): Promise<ReadBody | CutBody> {
    const exchange = await this.#byNode(deadline)
    if (!exchange.failure) this.#ofNode = exchange
    return exchange.failure ? { failure: exchange.failure, bytes: empty } : exchange.readBody(limits, deadline)
  }

  #byNode(deadline: Deadline): Promise<Exchange | ExchangeFailed> {
    const begun = { arrivals: this.#arrivals, received: this.#pieces }
    return nodeExchange({ ...this.#open, begun }, this.#sent.request, this.#sent.endpoint, deadline)
  }
}

const empty = Buffer.alloc(0)

function stored(pieces: readonly Buffer[], { maxBytes, maxStoredBytes = maxBytes }: BodyLimits): ReadBody {
  const [only = empty, ...others] = pieces
  const bytes = others.length === 0 ? only : Buffer.concat(pieces)
  return {
    failure: null,
    bytes: bytes.subarray(0, Math.min(maxBytes, maxStoredBytes)),
    size: Math.min(maxBytes, bytes.length),
    truncated: bytes.length > maxBytes,
  }
}
