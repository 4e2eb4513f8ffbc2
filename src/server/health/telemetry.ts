import { findResultExports } from '#storage/analytics'
import type { Settings } from '../settings/settings.ts'
import { otlpOf } from '../settings/otlp-settings.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const receiversOf = (settings: Settings): string[] => [
  ...(otlpOf(settings) === null ? [] : ['otlp']),
  ...(settings.influxWriteUrl === null ? [] : ['influxdb']),
]

/** Whether the receivers of telemetry take the results that they are sent. */
export const telemetry: FindingSource = {
  name: 'telemetry',
  title: 'Telemetry',
  meaning: 'Whether the receivers of OTEL_EXPORTER_OTLP_ENDPOINT and BELFRY_INFLUX_WRITE_URL take results.',
  advice:
    'Check the receiver and the settings OTEL_EXPORTER_OTLP_… or BELFRY_INFLUX_…; results wait for it for an hour.',
  readsDatabase: true,
  audience: 'everybody',
  needsService: true,
  async find({ db, settings }): Promise<HealthResult> {
    const names = settings === undefined ? [] : receiversOf(settings)
    if (names.length === 0) return { ok: true, found: [{ code: 'TELEMETRY_OFF' }] }
    const rows = (await findResultExports(db)).filter(({ receiver }) => names.includes(receiver))
    const sumOf = (of: 'sent' | 'dropped'): number => rows.reduce((sum, row) => sum + Number(row[of]), 0)
    const values = { sent: sumOf('sent'), dropped: sumOf('dropped') }
    const problem = rows.find((row) => row.problem !== null)?.problem ?? null
    if (problem === null) return { ok: true, found: [{ code: 'TELEMETRY_SENT', values }], numbers: values }
    const details = [{ code: 'TELEMETRY_ERROR', values: { error: problem } }] as const
    return { ok: true, isDegraded: true, found: [{ code: 'TELEMETRY_FAILS', values }], details, numbers: values }
  },
}
