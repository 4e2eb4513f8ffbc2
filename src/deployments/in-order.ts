import { keyOf } from './references.ts'
import type { Reference } from './references.ts'

/** A resource with the keys of those that have to be there before it. */
export interface Dependent extends Reference {
  readonly needs: readonly string[]
}

/**
 * Resources so that each comes behind those it needs, otherwise in the order in which they were sent, and one that needs
 * itself by way of others; null when none does.
 */
export function inOrder<R extends Dependent>(
  resources: readonly R[],
): { readonly ordered: readonly R[]; readonly cyclic: R | null } {
  const byKey = new Map(resources.map((resource) => [keyOf(resource), resource]))
  const states = new Map<R, 'open' | 'done'>()
  const ordered: R[] = []
  let cyclic: R | null = null
  const visit = (resource: R): void => {
    const state = states.get(resource)
    if (state === 'open') cyclic ??= resource
    if (state !== undefined) return
    states.set(resource, 'open')
    for (const key of resource.needs) {
      const needed = byKey.get(key)
      if (needed) visit(needed)
    }
    states.set(resource, 'done')
    ordered.push(resource)
  }
  for (const resource of resources) visit(resource)
  return { ordered, cyclic }
}
