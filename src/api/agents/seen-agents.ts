import { dayMs } from '#kernel'
import type { Clock } from '#kernel'
import { deleteOldAgents, noteSeenAgents } from '#storage/agents'
import type { SeenAgent } from '#storage/agents'
import type { Database } from '#storage/database'

/** How precisely it is stored when an agent was last seen, in milliseconds. */
const writeEveryMs = 10_000
const keptMs = dayMs

/** Remembers which agents called, and writes it for all of them at once. What is lost when a process dies is seen again. */
export class SeenAgents {
  readonly #db: Database
  readonly #clock: Clock
  #seen = new Map<string, SeenAgent>()

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  note({ queue, id }: Pick<SeenAgent, 'queue' | 'id'>, running: number): void {
    this.#seen.set(`${queue} ${id}`, { queue, id, running, seenAt: new Date(this.#clock.now()) })
  }

  /** Writes at once that an agent is there again which counted as gone. */
  noteReturned = ({ queue, id }: Pick<SeenAgent, 'queue' | 'id'>, running: number): Promise<void> =>
    noteSeenAgents(this.#db, [{ queue, id, running, seenAt: new Date(this.#clock.now()) }])

  /** Writes them again and again. */
  readonly loop = {
    name: 'agents',
    iteration: async () => {
      await this.write()
      return writeEveryMs
    },
    finish: () => this.write(),
  }

  async write(): Promise<void> {
    const seen = [...this.#seen.values()]
    this.#seen = new Map()
    await noteSeenAgents(this.#db, seen)
    if (seen.length > 0) await deleteOldAgents(this.#db, new Date(this.#clock.now() - keptMs))
  }
}
