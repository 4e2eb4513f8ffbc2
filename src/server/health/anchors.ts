import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether this machine reaches anything, as it was found out last. */
export const anchors: FindingSource = {
  name: 'anchors',
  title: 'Anchors',
  meaning: 'Whether this machine reaches its network, so that a failed run says something about its target.',
  advice:
    'Check the network of this machine. Where its gateway and name servers answer nobody, name other anchors in BELFRY_ANCHORS.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find({ sight }, nowMs): HealthResult {
    if (!sight) return { ok: true, found: [{ code: 'ANCHORS_OFF' }] }
    const { anchors: count, counted, blindSince, silent } = sight.state
    const details = silent.map((anchor) => ({ code: 'ANCHOR_SILENT' as const, values: { anchor } }))
    const numbers = { anchors: count, counted }
    if (blindSince !== null)
      return {
        ok: true,
        isDegraded: true,
        found: [{ code: 'ANCHORS_SILENT', values: { seconds: seconds(nowMs - blindSince) } }],
        details,
        numbers,
      }
    if (counted === 0) return { ok: true, isImprovable: true, found: [{ code: 'ANCHORS_NEVER' }], numbers }
    return { ok: true, found: [{ code: 'ANCHORS_ANSWER', values: { counted, count } }], numbers }
  },
}
