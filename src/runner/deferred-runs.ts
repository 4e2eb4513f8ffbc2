import type { RunTask } from '#contract'

/** How many queues are looked at for one run that may start. */
const looks = 16

/** Claimed runs that may not start yet, in queues by what they wait for, which take turns. */
export class DeferredRuns {
  readonly #queues = new Map<string, Set<RunTask>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(blocker: string, task: RunTask): void {
    const queue = this.#queues.get(blocker)
    if (queue) queue.add(task)
    else this.#queues.set(blocker, new Set([task]))
    this.#count += 1
  }

  /** Removes and returns a run that may start now, or null. `blockerOf` says what a run still waits for. */
  next(blockerOf: (task: RunTask) => string | null): RunTask | null {
    let left = Math.min(looks, this.#queues.size)
    for (const [key, queue] of this.#queues) {
      const [first] = queue
      if (left === 0 || first === undefined) return null
      left -= 1
      const blocker = blockerOf(first)
      this.#moveLast(key, queue)
      if (blocker === key) continue
      this.#remove(key, queue, first)
      if (blocker === null) return first
      this.add(blocker, first)
    }
    return null
  }

  /** Removes and returns all. */
  drain(): RunTask[] {
    const tasks = [...this.#queues.values()].flatMap((queue) => [...queue])
    this.#queues.clear()
    this.#count = 0
    return tasks
  }

  #moveLast(key: string, queue: Set<RunTask>): void {
    this.#queues.delete(key)
    this.#queues.set(key, queue)
  }

  #remove(key: string, queue: Set<RunTask>, task: RunTask): void {
    queue.delete(task)
    this.#count -= 1
    if (queue.size === 0) this.#queues.delete(key)
  }
}
