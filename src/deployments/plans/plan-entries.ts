import type { PlanEntry, PropertyChange } from '#contract'
import { isFields } from '#contract'
import type { AppliedDeployment } from '../apply-deployment.ts'
import { shownId } from '../deploy-resource.ts'
import type { Deployed } from '../deploy-resource.ts'
import { liveKeyOf } from '../known-state.ts'
import { mapReferences } from '../references.ts'
import type { ProjectBindingRow } from '#storage/projects'
import type { GoneResource } from '../remove-resources.ts'
import { resourceTypes } from '../resource-types/index.ts'
import { ownerAmong, ownerInCode } from './folded-into.ts'
import { propertyChanges } from './property-changes.ts'
import type { LiveForms } from './read-forms.ts'
import type { SealedForm } from './sealed-form.ts'

/** The forms that the changes of a plan are found in. */
export interface PlanForms {
  /** As the last deployment left them, by the keys of resources. */
  readonly bases: ReadonlyMap<string, SealedForm>
  readonly live: LiveForms
}

/** The entry of each resource in a plan, in the order in which they would be deployed. */
export const planEntries = (applied: AppliedDeployment, forms: PlanForms, preserves: boolean): PlanEntry[] => [
  ...applied.deployed.map((deployed) => entryOfMember(applied, forms, deployed)),
  ...applied.gone.map((gone) => entryOfGone(applied, forms, { gone, preserves })),
]

function entryOfMember(applied: AppliedDeployment, forms: PlanForms, deployed: Deployed): PlanEntry {
  const { resource } = deployed
  const { type, logicalId, sourceFile } = resource
  const foldedInto = ownerInCode(resource)
  const common = { type, logicalId, ...(sourceFile !== null && { sourceFile }), ...(foldedInto && { foldedInto }) }
  const before = resourceBefore(applied, deployed)
  // What would be new has no id yet.
  if (!before) {
    const isKnown = applied.known.bindings.get(resource.key)?.member === true
    return { ...common, action: 'CREATE', changed: true, origin: isKnown ? 'remote' : 'code' }
  }
  const physicalId = shownId(type, before.physicalId)
  return {
    ...common,
    physicalId,
    ...updateOf(deployed, deployed.entry.changed ? changesOf(applied, forms, deployed) : []),
  }
}

function updateOf(
  { entry: { adopted: isAdopted = false } }: Deployed,
  changes: readonly PropertyChange[],
): Pick<PlanEntry, 'action' | 'changed' | 'adopted' | 'origin' | 'changes'> {
  if (isAdopted) return { action: 'UPDATE', changed: true, adopted: true, origin: 'unmanaged', changes: [...changes] }
  if (changes.length === 0) return { action: 'UNCHANGED', changed: false }
  return { action: 'UPDATE', changed: true, origin: originOf(changes), changes: [...changes] }
}

/** The resource of the account that would be updated; undefined for one that would be new. */
export function resourceBefore(
  { known }: Pick<AppliedDeployment, 'known'>,
  { resource, entry, physicalId }: Deployed,
): Pick<ProjectBindingRow, 'type' | 'physicalId'> | undefined {
  if (entry.adopted) return { type: resource.type, physicalId }
  return entry.action === 'CREATE' ? undefined : known.bindings.get(resource.key)
}

/** The code may have changed without changing any property: a default that is written out, or a new path of a script. */
const onlyWritten: PropertyChange = { path: '', origin: 'code', cause: 'CODE_WITHOUT_EFFECT' }

function changesOf(applied: AppliedDeployment, { bases, live }: PlanForms, deployed: Deployed): PropertyChange[] {
  const { resource, physicalId, digest } = deployed
  const found = resourceBefore(applied, deployed)
  const before = found && live.get(liveKeyOf(found))
  const after = applied.forms.get(liveKeyOf({ type: resource.type, physicalId }))
  if (!before || !after) return [onlyWritten]
  const next = withoutNewIds(applied, resource.type, after)
  const changes = propertyChanges({ base: bases.get(resource.key) ?? null, live: before, next })
  const isNew = applied.known.bindings.get(resource.key)?.payloadDigest !== digest
  return changes.length === 0 && isNew && !deployed.entry.adopted ? [onlyWritten] : changes
}

/** A new resource gets its id when it is deployed, and is named as the code names it until then. */
function withoutNewIds(
  { deployed }: AppliedDeployment,
  type: Deployed['resource']['type'],
  form: SealedForm,
): SealedForm {
  const created = new Map(
    deployed
      .filter(({ entry }) => entry.action === 'CREATE')
      .map(({ resource, physicalId }) => [liveKeyOf({ type: resource.type, physicalId }), resource.logicalId]),
  )
  return mapReferences(form, resourceTypes[type].references, (value, place) => {
    const id: unknown = isFields(value) ? value['id'] : value
    const ref = created.get(liveKeyOf({ type: place.type, physicalId: String(id) }))
    return ref === undefined ? value : { ref }
  })
}

function originOf(changes: readonly PropertyChange[]): NonNullable<PlanEntry['origin']> {
  if (changes.some(({ origin }) => origin === 'unmanaged')) return 'unmanaged'
  return changes.every(({ origin }) => origin === 'remote') ? 'remote' : 'code'
}

function entryOfGone(
  { known }: AppliedDeployment,
  { bases }: PlanForms,
  { gone, preserves }: { readonly gone: GoneResource; readonly preserves: boolean },
): PlanEntry {
  const { binding, physicalId } = gone
  const { type, logicalId, sourceFile } = binding
  const foldedInto = ownerAmong(known, binding, bases)
  return {
    type,
    logicalId,
    physicalId,
    ...(foldedInto && { foldedInto }),
    ...(sourceFile !== null && { sourceFile }),
    action: preserves ? 'DETACH' : 'DELETE',
    changed: true,
    origin: 'code',
  }
}
