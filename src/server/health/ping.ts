import { pingPermission } from '#probes'
import type { FindingSource, HealthResult } from './finding.ts'

export const ping: FindingSource = {
  name: 'ping',
  title: 'Ping',
  meaning: 'Whether ICMP checks can run.',
  advice: 'Permit ICMP for the user of the service (docs/checks-icmp.md).',
  readsDatabase: false,
  audience: 'admins',
  find: (): HealthResult => {
    const { way, advice } = pingPermission()
    if (way !== 'none') return { ok: true, found: [{ code: 'PING_PERMITTED', values: { way } }] }
    return {
      ok: true,
      isDegraded: true,
      found: [{ code: 'PING_FORBIDDEN' }],
      details: advice ? [{ code: 'PING_ADVICE', values: { advice } }] : [],
    }
  },
}
