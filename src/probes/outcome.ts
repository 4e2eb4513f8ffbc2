import type { Answers, LogLine, Observation, ObservationFailure, TriedAddress, WireCheckType } from '#contract'
import { writeReason } from '#contract/reasons'
import type { AddressUse, Deadline, Resolved } from '#egress'
import type { Clock } from '#kernel'
import { addressesInTurn } from './addresses-in-turn.ts'
import type { Look } from './addresses-in-turn.ts'

interface AddressSetting {
  readonly tryAllAddresses?: boolean
}

/** Milliseconds rounded to whole microseconds. */
export const roundMs = (ms: number): number => Math.round(Math.max(0, ms) * 1000) / 1000

/** Collects the times of one observation. Created when the probe starts. */
export class Stopwatch {
  readonly startedAt: number
  readonly log: LogLine[] = []
  readonly #clock: Clock
  readonly #start: number
  readonly #steadyStart: number
  #tried: readonly TriedAddress[] = []

  constructor(clock: Clock) {
    this.startedAt = clock.now()
    this.#clock = clock
    this.#start = clock.activeMs()
    this.#steadyStart = clock.monotonicMs()
  }

  /** Without the time during which this process was stopped. */
  elapsedMs(): number {
    return this.#clock.activeMs() - this.#start
  }

  note(level: LogLine['level'], msg: string): void {
    this.log.push({ time: this.startedAt + Math.round(this.elapsedMs()), level, msg })
  }

  /** How a check uses the addresses of its target; what is tried becomes part of the observation. */
  addressUse({ tryAllAddresses }: AddressSetting): AddressUse {
    return { onlyFirst: tryAllAddresses === false, tried: (addresses) => (this.#tried = addresses) }
  }

  /** The same for protocols without connections; the outcome that counts. */
  async inTurn<T>(
    { tryAllAddresses }: AddressSetting,
    { addresses }: Pick<Resolved, 'addresses'>,
    look: Look<T>,
    deadline: Deadline,
  ): Promise<T> {
    const used = tryAllAddresses === false ? addresses.slice(0, 1) : addresses
    const { outcome, tried } = await addressesInTurn(used, look, deadline)
    if (tried.length > 1) this.#tried = tried
    return outcome
  }

  /** An observation with an answer; `responseTimeMs` is compared with the limits of the check. */
  answered<T extends WireCheckType>(answer: Answers[T], responseTimeMs: number): Observation<T> {
    return { ...this.#times(), responseTimeMs: roundMs(responseTimeMs), answer, failure: null, log: this.log }
  }

  failed<T extends WireCheckType>(failure: ObservationFailure): Observation<T> {
    const responseTimeMs = roundMs(this.elapsedMs())
    return { ...this.#times(), responseTimeMs, answer: null, failure, log: this.log }
  }

  #times() {
    const tried = this.#tried.length === 0 ? {} : { triedAddresses: this.#tried }
    return { startedAt: this.startedAt, stoppedAt: this.stoppedAt(), ...tried }
  }

  /** The time when it stops now, in epoch milliseconds. */
  stoppedAt(): number {
    return this.startedAt + Math.ceil(this.#clock.monotonicMs() - this.#steadyStart)
  }
}

/** A timeout under the code of its check type; any other failure unchanged. */
export function withTimeoutCode(failure: ObservationFailure, deadline: Deadline, code: string): ObservationFailure {
  if (failure !== deadline.failure || failure.code !== 'ETIMEDOUT') return failure
  const message = writeReason('NO_COMPLETE_ANSWER', { milliseconds: roundMs(deadline.timeoutMs) })
  return { kind: 'timeout', code, message, isNetworkError: true }
}
