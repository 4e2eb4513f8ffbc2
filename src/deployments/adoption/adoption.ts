import { Fault } from '#kernel'
import { listBindingsOfResources } from '#storage/projects'
import type { ProjectRow, StoredResourceType } from '#storage/projects'
import { boundResource } from '../deploy-resource.ts'
import type { FormTools } from '../import-forms/import-form.ts'
import type { KnownState } from '../known-state.ts'
import type { RequestedProject, RequestedResource } from '../read-request.ts'
import type { Payload } from '../resource-type.ts'
import { resourceTypes } from '../resource-types/index.ts'
import { identityOf } from './identity-of.ts'

interface Candidate {
  readonly physicalId: string
  /** The other project that owns it; null for what was made by hand. */
  readonly owner: string | null
}

type Candidates = ReadonlyMap<string, readonly Candidate[]>

/** The resources of an account, as they were before a deployment, that it may take over. */
export class Adoption {
  readonly #candidates: ReadonlyMap<StoredResourceType, Candidates>
  readonly #taken = new Set<string>()

  constructor(candidates: ReadonlyMap<StoredResourceType, Candidates>) {
    this.#candidates = candidates
  }

  /**
   * The id of the resource made by hand that matches a new one of the code; undefined without a match. Throws
   * ADOPTION_NOT_POSSIBLE when several match, when another project owns the match, and when code has matched it already.
   */
  take({ type }: RequestedResource, payload: Payload): string | undefined {
    const identity = identityOf(type, payload)
    const found = (identity === null ? undefined : this.#candidates.get(type)?.get(identity)) ?? []
    const [match, ...others] = found
    if (match === undefined) return undefined
    const { owner, physicalId } = match
    if (others.length > 0) throw notPossible(`${found.length} resources match: ${idsOf(found)}. Rename the others.`)
    if (owner !== null) throw notPossible(`${physicalId} belongs to the project ${owner}.`)
    const key = `${type} ${physicalId}`
    if (this.#taken.has(key)) throw notPossible(`another resource of the code matches ${physicalId} too.`)
    this.#taken.add(key)
    return physicalId
  }
}

const shownIds = 5

const idsOf = (found: readonly Candidate[]): string => {
  const ids = found.slice(0, shownIds).map(({ physicalId }) => physicalId)
  return `${ids.join(', ')}${found.length > shownIds ? ', …' : ''}`
}

const notPossible = (problem: string): Fault => new Fault('ADOPTION_NOT_POSSIBLE', { values: { problem } })

/** Reads what matches could be among, of the types of new resources. */
export async function openAdoption(
  tools: FormTools,
  { project, known, request }: { project: ProjectRow; known: KnownState; request: RequestedProject },
): Promise<Adoption> {
  const added = request.resources.filter((one) => one.payload !== null && boundResource(known, one) === undefined)
  const candidates = new Map<StoredResourceType, Candidates>()
  for (const type of new Set(added.map((resource) => resource.type)))
    candidates.set(type, await candidatesOf(tools, project, type))
  return new Adoption(candidates)
}

async function candidatesOf(tools: FormTools, project: ProjectRow, type: StoredResourceType): Promise<Candidates> {
  const { accountId } = tools.caller
  const forms = await resourceTypes[type].listFields(tools)
  const physicalIds = forms.map(({ physicalId }) => physicalId)
  const bindings = await listBindingsOfResources(tools.store.db, { accountId, type, physicalIds })
  const owners = new Map(bindings.filter(({ member }) => member).map((binding) => [binding.physicalId, binding]))
  const found = forms.flatMap(({ physicalId, payload }) => {
    const owner = owners.get(physicalId)
    const identity = identityOf(type, payload)
    if (identity === null || owner?.projectId === project.id) return []
    return [{ identity, physicalId, owner: owner?.projectLogicalId ?? null }]
  })
  return Map.groupBy(found, ({ identity }) => identity)
}
