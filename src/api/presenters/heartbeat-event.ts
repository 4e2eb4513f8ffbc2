import type { HeartbeatEventResource } from '#contract'
import type { HeartbeatEventRow } from '#storage'

/** One ping or missed ping of a heartbeat. */
export const presentEvent = (event: HeartbeatEventRow): HeartbeatEventResource => ({
  id: event.id,
  state: event.state,
  timestamp: event.at.toISOString(),
  source: event.source,
  userAgent: event.userAgent,
})
