/** When a packet was sent, by the clock of the system and by the monotonic one of the process. Milliseconds. */
export interface SendTime {
  readonly sentAt: number
  readonly sentElapsed: number
}

/** The timestamps are of the wall clock; an impossible round trip is taken from the monotonic clock. */
export function roundTrip({ sentAt, sentElapsed }: SendTime, receivedAt: number): number {
  const elapsed = performance.now() - sentElapsed
  const stamped = receivedAt - sentAt
  return stamped < 0 || stamped > elapsed + 1 ? elapsed : stamped
}
