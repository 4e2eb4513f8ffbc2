/**
 * Shares a pending result among all concurrent callers, so that many requests for one page cost as much as one. Nothing
 * is stored afterwards.
 */
export class SingleFlight<Value> {
  readonly #making = new Map<string, Promise<Value>>()

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#making.get(key)
    if (known !== undefined) return known
    const made = make().finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }
}
