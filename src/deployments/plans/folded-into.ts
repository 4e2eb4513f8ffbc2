import type { ProjectBindingRow } from '#storage/projects'
import { withoutNulls } from '../import-forms/import-form.ts'
import { isRelation, partsOf } from '../imports/relations.ts'
import { liveKeyOf } from '../known-state.ts'
import type { KnownState } from '../known-state.ts'
import type { RequestedResource } from '../read-request.ts'
import { keyOf, referencesOf } from '../references.ts'
import type { Reference } from '../references.ts'
import { resourceTypes } from '../resource-types/index.ts'
import type { SealedForm } from './sealed-form.ts'

/** The check or group that a subscription or an assignment of the code is shown with; undefined for other resources. */
export function ownerInCode({ type, payload }: RequestedResource): Reference | undefined {
  if (!isRelation(type) || payload === null) return undefined
  return referencesOf(payload, resourceTypes[type].references).find(({ type: to }) => owners.has(to))
}

const owners: ReadonlySet<string> = new Set(['check', 'check-group'])

/** The same of one that was deployed before. */
export function ownerAmong(
  { bindings }: KnownState,
  binding: ProjectBindingRow,
  bases: ReadonlyMap<string, SealedForm>,
): Reference | undefined {
  const base = bases.get(keyOf(binding))
  const parts = base && isRelation(binding.type) ? partsOf(binding.type, withoutNulls(base)) : undefined
  const found = parts && [...bindings.values()].find((one) => liveKeyOf(one) === liveKeyOf(parts.owner))
  return found && { type: found.type, logicalId: found.logicalId }
}
