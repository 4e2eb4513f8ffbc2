import { Activity, randomId } from '#kernel'
import type { Database } from '#storage/database'

const channel = 'activity'

/** The work in progress of a service, including work that notifications of its database are about to start. */
export class ServiceActivity extends Activity {
  /** Waiting calls, by the token of their notification. */
  readonly #awaited = new Map<string, () => void>()
  #listening: Promise<unknown> | null = null

  /**
   * Resolves when nothing is left to do at the present time: nothing is going on, and no notification of the database
   * that could begin something is on its way.
   */
  async settled(db: Database): Promise<void> {
    for (;;) {
      await this.untilIdle()
      const before = this.begun
      await this.#untilNotified(db)
      // What a notification or a timer woke begins in the turn of the event loop that follows.
      await new Promise((resolve) => setImmediate(resolve))
      if (Object.keys(this.ongoing).length === 0 && this.begun === before) return
    }
  }

  /** Notifications arrive in the order of their transactions: those before this one have arrived when it does. */
  async #untilNotified(db: Database): Promise<void> {
    this.#listening ??= db.listen(channel, (token) => this.#awaited.get(token ?? '')?.())
    await this.#listening
    const [token, { promise, resolve }] = [randomId(), Promise.withResolvers<void>()]
    this.#awaited.set(token, resolve)
    try {
      await db.query('select pg_notify($1, $2)', [channel, token])
      await promise
    } finally {
      this.#awaited.delete(token)
    }
  }
}
