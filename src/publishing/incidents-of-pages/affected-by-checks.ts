import { componentImpacts } from '#contract'
import type { AffectedByChecks } from '#contract'
import type { Caller } from '#kernel'
import { listAffectedByChecks } from '#storage/status-pages'
import type { Store } from '#storage/database'

/** The services and components that an incident of some checks would be about, each component with its worst impact. */
export async function affectedByChecks(
  { db }: Store,
  { accountId }: Caller,
  checkIds: readonly string[],
): Promise<AffectedByChecks> {
  const rows = await listAffectedByChecks(db, accountId, checkIds)
  const components = new Map<string, AffectedByChecks['components'][number]>()
  for (const { statusPageId, id, name, impact: text } of rows) {
    const impact = componentImpacts.find((one) => one === text)
    if (statusPageId === null || impact === undefined) continue
    const before = components.get(id)
    if (before === undefined || componentImpacts.indexOf(before.impact) < componentImpacts.indexOf(impact))
      components.set(id, { id, name, statusPageId, impact })
  }
  return {
    services: rows.filter(({ statusPageId }) => statusPageId === null).map(({ id, name }) => ({ id, name })),
    components: [...components.values()],
  }
}
