import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { TriedAddress } from '#contract'
import { afterActive } from '#kernel'
import type { Deadline } from './deadline.ts'
import { dropErrors } from './drop-errors.ts'
import { errorCode } from './failure.ts'
import type { Resolved } from './resolve.ts'

/** How long an address is tried alone before the next one is tried beside it (RFC 8305, section 5). */
const attemptDelayMs = 250
/** Anyone who names hosts decides how many addresses one has. */
const maxAddresses = 10

/** The socket that connected first; without one, `code` is that of the first address. */
export type RaceResult =
  | { readonly socket: Socket; readonly address: string; readonly tried: readonly TriedAddress[] }
  | { readonly socket: null; readonly code: string; readonly tried: readonly TriedAddress[] }

/**
 * Connects to the addresses of a name as RFC 8305 describes: one after the other, the next at once when one fails and
 * beside it when it is slow, alternately of both IP versions. The first connection wins. All others are closed. Errors of
 * the socket without a listener are dropped.
 */
export const raceAddresses = (
  resolved: Pick<Resolved, 'addresses' | 'others'>,
  port: number,
  deadline: Deadline,
  open: OpenSocket = connect,
): Promise<RaceResult> => new Promise((settle) => new AddressRace(resolved, { port, deadline, open, settle }).begin())

export type OpenSocket = (to: { readonly host: string; readonly port: number; readonly noDelay: true }) => Socket

interface Course {
  readonly port: number
  readonly deadline: Deadline
  readonly open: OpenSocket
  readonly settle: (result: RaceResult) => void
}

class AddressRace {
  readonly #course: Course
  readonly #lookUpOthers: Resolved['others']
  readonly #open = new Map<string, Socket>()
  readonly #errors = new Map<string, string>()
  #waiting: readonly string[]
  #others: 'unknown' | 'asked' | 'known' = 'unknown'
  #isSlow = false
  #isOver = false
  #stopDelay = (): void => {}
  #stopDeadline = (): void => {}

  constructor({ addresses, others }: Pick<Resolved, 'addresses' | 'others'>, course: Course) {
    this.#waiting = [...new Set(addresses)]
    this.#lookUpOthers = others
    this.#course = course
  }

  begin(): void {
    this.#stopDeadline = this.#course.deadline.onExpire(({ code }) => this.#end(code))
    this.#next()
  }

  #next(): void {
    const [address, ...rest] = this.#waiting
    if (this.#isOver) return
    if (address === undefined || this.#errors.size === maxAddresses) return this.#finish()
    this.#stopDelay()
    this.#waiting = rest
    this.#attempt(address)
    this.#isSlow = false
    this.#stopDelay = afterActive(this.#course.deadline.clock, attemptDelayMs, () => {
      this.#isSlow = true
      this.#goOn()
    })
  }

  /** Once the first address is slow or has failed those of the other version are wanted, too. */
  #goOn(): void {
    if (this.#others === 'unknown') {
      this.#others = 'asked'
      void this.#lookUpOthers().then((others) => {
        this.#others = 'known'
        this.#waiting = alternately(others, this.#waiting)
        if (this.#isSlow || this.#open.size === 0) this.#next()
      })
    }
    this.#next()
  }

  #attempt(address: string): void {
    const socket = this.#course.open({ host: address, port: this.#course.port, noDelay: true })
    const fail = (error: Error): void => {
      this.#open.delete(address)
      this.#errors.set(address, errorCode(error))
      this.#goOn()
    }
    this.#open.set(address, socket)
    this.#errors.set(address, 'ECANCELED')
    socket.on('error', dropErrors)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.removeListener('error', fail)
      this.#win(socket, address)
    })
  }

  #win(socket: Socket, address: string): void {
    this.#open.delete(address)
    if (this.#stop()) this.#course.settle({ socket, address, tried: this.#tried(address) })
  }

  /** Nothing is left to try, for now or for good. */
  #finish(): void {
    if (this.#open.size === 0 && this.#others === 'known') this.#end([...this.#errors.values()][0] ?? 'EUNKNOWN')
  }

  #end(code: string): void {
    for (const address of this.#open.keys()) this.#errors.set(address, code)
    if (this.#stop()) this.#course.settle({ socket: null, code, tried: this.#tried(null) })
  }

  #stop(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    this.#stopDelay()
    this.#stopDeadline()
    for (const socket of this.#open.values()) socket.destroy()
    return true
  }

  #tried(winner: string | null): TriedAddress[] {
    return [...this.#errors].map(([address, error]) => ({ address, error: address === winner ? null : error }))
  }
}

/** The addresses of two lists by turns, those of the first list first. */
const alternately = (first: readonly string[], second: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(first.length, second.length) }).flatMap((_, index) =>
    [first[index], second[index]].filter((address) => address !== undefined),
  )
