import type { ImportFilter } from '#contract'

/** Whether the last filter that matches a resource includes it. Without filters everything is included. */
export function isSelected(
  filters: readonly ImportFilter[],
  { type, physicalId }: { readonly type: string; readonly physicalId: string },
): boolean {
  const found = filters.findLast(({ resource }) => {
    if (resource === undefined) return true
    const { type: named, physicalId: id } = resource
    return named === type && (id === undefined || String(id).toLowerCase() === physicalId)
  })
  return found?.type !== 'exclude'
}
