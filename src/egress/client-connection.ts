import { Duplex } from 'node:stream'
import type { Arrivals, Ending } from './arrivals.ts'
import { dropErrors } from './connect-tcp.ts'
import type { TolerantReader } from './tolerant-reader.ts'

/** A request that was sent already, and what has arrived of its response. */
export interface Begun {
  readonly arrivals: Arrivals
  readonly received: readonly Buffer[]
}

/**
 * A connection for Node's client, over which it reads what a tolerant reader makes of what arrives. Where the request was
 * sent already, what the client writes is dropped, and it reads what there is before what still arrives.
 */
export class ClientConnection extends Duplex {
  readonly #arrivals: Arrivals
  readonly #isSent: boolean
  readonly #waiting: Buffer[]
  #ending: Ending | null

  constructor({ arrivals, received }: Begun, reader: TolerantReader, isSent: boolean) {
    // Without a separate buffer nothing is asked for before all that came earlier has been handled.
    super({ readableHighWaterMark: 0, allowHalfOpen: false })
    this.on('error', dropErrors)
    this.#arrivals = arrivals
    this.#isSent = isSent
    this.#waiting = received.flatMap((bytes) => reader.take(bytes))
    this.#ending = arrivals.ending
    if (this.#ending !== null) this.#waiting.push(...reader.end())
    arrivals.receiver = {
      data: (bytes) => this.#receive(reader.take(bytes)),
      ended: (how) => {
        this.#receive(reader.end())
        this.#ending = how
        if (this.#waiting.length === 0 && this.readableLength === 0) this.#end(how)
      },
    }
  }

  #receive(pieces: readonly Buffer[]): void {
    for (const bytes of pieces) {
      if (this.#waiting.length > 0) this.#waiting.push(bytes)
      else if (!this.push(bytes)) this.#arrivals.socket.pause()
    }
  }

  override _read(): void {
    const next = this.#waiting.shift()
    if (next) this.push(next)
    else if (this.#ending !== null) this.#end(this.#ending)
    else this.#arrivals.socket.resume()
  }

  /** An error of the connection is reported by what arrives, after the response that may have come before it. */
  override _write(bytes: Buffer, _encoding: unknown, done: () => void): void {
    if (this.#isSent) done()
    else this.#arrivals.socket.write(bytes, () => done())
  }

  override _final(done: () => void): void {
    this.#arrivals.socket.end()
    done()
  }

  /** Later, as a socket reports its end: who receives the head then has begun to read the body. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#arrivals.socket.destroy()
    setImmediate(done, error)
  }

  #end(how: Ending): void {
    if (how === 'end') this.push(null)
    else setImmediate(() => this.destroy(how === 'close' ? undefined : how))
  }
}
