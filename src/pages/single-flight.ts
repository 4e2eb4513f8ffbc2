/**
 * Shares what is being made among all who ask for it meanwhile, so that a crowd in front of one page costs as much as
 * one reader after the other. Nothing is kept once it is made.
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
