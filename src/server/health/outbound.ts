import { createEgress } from '#egress'
import { testName } from './dns.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const url = `https://${testName}/`
const timeoutMs = 4_000

export const outbound: FindingSource = {
  name: 'outbound',
  title: 'Outbound',
  meaning: 'Whether the internet is reachable.',
  advice: 'Check firewall and proxy, unless this machine only monitors its own network.',
  readsDatabase: false,
  audience: 'admins',
  async find({ clock, settings }): Promise<HealthResult> {
    const egress = createEgress({ allowPrivateTargets: settings?.allowPrivateTargets ?? false }, clock)
    const { signal } = new AbortController()
    const result = await egress.http({ method: 'HEAD', url, headers: {}, timeoutMs, signal })
    if (!('failure' in result) || result.failure === null)
      return { ok: true, found: [{ code: 'OUTSIDE_REACHED', values: { url } }] }
    const values = { url, error: result.failure.message }
    return { ok: true, isDegraded: true, found: [{ code: 'OUTSIDE_UNREACHED', values }] }
  },
}
