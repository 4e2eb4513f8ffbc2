/** Background work, awaited only when the service closes. */
export class PendingWork {
  readonly #pending = new Set<Promise<unknown>>()

  /** `work` must not reject. */
  add(work: Promise<unknown>): void {
    this.#pending.add(work)
    void work.finally(() => this.#pending.delete(work))
  }

  /** Resolves when everything that was added has ended. */
  async finished(): Promise<void> {
    await Promise.all(this.#pending)
  }
}
