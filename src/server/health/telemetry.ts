import { findResultExports } from '#storage/analytics'
import { otlpOf } from '../settings/otlp-settings.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the receiver of OpenTelemetry takes the results that it is sent. */
export const telemetry: FindingSource = {
  name: 'telemetry',
  title: 'OpenTelemetry',
  meaning: 'Whether the receiver of OTEL_EXPORTER_OTLP_ENDPOINT takes results.',
  advice: 'Check the receiver and the settings OTEL_EXPORTER_OTLP_…; results wait for it for an hour.',
  readsDatabase: true,
  audience: 'everybody',
  needsService: true,
  async find({ db, settings }): Promise<HealthResult> {
    if (settings === undefined || otlpOf(settings) === null) return { ok: true, found: [{ code: 'TELEMETRY_OFF' }] }
    const [row] = await findResultExports(db)
    const values = { sent: Number(row?.sent ?? 0), dropped: Number(row?.dropped ?? 0) }
    const problem = row?.problem ?? null
    if (problem === null) return { ok: true, found: [{ code: 'TELEMETRY_SENT', values }], numbers: values }
    const details = [{ code: 'TELEMETRY_ERROR', values: { error: problem } }] as const
    return { ok: true, isDegraded: true, found: [{ code: 'TELEMETRY_FAILS', values }], details, numbers: values }
  },
}
