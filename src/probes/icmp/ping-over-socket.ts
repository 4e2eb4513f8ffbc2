import { randomBytes } from 'node:crypto'
import { failureOf } from '#egress'
import type { Deadline, Failed } from '#egress'
import { roundMs } from '../outcome.ts'
import { payloadBytes } from './echo-packet.ts'
import { socketAddress } from '../system/socket-address.ts'
import type { Arrival, EchoSocket } from './echo-socket.ts'
import { pauseMs, replyWaitMs, unanswered } from './ping-plan.ts'
import type { PingOutcome, PingPlan, PingResult } from './ping-plan.ts'

const busyCodes = ['EAGAIN', 'ENOBUFS']
const busyPauseMs = 5
/** Reserved between the end of the last wait and the time limit. */
const spareMs = 50

/**
 * Sends the plan's packets 500 ms apart and waits for the last ones for 2 s, or twice the longest round trip. With less
 * time left, fewer packets are sent, so that none counts as lost for lack of waiting. A packet that the system fails to
 * send counts as lost; when all fail, that is the failure.
 */
export const pingOverSocket = (socket: EchoSocket, plan: PingPlan, deadline: Deadline): Promise<PingOutcome | Failed> =>
  new Promise((settle) => new EchoRun(socket, plan, deadline, settle).start())

class EchoRun {
  readonly #socket: EchoSocket
  readonly #plan: PingPlan
  readonly #deadline: Deadline
  readonly #settle: (outcome: PingOutcome | Failed) => void
  readonly #address: Buffer
  readonly #payload = randomBytes(payloadBytes)
  readonly #packets: PingResult[] = []
  readonly #sequences: number[] = []
  readonly #wait: number
  readonly #startedAt = performance.now()
  #received = 0
  #sendErrors = 0
  #sendErrorCode = ''
  #longestRtt = 0
  #isLastSent = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined
  #stopListening: () => void = () => {}

  constructor(socket: EchoSocket, plan: PingPlan, deadline: Deadline, settle: (outcome: PingOutcome | Failed) => void) {
    this.#socket = socket
    this.#plan = plan
    this.#deadline = deadline
    this.#settle = settle
    this.#address = socketAddress(plan.address)
    this.#wait = Math.min(replyWaitMs, deadline.timeoutMs / 2)
  }

  start(): void {
    this.#stopListening = this.#deadline.onExpire((failure) => {
      if (failure.code === 'ECANCELED' || this.#received === 0) this.#end({ failure })
      else this.#finish()
    })
    if (!this.#isOver) this.#sendNext()
  }

  readonly #sendNext = (): void => {
    const sequence = this.#packets.length
    const onArrival = (arrival: Arrival): void => this.#note(sequence, arrival)
    const sent = this.#socket.send({ address: this.#address, payload: this.#payload, onArrival })
    const nextAt = pauseMs * (sequence + 1) - (performance.now() - this.#startedAt)
    if ('code' in sent && busyCodes.includes(sent.code) && nextAt > busyPauseMs) {
      this.#timer = setTimeout(this.#sendNext, busyPauseMs)
      return
    }
    if ('code' in sent) this.#countSendError(sent.code)
    else this.#sequences.push(sent.sequence)
    this.#packets.push(unanswered(sequence))
    const hasTime = this.#deadline.remainingMs() > nextAt + this.#wait + spareMs
    const hasNext = sequence + 1 < this.#plan.pingCount && hasTime
    if (hasNext) this.#timer = setTimeout(this.#sendNext, Math.max(0, nextAt))
    else this.#awaitLast()
  }

  #countSendError(code: string): void {
    this.#sendErrors += 1
    this.#sendErrorCode = code
  }

  #awaitLast(): void {
    this.#isLastSent = true
    if (this.#isComplete()) this.#finish()
    else this.#timer = setTimeout(this.#finish, Math.max(this.#wait, 2 * this.#longestRtt))
  }

  #isComplete(): boolean {
    return this.#isLastSent && this.#received + this.#sendErrors === this.#packets.length
  }

  #note(sequence: number, { isReply, type, code, rtt, ttl }: Arrival): void {
    const before = this.#packets[sequence]
    if (this.#isOver || before?.success) return
    this.#packets[sequence] = {
      sequence,
      type,
      code,
      success: isReply,
      rtt: isReply ? roundMs(rtt) : null,
      ttl: isReply ? ttl : null,
    }
    if (!isReply) return
    this.#received += 1
    this.#longestRtt = Math.max(this.#longestRtt, rtt)
    if (this.#isComplete()) this.#finish()
  }

  readonly #finish = (): void => {
    const { address } = this.#plan
    if (this.#sendErrors === this.#packets.length)
      this.#end({ failure: failureOf(this.#sendErrorCode, address, 'connect') })
    else this.#end({ failure: null, packets: this.#packets })
  }

  #end(outcome: PingOutcome | Failed): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#stopListening()
    for (const sequence of this.#sequences) this.#socket.forget(sequence)
    this.#settle(outcome)
  }
}
