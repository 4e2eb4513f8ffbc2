import type { HeartbeatEventResource } from '#contract'
import type { HeartbeatEventRow } from '#storage/checks'

/** One ping or missed ping of a heartbeat. */
export const presentEvent = (event: HeartbeatEventRow): HeartbeatEventResource => ({
  ...event,
  timestamp: event.at.toISOString(),
})
