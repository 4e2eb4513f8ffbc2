import { locationOfQueue } from '#contract'
import type { HealthMessage } from '#contract'
import { dayMs } from '#kernel'
import { listAgentCrashes } from '#storage/agents'
import type { AgentCrashRow } from '#storage/agents'
import type { FindingSource, HealthResult } from './finding.ts'

const maxNamed = 5
const sinceMs = 7 * dayMs

/** Crashes that agents reported. */
export const agents: FindingSource = {
  name: 'agents',
  title: 'Agents',
  meaning: 'Whether agents crashed in the last 7 days.',
  advice: 'Update the agent to the latest version. Full stack traces are in the table agent_crashes.',
  namesResources: true,
  readsDatabase: true,
  audience: 'admins',
  async find({ db }, nowMs): Promise<HealthResult> {
    const crashes = await listAgentCrashes(db, { since: new Date(nowMs - sinceMs), limit: maxNamed })
    if (crashes.length === 0) return { ok: true, found: [{ code: 'AGENTS_HEALTHY' }] }
    const count = crashes.reduce((sum, { reports }) => sum + reports, 0)
    const found = [{ code: 'AGENTS_CRASHED', values: { count } }] as const
    return { ok: true, isDegraded: true, found, details: crashes.map(messageOf) }
  },
}

const messageOf = (crash: AgentCrashRow): HealthMessage => ({
  code: 'AGENT_CRASH',
  values: {
    location: locationOfQueue(crash.queue),
    error: crash.message,
    place: crash.stack.split('\n', 1)[0] || '?',
    version: crash.version,
    platform: crash.platform,
    node: crash.runtimeVersion,
    times: crash.reports,
    last: crash.lastAt.toISOString(),
  },
})
