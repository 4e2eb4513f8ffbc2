import type { ProjectBindingRow, StoredResourceType } from '#storage/projects'
import { shownId } from './deploy-resource.ts'
import { rejectionOf } from './deployment-faults.ts'
import { liveKeyOf } from './known-state.ts'
import type { KnownState } from './known-state.ts'
import type { ResourceTools } from './resource-type.ts'
import { isResourceType, resourceTypeNames, resourceTypes } from './resource-types/index.ts'

/** A resource that a project owns, and that its code does not have any more. */
export interface GoneResource {
  readonly binding: ProjectBindingRow & { readonly type: StoredResourceType }
  readonly physicalId: string | number
}

/** The members that the code does not have, in the order in which they can be deleted. Unfinished imports are kept. */
export const goneResources = ({ bindings, live }: KnownState, kept: ReadonlySet<string>): GoneResource[] =>
  [...bindings]
    .flatMap(([key, binding]) => {
      const { type } = binding
      const isGone = binding.member && !binding.pending && !kept.has(key) && live.has(liveKeyOf(binding))
      if (!isGone || !isResourceType(type)) return []
      return [{ binding: { ...binding, type }, physicalId: shownId(type, binding.physicalId) }]
    })
    .toSorted((one, other) => positionOf(one) - positionOf(other))

const positionOf = ({ binding }: GoneResource): number => resourceTypeNames.indexOf(binding.type)

/** Deletes those to which nothing refers, or the others. Throws DEPLOYMENT_REJECTED for one that is still needed. */
export async function removeResources(
  tools: ResourceTools,
  gone: readonly GoneResource[],
  { leaves, preserves }: { readonly leaves: boolean; readonly preserves: boolean },
): Promise<void> {
  if (preserves) return
  for (const { binding } of gone) {
    const type = resourceTypes[binding.type]
    if (type.isLeaf !== leaves) continue
    try {
      await type.remove(tools, binding.physicalId)
    } catch (error) {
      throw rejectionOf(binding, error)
    }
  }
}
