import { findLiveRunLogs, findTakenSequences, findWrittenSnapshots, listResultsOfTestSession } from '#storage/runs'
import type { LiveRunKey, LiveSession } from '#storage/runs'
import type { Store } from '#storage/database'
import { logMessage, resultMessage, startMessage } from './live-messages.ts'
import type { LiveMessage } from './live-messages.ts'

/**
 * The results of one session, sent to one client in the order in which they are there. Read from the database, so that any
 * process may have settled them, and a client that comes back gets what it missed.
 */
export class FollowedRun {
  readonly key: LiveRunKey
  /** Null until the session starts. */
  session: LiveSession | null = null
  readonly #send: (message: LiveMessage) => void
  readonly #sent = new Set<string>()
  readonly #attempts: Set<string>
  readonly #started = new Set<string>()
  #logPosition: number
  #isOver = false

  /**
   * `before` is what the client followed until its connection ended: it has the attempts and logs, which it would print
   * twice. It ignores starts and final results that it knows.
   */
  constructor(key: LiveRunKey, send: (message: LiveMessage) => void, before?: FollowedRun) {
    this.key = key
    this.#send = send
    this.#attempts = new Set(before ? before.#attempts : [])
    this.#logPosition = before ? before.#logPosition : 0
  }

  /** Whether all has been sent. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Sends what is new. */
  async read({ db, encryption }: Store): Promise<void> {
    const { session } = this
    if (session === null || this.#isOver) return
    const { accountId, sessionId } = session
    const results = await listResultsOfTestSession(db, { accountId, id: sessionId })
    const pending = results.filter(({ resultType }) => resultType === 'PENDING')
    const waiting = pending.filter(({ sequenceId }) => !this.#started.has(sequenceId))
    const checkIds = [...new Set(waiting.map(({ checkId }) => checkId))]
    const taken = checkIds.length === 0 ? [] : await findTakenSequences(db, sessionId, checkIds)
    const unsent = results.filter(({ id }) => !this.#sent.has(id) && !this.#attempts.has(id))
    const of = (type: 'ATTEMPT' | 'FINAL') => unsent.filter(({ resultType }) => resultType === type)
    // The client ignores what comes after the final result of a run.
    const ended = [...of('ATTEMPT'), ...of('FINAL')]
    const endedIds = ended.map(({ id }) => id)
    const snapshots = ended.length === 0 ? null : await findWrittenSnapshots(db, { accountId, id: sessionId }, endedIds)
    await this.#sendLogs({ db, encryption }, session)
    for (const sequenceId of [...taken, ...ended.map((result) => result.sequenceId)]) this.#sendStart(sequenceId)
    for (const result of ended) {
      const known = result.resultType === 'ATTEMPT' ? this.#attempts : this.#sent
      known.add(result.id)
      this.#send(resultMessage(result, { isRecorded: session.isRecorded, snapshots: snapshots?.get(result.id) }))
    }
    this.#isOver = results.length > 0 && pending.length === 0
  }

  /** Before the results, behind which the client ignores them. */
  async #sendLogs({ db, encryption }: Store, { sessionId, streamsLogs }: LiveSession): Promise<void> {
    for (;;) {
      const parts = await findLiveRunLogs(db, encryption, { sessionId, after: this.#logPosition })
      for (const part of parts) {
        this.#sendStart(part.sequenceId)
        if (streamsLogs) this.#send(logMessage(part))
        this.#logPosition = part.position
      }
      if (parts.length === 0) return
    }
  }

  #sendStart(sequenceId: string): void {
    if (this.#started.has(sequenceId)) return
    this.#started.add(sequenceId)
    this.#send(startMessage(sequenceId))
  }
}
