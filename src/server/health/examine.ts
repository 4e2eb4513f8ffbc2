import type { Clock } from '#kernel'
import type { FindingSource, HealthResult, HealthSources } from './finding.ts'

const limitMs = 5_000

/** The finding of one health check within five seconds; a failed or slow health check is a finding too. */
export async function examine(source: FindingSource, sources: HealthSources): Promise<HealthResult> {
  const end = new AbortController()
  const { clock } = sources
  try {
    return await Promise.race([source.find(sources, clock.now()), tooSlow(clock, end.signal)])
  } catch (error) {
    const values = { error: error instanceof Error ? error.message : String(error) }
    return { ok: false, found: [{ code: 'EXAMINATION_FAILED', values }] }
  } finally {
    end.abort()
  }
}

const tooSlow = async (clock: Clock, signal: AbortSignal): Promise<HealthResult> => {
  await clock.sleep(limitMs, signal)
  return { ok: true, isDegraded: true, found: [{ code: 'EXAMINATION_SLOW', values: { seconds: limitMs / 1_000 } }] }
}
