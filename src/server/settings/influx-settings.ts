import { matching, optional, webUrl } from '#runner-host'
import type { SettingRow } from '#runner-host'

/** Rows of the table of settings. */
export const influxRows = {
  BELFRY_INFLUX_WRITE_URL: optional(
    'Where the results of all accounts are written in the line protocol of InfluxDB, for example `http://influxdb:8086/api/v2/write?org=shop&bucket=checks`. See [InfluxDB](opentelemetry.md#influxdb).',
    webUrl,
  ),
  BELFRY_INFLUX_TOKEN: optional(
    'The token for it, sent as `Authorization: Token …`.',
    matching(/^[!-~]+$/, 'a token without spaces'),
  ),
} as const satisfies Record<string, SettingRow<unknown>>
