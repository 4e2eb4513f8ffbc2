import { Duplex } from 'node:stream'
import type { Arrivals, Ending } from './arrivals.ts'
import { dropErrors } from './connect-tcp.ts'

/**
 * A connection for Node's client over which the request was sent already and the beginning of the response has
 * arrived: what the client writes is dropped, and it reads what there is before what still arrives.
 */
export class Replay extends Duplex {
  readonly #arrivals: Arrivals
  readonly #waiting: Buffer[]
  #ending: Ending | null

  constructor(arrivals: Arrivals, received: readonly Buffer[]) {
    // Without a buffer of its own nothing is asked for before all that came earlier has been handled.
    super({ readableHighWaterMark: 0, allowHalfOpen: false })
    this.on('error', dropErrors)
    this.#arrivals = arrivals
    this.#waiting = [...received]
    this.#ending = arrivals.ending
    arrivals.receiver = {
      data: (bytes) => {
        if (this.#waiting.length > 0) this.#waiting.push(bytes)
        else if (!this.push(bytes)) arrivals.socket.pause()
      },
      ended: (how) => {
        this.#ending = how
        if (this.#waiting.length === 0 && this.readableLength === 0) this.#end(how)
      },
    }
  }

  override _read(): void {
    const next = this.#waiting.shift()
    if (next) this.push(next)
    else if (this.#ending !== null) this.#end(this.#ending)
    else this.#arrivals.socket.resume()
  }

  override _write(_bytes: unknown, _encoding: unknown, done: () => void): void {
    done()
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
