import type { DeployedResourceBody, DeploymentBody, ScriptDependency } from '#contract'
import { Fault } from '#kernel'
import type { StoredResourceType } from '#storage/projects'
import { inOrder } from './in-order.ts'
import { keyOf, referencesOf, replaceReferences } from './references.ts'
import type { Reference } from './references.ts'
import { PayloadError } from './resource-type.ts'
import type { Payload, PayloadProblem, ValidateBody } from './resource-type.ts'
import { isResourceType, resourceTypeNames, resourceTypes } from './resource-types/index.ts'

/** A resource that a project has or refers to. */
export interface RequestedResource extends Reference {
  readonly type: StoredResourceType
  readonly key: string
  /** Null: the code only refers to what has this `physicalId`. */
  readonly payload: Payload | null
  readonly physicalId: string | null
  readonly sourceFile: string | null
  /** The keys of those that it refers to, or that are assigned to it. */
  readonly needs: readonly string[]
  /** The keys of the private locations that assignments of the project give it. */
  readonly assigned: readonly string[]
}

export interface RequestedProject {
  readonly body: DeploymentBody
  readonly files: readonly ScriptDependency[]
  /** Each behind those it needs. */
  readonly resources: readonly RequestedResource[]
  readonly keys: ReadonlySet<string>
}

interface Found {
  readonly of: Reference | null
  readonly problem: PayloadProblem
}

/**
 * The resources of a project, in an order in which they can be created. Throws DEPLOYMENT_INVALID with every problem of
 * what was sent: duplicates, unknown types, references to nothing or in a circle, and fields that are not valid.
 */
export function readRequest(body: DeploymentBody, validate: ValidateBody): RequestedProject {
  const known = body.resources.flatMap((sent) => (isResourceType(sent.type) ? [{ ...sent, type: sent.type }] : []))
  const problems = [...problemsOfKeys(body.resources), ...known.flatMap(problemsOfShape)]
  if (problems.length > 0) throw invalid(problems)
  const assigned = assignedLocations(known)
  const { ordered, cyclic } = inOrder(known.map((sent) => requested(sent, assigned)))
  if (cyclic) throw invalid([{ of: cyclic, problem: { path: '', message: 'refers to itself by way of others' } }])
  const keys = new Set(ordered.map(({ key }) => key))
  const project = { body, files: body.sharedFiles ?? [], resources: ordered, keys }
  const found = ordered.flatMap((resource) => problemsOfPayload(resource, project, validate))
  if (found.length > 0) throw invalid(found)
  return project
}

type Sent = DeployedResourceBody & { readonly type: StoredResourceType }

function* problemsOfKeys(resources: readonly DeployedResourceBody[]): Generator<Found> {
  const seen = new Set<string>()
  for (const sent of resources) {
    const key = keyOf(sent)
    if (seen.has(key)) yield { of: sent, problem: { path: '', message: 'is there twice' } }
    seen.add(key)
    const message = `has an unknown type: known are ${resourceTypeNames.join(', ')}`
    if (!isResourceType(sent.type)) yield { of: sent, problem: { path: '', message } }
  }
}

function problemsOfShape(sent: Sent): Found[] {
  const problem = sent.member ? problemOfMember(sent) : problemOfReference(sent)
  return problem ? [{ of: sent, problem }] : []
}

function problemOfMember({ type, payload, physicalId = null }: Sent): PayloadProblem | null {
  if (payload === null) return { path: 'payload', message: 'is required for a member of the project' }
  if (physicalId !== null) return { path: 'physicalId', message: 'is only for references, without a payload' }
  try {
    referencesOf(payload, resourceTypes[type].references)
    return null
  } catch (error) {
    return problemOf(error)
  }
}

const problemOfReference = ({ physicalId = null }: Sent): PayloadProblem | null =>
  physicalId === null ? { path: 'physicalId', message: 'is required for a reference' } : null

const referencesOfSent = ({ type, payload }: Sent): readonly Reference[] =>
  payload === null ? [] : referencesOf(payload, resourceTypes[type].references)

/** The locations that assignments give to checks and groups, by the keys of those. */
function assignedLocations(resources: readonly Sent[]): ReadonlyMap<string, readonly string[]> {
  const pairs = resources.flatMap((sent) => {
    const [location, target] = sent.type.startsWith('private-location-') ? referencesOfSent(sent) : []
    return location && target ? [{ target: keyOf(target), location: keyOf(location) }] : []
  })
  const grouped = Map.groupBy(pairs, ({ target }) => target)
  return new Map([...grouped].map(([target, found]) => [target, found.map(({ location }) => location)]))
}

function requested(sent: Sent, locations: ReadonlyMap<string, readonly string[]>): RequestedResource {
  const key = keyOf(sent)
  const assigned = locations.get(key) ?? []
  return {
    type: sent.type,
    logicalId: sent.logicalId,
    key,
    payload: sent.member ? sent.payload : null,
    physicalId: sent.member ? null : String(sent.physicalId).toLowerCase(),
    sourceFile: sent.sourceFile ?? null,
    needs: [...referencesOfSent(sent).map(keyOf), ...assigned],
    assigned,
  }
}

/** Stands for the ids that resources will get, while their bodies are validated. */
const sampleUuid = '00000000-0000-4000-8000-000000000000'
const sampleOf = (type: string): string | number =>
  isResourceType(type) && resourceTypes[type].hasNumericIds ? 1 : sampleUuid

function problemsOfPayload(resource: RequestedResource, project: RequestedProject, validate: ValidateBody): Found[] {
  if (resource.payload === null) return []
  const { keys } = project
  const { references, read } = resourceTypes[resource.type]
  try {
    const payload = replaceReferences(resource.payload, references, (reference, path) => {
      if (keys.has(keyOf(reference))) return sampleOf(reference.type)
      throw new PayloadError(
        path,
        `refers to the ${reference.type} "${reference.logicalId}", which is not in the project`,
      )
    })
    const { body, schema } = read(payload, {
      files: project.files,
      privateLocations: resource.assigned.map(sampleSlug),
    })
    return validate(schema, body).map((problem) => ({ of: resource, problem }))
  } catch (error) {
    return [{ of: resource, problem: problemOf(error) }]
  }
}

const sampleSlug = (_key: string, index: number): string => `location-${index}`

/** Throws what is no problem of a payload. */
function problemOf(error: unknown): PayloadProblem {
  if (error instanceof PayloadError) return { path: error.path, message: error.message }
  throw error
}

const maxProblems = 20
const problemsInMessage = 5

function invalid(found: readonly Found[]): Fault {
  const named = found.map(({ of, problem: { path, message } }) => ({
    name: [...(of ? [nameOf(of)] : []), ...(path === '' ? [] : [path])].join(': '),
    message,
  }))
  const texts = named.map(({ name, message }) => `${name} ${message}`)
  const more = texts.length > problemsInMessage ? `; and ${texts.length - problemsInMessage} more` : ''
  return new Fault('DEPLOYMENT_INVALID', {
    values: { problems: `${texts.slice(0, problemsInMessage).join('; ')}${more}` },
    attributes: Object.fromEntries(named.slice(0, maxProblems).map(({ name, message }) => [name, message])),
  })
}

/** A resource as messages name it. */
export const nameOf = ({ type, logicalId }: Reference): string => `${type} "${logicalId}"`
