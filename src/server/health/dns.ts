import { lookup } from 'node:dns/promises'
import type { FindingSource, HealthResult } from './finding.ts'

/** A name of the internet that always exists (RFC 2606). */
export const testName = 'example.com'

export const dns: FindingSource = {
  name: 'dns',
  title: 'DNS',
  meaning: 'Whether host names can be resolved.',
  advice: 'Check /etc/resolv.conf. Checks of host names fail; checks of IP addresses still work.',
  readsDatabase: false,
  audience: 'admins',
  async find(): Promise<HealthResult> {
    try {
      const { address } = await lookup(testName)
      return { ok: true, found: [{ code: 'NAME_RESOLVED', values: { name: testName, address } }] }
    } catch (error) {
      const values = { name: testName, error: error instanceof Error ? error.message : String(error) }
      return { ok: true, isDegraded: true, found: [{ code: 'NAME_UNRESOLVED', values }] }
    }
  },
}
