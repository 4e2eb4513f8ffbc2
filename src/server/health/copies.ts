import type { CopyTarget } from '#copies'
import { copyStateOf } from '#publishing'
import type { CopyState } from '#publishing'
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
    if (targets.length === 0) return { ok: true, found: [{ code: 'COPIES_OFF' }] }
    const found = []
    for (const target of targets) found.push(messageOf(target, await copyStateOf({ db }, target.name), nowMs))
    const isDegraded = found.some(({ code }) => code !== 'COPIES_KEPT')
    return { ok: true, found, ...(isDegraded && { isDegraded }) }
  },
}

/** A place fails when its last attempt did, or when its oldest copy is older than two rounds. */
function messageOf({ place, againAfterMs }: CopyTarget, { pages, oldestAt, failure }: CopyState, nowMs: number) {
  if (failure !== null) return { code: 'COPIES_FAIL' as const, values: { place, error: failure } }
  const ageMs = oldestAt === null ? 0 : nowMs - oldestAt.getTime()
  if (pages > 0 && (oldestAt === null || ageMs > 2 * againAfterMs))
    return { code: 'COPIES_LATE' as const, values: { place, seconds: seconds(ageMs) } }
  return { code: 'COPIES_KEPT' as const, values: { place, pages, seconds: seconds(ageMs) } }
}
