import type { PageComponentRow } from '#storage/status-pages'

type Placed = Pick<PageComponentRow, 'id' | 'parentId'>

/**
 * The components by which subscribers are chosen for an incident: those it affects, the groups around them, and what is
 * in affected groups. Null when it affects none, so that everyone is told.
 */
export function audienceOf(components: readonly Placed[], affected: readonly string[]): string[] | null {
  if (affected.length === 0) return null
  const parentOf = new Map(components.map(({ id, parentId }) => [id, parentId]))
  const chosen = new Set(affected.flatMap((id) => [id, ...groupsAround(id, parentOf)]))
  const within = new Set(affected)
  for (const { id } of components) if (groupsAround(id, parentOf).some((group) => within.has(group))) chosen.add(id)
  return [...chosen]
}

function groupsAround(id: string, parentOf: ReadonlyMap<string, string | null>): string[] {
  const groups: string[] = []
  for (let at = parentOf.get(id) ?? null; at !== null; at = parentOf.get(at) ?? null) groups.push(at)
  return groups
}
