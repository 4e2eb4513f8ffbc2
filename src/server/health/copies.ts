import { copyStateOf } from '#publishing'
import { copyTargets } from '../start/copy-targets.ts'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether copies of status pages are kept, and how old they are. */
export const copies: FindingSource = {
  name: 'copies',
  title: 'Copies',
  meaning: 'Whether copies of status pages are written, and how old they are.',
  advice: 'Check the settings BELFRY_SNAPSHOTS_… and that a process with the role scheduler has them.',
  namesResources: true,
  readsDatabase: true,
  audience: 'admins',
  async find({ db, clock, settings }, nowMs): Promise<HealthResult> {
    const targets = settings === undefined ? [] : copyTargets(settings, clock)
    const found = []
    for (const { name, place, againAfterMs } of targets) {
      const { pages, oldestAt, failure } = await copyStateOf({ db }, name)
      const ageMs = oldestAt === null ? null : nowMs - oldestAt.getTime()
      const isLate = pages > 0 && (ageMs === null || ageMs > 2 * againAfterMs)
      if (failure !== null || isLate)
        found.push({ code: 'COPIES_FAIL' as const, values: { place, error: failure ?? '-' } })
      else found.push({ code: 'COPIES_KEPT' as const, values: { place, pages, seconds: seconds(ageMs ?? 0) } })
    }
    if (found.length === 0) return { ok: true, found: [{ code: 'COPIES_OFF' }] }
    return found.some(({ code }) => code === 'COPIES_FAIL')
      ? { ok: true, isDegraded: true, found }
      : { ok: true, found }
  },
}
