import type { ComponentImpact } from '#contract'
import type { ImpactingIncidentRow } from '#storage/status-pages'
import { incidentInterval } from '../uptime/incident-interval.ts'
import { incidentTimes } from './incident-times.ts'
import type { PageServices, PlacedCard, PlacedService } from './page-services.ts'
import { publicStates } from './public-status-page.ts'
import type { PublicState } from './public-status-page.ts'
import type { IncidentSummary, ServiceImpact } from './read-incidents.ts'

/** The worst of some impacts; OPERATIONAL without one. */
export const worstImpact = (impacts: readonly ComponentImpact[]): PublicState =>
  publicStates.findLast((state) => impacts.some((impact) => impact === state)) ?? 'OPERATIONAL'

/** The services that some components are or contain. */
export function affectedServices(
  services: readonly PlacedService[],
  componentIds: readonly string[],
): readonly PlacedService[] {
  const ids = new Set(componentIds)
  return services.filter(({ id, groupIds }) => [id, ...groupIds].some((one) => ids.has(one)))
}

/**
 * Whether readers see some of the components that an incident affects, or it affects none: the name of one about hidden
 * components alone would tell readers of them.
 */
export function showsAny(cards: readonly PlacedCard[], componentIds: readonly string[]): boolean {
  const shown = shownIds(cards)
  return componentIds.length === 0 || componentIds.some((id) => shown.has(id))
}

/** The components and groups that readers see. */
export const shownIds = (cards: readonly PlacedCard[]): ReadonlySet<string | null> =>
  new Set(cards.flatMap(({ id, services }) => [id, ...services.flatMap((one) => [one.id, ...one.groupIds])]))

/**
 * An incident of a page with components as its readers may see it: impacts on what is hidden are left out, and an
 * impact on a group is one on all in it. Null when all its updates are dated into the future, or all that it affects is
 * hidden.
 */
export function impactSummaryOf(
  row: ImpactingIncidentRow,
  { cards }: Pick<PageServices, 'cards'>,
  nowMs: number,
): IncidentSummary | null {
  const said = row.said.map(([status, atMs]) => ({ status, atMs })).filter(({ atMs }) => atMs <= nowMs)
  if (said.length === 0 && row.said.length > 0) return null
  const interval = incidentInterval(said, nowMs)
  const times = incidentTimes(said, interval, row.createdAt.getTime())
  const affected = row.impacts.map(([componentId]) => componentId)
  if (!showsAny(cards, affected)) return null
  const services = cards.flatMap((card) => card.services)
  const impacts = row.impacts
    .filter(([, , startMs]) => startMs <= nowMs)
    .flatMap((impact) => affectedServices(services, [impact[0]]).map((service) => impactOn(service, impact, nowMs)))
  const lasting = impacts.filter(({ endMs }) => endMs === null)
  return {
    id: row.id,
    name: row.name,
    severity: worstImpact((times.endMs === null ? lasting : impacts).map(({ impact }) => impact)),
    serviceIds: [...new Set(impacts.map(({ serviceId }) => serviceId))],
    interval,
    postMortem: row.postMortem,
    postMortemPublishedAt: row.postMortemPublishedAt,
    impacts,
    ...times,
  }
}

function impactOn(
  { id }: PlacedService,
  [, impact, startMs, endMs]: ImpactingIncidentRow['impacts'][number],
  nowMs: number,
): ServiceImpact {
  const isOver = endMs !== null && endMs <= nowMs
  return {
    serviceId: id,
    impact,
    interval: { startMs, endMs: isOver ? endMs : nowMs },
    endMs: isOver ? endMs : null,
  }
}
