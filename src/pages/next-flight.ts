/**
 * Answers a question for all who wait at once. Nobody gets an answer that was begun before they asked: who comes while
 * one is on its way waits for the next, so that at most one for each key is being made.
 */
export class NextFlight<Value> {
  readonly #running = new Map<string, Promise<Value>>()
  readonly #next = new Map<string, Promise<Value>>()

  ask(key: string, make: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key)
    if (running === undefined) return this.#begin(key, make)
    const waiting = this.#next.get(key)
    if (waiting !== undefined) return waiting
    const begin = (): Promise<Value> => {
      this.#next.delete(key)
      return this.#begin(key, make)
    }
    const next = running.then(begin, begin)
    this.#next.set(key, next)
    return next
  }

  #begin(key: string, make: () => Promise<Value>): Promise<Value> {
    const made = make().finally(() => {
      if (this.#running.get(key) === made) this.#running.delete(key)
    })
    this.#running.set(key, made)
    return made
  }
}
