import { groupDepthMax } from '#contract'
import type { ComponentConfiguration, ComponentType } from '#contract'
import { Fault } from '#kernel'
import type { PageComponentRow, StoredConfiguration } from '#storage/status-pages'

type Placed = Pick<PageComponentRow, 'id' | 'type' | 'parentId'>

/**
 * The parent of a component as it is to be, among the components of its page. Throws COMPONENT_INVALID when that is no
 * group of the page, is inside the component itself or has too many groups around it, and when a group with components
 * becomes a service.
 */
export function parentOf({ id, type, parentId }: Placed, all: readonly Placed[]): string | null {
  const byId = new Map(all.map((component) => [component.id, component]))
  if (type === 'SERVICE' && all.some((component) => component.parentId === id))
    throw invalidComponent('type', 'This group contains components. Move them to another group first.')
  if (parentId === null) return null
  const parent = byId.get(parentId)
  if (parent === undefined) throw invalidComponent('parentId', 'This page has no component with this id.')
  if (parentId === id || isWithin(parent, id, byId))
    throw invalidComponent('parentId', 'A group cannot be inside itself. Choose another group.')
  if (parent.type !== 'GROUP') throw invalidComponent('parentId', 'This component is a service. Choose a group.')
  const depth = groupsAround(parent, byId) + 1 + (type === 'GROUP' ? heightOf(id, all) : 0)
  if (depth > groupDepthMax) throw nestedTooDeep('parentId')
  return parentId
}

function groupsAround(component: Placed, byId: ReadonlyMap<string, Placed>): number {
  let count = 0
  for (let at = byId.get(component.parentId ?? ''); at !== undefined; at = byId.get(at.parentId ?? '')) count += 1
  return count
}

/** How many groups are inside each other in a group, itself included. */
const heightOf = (id: string, all: readonly Placed[]): number =>
  1 +
  Math.max(0, ...all.filter((one) => one.parentId === id && one.type === 'GROUP').map((one) => heightOf(one.id, all)))

export const nestedTooDeep = (path: string): Fault =>
  invalidComponent(path, `Groups can be inside each other ${groupDepthMax} deep. Choose a group further out.`)

/** Stored parents have no cycles, because each was chosen here while nobody else changed the page. */
function isWithin(component: Placed, groupId: string, byId: ReadonlyMap<string, Placed>): boolean {
  for (let at: Placed | undefined = component; at !== undefined; at = byId.get(at.parentId ?? ''))
    if (at.parentId === groupId) return true
  return false
}

/** The configuration of a component with its defaults. Throws COMPONENT_INVALID, with its path, for what only groups have. */
export function configurationOf(
  type: ComponentType,
  given: ComponentConfiguration,
  path = 'configuration',
): StoredConfiguration {
  const { showHistoricalData = true, expandedByDefault } = given
  if (type === 'GROUP') return { showHistoricalData, expandedByDefault: expandedByDefault ?? false }
  if (expandedByDefault !== undefined)
    throw invalidComponent(`${path}.expandedByDefault`, 'Only a group has this setting. Leave it out.')
  return { showHistoricalData }
}

export function invalidComponent(path: string, problem: string): Fault {
  return new Fault('COMPONENT_INVALID', {
    values: { path, problem },
    attributes: { [path]: problem },
  })
}
