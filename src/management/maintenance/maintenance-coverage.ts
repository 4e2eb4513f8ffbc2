import type { MaintenanceCoverageResource, MaintenancePreviewBody, MaintenancePreviewResource } from '#contract'
import { MaintenancePreviewBodySchema, withDefaults } from '#contract'
import type { Caller } from '#kernel'
import { localOccurrences } from '#schedule'
import { countChecksOfTags, listCoveredChecks, listGroupsOfTags, listPagesOfVisibility } from '#storage/maintenances'
import type { Queryable, Store } from '#storage/database'
import type { WindowCoverage } from '#storage/maintenances'
import { blankWindow, getMaintenanceWindow } from './maintenance-windows.ts'
import { assertPageReferences } from './unknown-page-references.ts'
import { applyWindowBody } from './window-input.ts'
import { timesOf } from './window-times.ts'

const mostCovered = 100
const previewed = 5

/** The checks that a window pauses or silences. Throws MAINTENANCE_WINDOW_NOT_FOUND. */
export const getMaintenanceCoverage = async (
  store: Store,
  caller: Caller,
  id: number,
): Promise<MaintenanceCoverageResource> =>
  coverageOf(store.db, caller.accountId, await getMaintenanceWindow(store, caller, id))

async function coverageOf(
  db: Queryable,
  accountId: string,
  scope: Omit<WindowCoverage, 'name'>,
): Promise<MaintenanceCoverageResource> {
  const checks = await listCoveredChecks(db, accountId, scope, mostCovered)
  const [first] = checks
  return {
    checks: checks.map(({ id, name, checkType, pauses, silences }) => ({ id, name, checkType, pauses, silences })),
    totalChecks: first?.total ?? 0,
    totalPaused: first?.totalPaused ?? 0,
    totalSilenced: first?.totalSilenced ?? 0,
  }
}

/** When a window with these fields would take place next, and what it would cover. Throws what creating it throws. */
export async function previewMaintenanceWindow(
  { db }: Store,
  caller: Caller,
  body: MaintenancePreviewBody,
): Promise<MaintenancePreviewResource> {
  const { accountId, nowMs } = caller
  const window = applyWindowBody(blankWindow(caller), withDefaults(MaintenancePreviewBodySchema, body))
  await assertPageReferences(db, accountId, window.visibility)
  const tags = [...new Set([...window.tags, ...window.silenceAlertsTags])]
  const [coverage, counted, groups, statusPages] = await Promise.all([
    coverageOf(db, accountId, window),
    countChecksOfTags(db, accountId, tags),
    listGroupsOfTags(db, accountId, tags, mostCovered),
    listPagesOfVisibility(db, accountId, window.visibility),
  ])
  const next = localOccurrences(timesOf(window), nowMs, previewed)
  return {
    occurrences: next.map(({ startsAtMs, endsAtMs, ...local }) => ({
      startsAt: new Date(startsAtMs).toISOString(),
      endsAt: new Date(endsAtMs).toISOString(),
      ...local,
    })),
    coverage,
    tags: counted,
    groups,
    statusPages,
  }
}
