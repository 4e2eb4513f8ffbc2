import { isInboundType } from '#contract'
import type { BulkChangeInput, CheckDefinition } from '#contract'
import { bulkColumns } from '#storage/checks'
import { applyInput } from '../checks/apply-input.ts'

/** A check after a bulk change. What does not concern its type stays: heartbeats have neither locations nor a frequency. */
export function changedCheck(check: CheckDefinition, change: BulkChangeInput): CheckDefinition {
  const { addTags = [], removeTags = [], delete: _deleted, locations, privateLocations, frequency, ...fields } = change
  const removed = new Set(removeTags)
  const kept = check.tags.filter((tag) => !removed.has(tag))
  const runs = isInboundType(check.checkType) ? {} : { locations, privateLocations, frequency }
  const given = { ...fields, tags: [...new Set([...kept, ...addTags])], ...runs }
  return applyInput(check, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
}

/** Whether a change left a check as it was. */
export const isSame = (one: CheckDefinition, other: CheckDefinition): boolean =>
  bulkColumns.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
