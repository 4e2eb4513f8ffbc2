/** Who publishes, and when, in epoch milliseconds. */
export interface Publisher {
  readonly accountId: string
  readonly nowMs: number
}
