import { minuteMs } from '#kernel'

const rememberedMs = 10 * minuteMs

interface Seen {
  readonly account: string
  readonly atMs: number
}

/** Whether several accounts have runs here: the two that had the latest ones. */
export class LatestAccounts {
  #latest: Seen | null = null
  #other: Seen | null = null

  note(account: string, atMs: number): void {
    if (this.#latest !== null && this.#latest.account !== account) this.#other = this.#latest
    this.#latest = { account, atMs }
  }

  /** Whether no other account had a run within ten minutes. */
  isAlone(account: string, atMs: number): boolean {
    const other = this.#latest?.account === account ? this.#other : this.#latest
    return other === null || atMs - other.atMs > rememberedMs
  }
}
