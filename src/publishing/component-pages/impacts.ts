import type { CurrentImpact, ImpactTimeline } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import { endImpacts, insertImpacts, listComponents, lockComponentIncident } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { ImpactRow, PartOfPage } from '#storage/status-pages'
import { instantOf } from '../instant-of.ts'

/**
 * Sets the current status of all components: impacts that are not named end, and others begin or go on. The incident
 * must be locked. Throws COMPONENT_UNKNOWN.
 */
export async function setImpacts(
  tx: Queryable,
  place: PartOfPage,
  named: readonly CurrentImpact[],
  { at, nowMs }: { readonly at: Date; readonly nowMs: number },
): Promise<void> {
  await assertComponents(tx, place, named)
  const wanted = new Map(named.map(({ componentId, status }) => [componentId.toLowerCase(), status]))
  const lasting = ((await lockComponentIncident(tx, place))?.impacts ?? []).filter(({ endedAt }) => endedAt === null)
  const over = lasting.filter(({ componentId, status }) => wanted.get(componentId) !== status)
  const goingOn = new Set(lasting.filter((impact) => !over.includes(impact)).map(({ componentId }) => componentId))
  const { accountId, id: incidentId } = place
  if (over.length > 0) await endImpacts(tx, { accountId, incidentId, ids: over.map(({ id }) => id), at })
  const beginning = [...wanted].flatMap(([componentId, status]): ImpactRow[] =>
    status === 'OPERATIONAL' || goingOn.has(componentId)
      ? []
      : [{ accountId, incidentId, id: timeOrderedId(nowMs), componentId, status, startedAt: at, endedAt: null }],
  )
  if (beginning.length > 0) await insertImpacts(tx, beginning)
}

/** Throws COMPONENT_UNKNOWN unless all are components of the page. */
export async function assertComponents(
  tx: Queryable,
  { accountId, statusPageId }: Pick<PartOfPage, 'accountId' | 'statusPageId'>,
  named: readonly { readonly componentId: string }[],
): Promise<void> {
  if (named.length === 0) return
  const known = new Set((await listComponents(tx, { accountId, statusPageId })).map(({ id }) => id))
  const unknown = named.find(({ componentId }) => !known.has(componentId.toLowerCase()))
  if (unknown) throw new Fault('COMPONENT_UNKNOWN', { values: { componentId: unknown.componentId } })
}

/** The rows of a timeline. Throws TIME_RANGE_INVALID for an impact that ends before it begins. */
export const impactsOfTimeline = (
  { accountId, id: incidentId }: PartOfPage,
  { componentImpacts }: ImpactTimeline,
  nowMs: number,
): ImpactRow[] =>
  componentImpacts.map(({ componentId, status, startedAt: start, endedAt: end }, index) => {
    const path = `componentImpacts[${index}]`
    const startedAt = instantOf(`${path}.startedAt`, start)
    const endedAt = end === null ? null : instantOf(`${path}.endedAt`, end)
    if (endedAt !== null && endedAt < startedAt)
      throw new Fault('TIME_RANGE_INVALID', {
        values: { problem: `${path}.endedAt: give a time that is not before startedAt.` },
        attributes: { [`${path}.endedAt`]: 'is before startedAt' },
        problems: [{ path: `${path}.endedAt`, rule: 'notBefore', parameters: { field: 'startedAt' } }],
      })
    return {
      accountId,
      incidentId,
      id: timeOrderedId(nowMs),
      componentId: componentId.toLowerCase(),
      status,
      startedAt,
      endedAt,
    }
  })
