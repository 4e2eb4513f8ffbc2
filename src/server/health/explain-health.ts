import type { InstallationFinding } from '#api'
import { healthText, healthTexts } from '#contract'
import type { HealthMessage, HealthMessageResource } from '#contract'
import { minuteMs } from '#kernel'
import { checkHealth, findPublic } from './check-health.ts'
import type { Found } from './check-health.ts'
import { examine } from './examine.ts'
import type { FindingSource, HealthSources } from './finding.ts'
import { findingSources } from './sources.ts'

const keptMs = minuteMs

/** The health of the service for the API: all findings for admins, the state for event streams. */
export const healthOf = (sources: HealthSources, db: HealthSources['db']) => ({
  installationHealth: healthExplainer(sources),
  serviceHealth: () => checkHealth({ ...sources, db }),
})

/**
 * A function that says what `/health` finds and what else admins see, each with what it means and what to do. The machine
 * and its network are examined at most once a minute, however many callers.
 */
export function healthExplainer(
  sources: HealthSources,
  rows: readonly FindingSource[] = findingSources,
): () => Promise<InstallationFinding[]> {
  let examined: { readonly untilMs: number; readonly found: Promise<readonly Found[]> } | undefined
  return async () => {
    const nowMs = sources.clock.now()
    if (examined === undefined || nowMs >= examined.untilMs)
      examined = { untilMs: nowMs + keptMs, found: examineAll(sources, rows) }
    const [everybody, admins] = await Promise.all([findPublic(sources), examined.found])
    return [...everybody, ...admins].map(explained)
  }
}

const examineAll = (sources: HealthSources, rows: readonly FindingSource[]): Promise<Found[]> =>
  Promise.all(
    rows
      .filter(({ audience }) => audience === 'admins')
      .map(async (source) => ({ source, result: await examine(source, sources) })),
  )

function explained({ source, result: { ok, isDegraded, found, details = [] } }: Found): InstallationFinding {
  const { name, meaning, advice, namesResources = false } = source
  return {
    name,
    state: ok ? (isDegraded ? 'DEGRADED' : 'OK') : 'FAILING',
    message: healthTexts(found),
    messages: found.map(presented),
    details: details.map(presented),
    meaning,
    advice,
    namesResources,
  }
}

const presented = (message: HealthMessage): HealthMessageResource => ({
  code: message.code,
  text: healthText(message),
  values: { ...message.values },
})
