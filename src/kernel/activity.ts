/** The work in progress of a program: iterations of its loops, runs, deliveries, calls. */
export class Activity {
  readonly #ongoing = new Map<string, number>()
  #begun = 0
  #idle: PromiseWithResolvers<void> | null = null

  /** Counts until `work` is over. */
  async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(name)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Begins an activity; returns the function that ends it. */
  begin(name: string): () => void {
    this.#begun += 1
    this.#ongoing.set(name, (this.#ongoing.get(name) ?? 0) + 1)
    return () => this.#end(name)
  }

  /** How much has begun since the start. */
  get begun(): number {
    return this.#begun
  }

  /** The work in progress, by name. */
  get ongoing(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#ongoing)
  }

  /** Resolves when no work is in progress. */
  untilIdle(): Promise<void> {
    if (this.#ongoing.size === 0) return Promise.resolve()
    this.#idle ??= Promise.withResolvers()
    return this.#idle.promise
  }

  #end(name: string): void {
    const left = (this.#ongoing.get(name) ?? 0) - 1
    if (left > 0) this.#ongoing.set(name, left)
    else this.#ongoing.delete(name)
    if (this.#ongoing.size > 0) return
    this.#idle?.resolve()
    this.#idle = null
  }
}
