import type { DriftEntry, ProjectDrift } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import { findProject, listProjectResources } from '#storage/projects'
import type { ProjectBindingRow } from '#storage/projects'
import { shownId } from '../deploy-resource.ts'
import { isRelation } from '../imports/relations.ts'
import { liveKeyOf, readLiveState } from '../known-state.ts'
import type { KnownState, LiveState } from '../known-state.ts'
import { presentProject } from '../present-project.ts'
import { keyOf } from '../references.ts'
import { ownerAmong } from './folded-into.ts'
import { propertyDrift } from './property-changes.ts'
import { readBases } from './read-bases.ts'
import { readForms } from './read-forms.ts'

export interface DriftRequest {
  readonly logicalId: string
  /** With what belongs to a check or group of this type; undefined: of all types. */
  readonly type?: string | undefined
  /** Undefined: of all resources. */
  readonly physicalId?: string | undefined
}

/** The resources of a project that were changed or deleted by hand since it was deployed. Throws PROJECT_NOT_FOUND. */
export async function projectDrift(store: Store, caller: Caller, request: DriftRequest): Promise<ProjectDrift> {
  const { accountId } = caller
  const project = await findProject(store.db, accountId, request.logicalId)
  if (project === null) throw new Fault('PROJECT_NOT_FOUND')
  const rows = await listProjectResources(store.db, accountId, project.id)
  const asked = rows.filter((binding) => isOf(binding, request) || isRelation(binding.type))
  const known = {
    bindings: new Map(rows.map((binding) => [keyOf(binding), binding])),
    live: await readLiveState(store.db, accountId, asked),
  }
  const moved = movedBindings(asked, known.live)
  const forms = {
    bases: await readBases(store, project, moved),
    live: await readForms({ store, caller }, moved),
  }
  const drift = moved.flatMap((binding) => driftOf(known, binding, forms))
  return { project: presentProject(project), drift: drift.filter((entry) => isAskedFor(known, entry, request)) }
}

/** Those whose rows are not as the last deployment left them. What nobody deployed yet cannot have drifted. */
const movedBindings = (bindings: readonly ProjectBindingRow[], live: LiveState): ProjectBindingRow[] =>
  bindings
    .filter(({ member, liveDigest }) => member && liveDigest !== null)
    .filter((binding) => live.get(liveKeyOf(binding)) !== binding.liveDigest)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const isOf = (binding: ProjectBindingRow, { type, physicalId }: DriftRequest): boolean =>
  (type === undefined || binding.type === type) &&
  (physicalId === undefined || binding.physicalId === physicalId.toLowerCase())

/** Whether drift is of what was asked for, or of a subscription or an assignment that belongs to it. */
function isAskedFor({ bindings }: KnownState, entry: DriftEntry, request: DriftRequest): boolean {
  const found = [entry, entry.foldedInto].map((one) => one && bindings.get(keyOf(one)))
  return found.some((binding) => binding !== undefined && isOf(binding, request))
}

interface Forms {
  readonly bases: Awaited<ReturnType<typeof readBases>>
  readonly live: Awaited<ReturnType<typeof readForms>>
}

/** Nothing for a resource that is what it was, because somebody changed it back. */
function driftOf(known: KnownState, binding: ProjectBindingRow, { bases, live }: Forms): DriftEntry[] {
  const { type, logicalId } = binding
  const foldedInto = ownerAmong(known, binding, bases)
  const entry = {
    type,
    logicalId,
    physicalId: shownId(type, binding.physicalId),
    ...(foldedInto && { foldedInto }),
  }
  const [base, now] = [bases.get(keyOf(binding)), live.get(liveKeyOf(binding))]
  if (now === undefined) return [{ ...entry, action: 'DELETE' }]
  if (base === undefined) return [{ ...entry, action: 'UPDATE' }]
  const changes = propertyDrift(base, now)
  return changes.length === 0 ? [] : [{ ...entry, action: 'UPDATE', changes }]
}
