import { integer, optional, row, webUrl } from '#runner-host'
import type { SettingRow } from '#runner-host'

/** Rows of the table of settings. */
export const heartbeatRows = {
  BELFRY_HEARTBEAT_URL: optional(
    'A URL that is pinged while this service works, for example the ping URL of a heartbeat in another installation. See [watching each other](watching-each-other.md).',
    webUrl,
  ),
  BELFRY_HEARTBEAT_INTERVAL: row('Seconds between two of these pings.', 60, integer(10, 86_400)),
} as const satisfies Record<string, SettingRow<unknown>>
