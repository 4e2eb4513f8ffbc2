import type { DiffEntry } from '#contract'
import { Fault, invariant } from '#kernel'
import { redactionMark } from '#redaction'
import type { ProjectBindingRow } from '#storage/projects'
import type { Adoption } from './adoption/adoption.ts'
import type { DeploymentContext } from './apply-deployment.ts'
import { maskedPlaces } from './masked-places.ts'
import { liveKeyOf } from './known-state.ts'
import type { KnownState } from './known-state.ts'
import type { RequestedProject, RequestedResource } from './read-request.ts'
import { keyOf, replaceReferences } from './references.ts'
import type { Payload } from './resource-type.ts'
import { resourceTypes } from './resource-types/index.ts'
import { stableJson } from './stable-json.ts'

/** How far a deployment is. */
export interface DeploymentState {
  readonly known: KnownState
  /** Null: what was made by hand is left alone. */
  readonly adoption: Adoption | null
  readonly request: RequestedProject
  /** The ids of what is there, by key. */
  readonly ids: Map<string, string>
  /** The slug names of private locations, by key. */
  readonly slugs: ReadonlyMap<string, string>
  /** Digests of shared files, by their places. */
  readonly digestsOfFiles: Map<number, string>
}

/** A member of a project that is as requested now. */
export interface Deployed {
  readonly resource: RequestedResource
  readonly physicalId: string
  /** Of its payload, with all that it refers to. */
  readonly digest: string
  readonly entry: DiffEntry
}

/** Creates or updates one resource, unless it is as requested already. Throws the faults of its verbs. */
export async function deployResource(
  context: DeploymentContext,
  state: DeploymentState,
  resource: RequestedResource,
): Promise<Deployed> {
  const bound = boundResource(state.known, resource)
  const payload = payloadWithIds(state, resource)
  const digest = digestOf(context, state, { resource, payload })
  const isUnchanged = bound?.binding.payloadDigest === digest && bound.binding.liveDigest === bound.liveDigest
  const adopted = bound === undefined ? state.adoption?.take(resource, payload) : undefined
  const before = bound?.binding.physicalId ?? adopted
  const physicalId = isUnchanged ? bound.binding.physicalId : await write(context, state, { resource, payload, before })
  state.ids.set(resource.key, physicalId)
  const { type, logicalId } = resource
  const entry = {
    logicalId,
    physicalId: shownId(type, physicalId),
    type,
    action: before === undefined ? 'CREATE' : 'UPDATE',
    changed: !isUnchanged,
    ...(adopted !== undefined && { adopted: true }),
  } as const
  return { resource, physicalId, digest, entry }
}

/** The resource as the project owned it so far; undefined when it is new, or somebody deleted it. */
export function boundResource(
  { bindings, live }: KnownState,
  { key }: Pick<RequestedResource, 'key'>,
): { readonly binding: ProjectBindingRow; readonly liveDigest: string } | undefined {
  const binding = bindings.get(key)
  const liveDigest = binding && live.get(liveKeyOf(binding))
  return binding?.member && liveDigest !== undefined ? { binding, liveDigest } : undefined
}

function payloadWithIds({ ids }: DeploymentState, { type, payload }: RequestedResource): Payload {
  invariant(payload, 'a member has a payload')
  return replaceReferences(payload, resourceTypes[type].references, (reference) => {
    const id = ids.get(keyOf(reference))
    invariant(id !== undefined, 'what a resource refers to comes before it')
    return shownId(reference.type, id)
  })
}

interface Written {
  readonly resource: RequestedResource
  readonly payload: Payload
  /** The id of the resource that is changed. */
  readonly before: string | undefined
}

async function write(
  { tools, validate }: DeploymentContext,
  { request, slugs }: DeploymentState,
  { resource, payload, before }: Written,
): Promise<string> {
  const type = resourceTypes[resource.type]
  const privateLocations = resource.assigned.flatMap((key) => slugs.get(key) ?? [])
  const { body, schema } = type.read(payload, { files: request.files, privateLocations })
  const problems = validate(schema, body).map(({ path, message }) => `${path} ${message}`)
  if (problems.length > 0) throw new Fault('DEPLOYMENT_INVALID', { values: { problems: problems.join('; ') } })
  const desired = { body, payload }
  if (before !== undefined) return type.update(tools, before, desired)
  rejectMasks(payload)
  return type.create(tools, desired)
}

/** A mask keeps the secret of a resource that exists; a new one would be stored with the mask as its secret. */
function rejectMasks(payload: Payload): void {
  const places = maskedPlaces(payload)
  if (places.length === 0) return
  const problems = `${places.join(', ')} must be the secret itself, because the resource is new: ${redactionMark} stands for one`
  throw new Fault('DEPLOYMENT_INVALID', { values: { problems } })
}

/** Files count by their content, because their places change with any other file. */
function digestOf(
  { tools }: DeploymentContext,
  { request, digestsOfFiles }: DeploymentState,
  { resource, payload }: Pick<Written, 'resource' | 'payload'>,
): string {
  const { encryption } = tools.store
  const digestOfFile = (place: unknown): string => {
    const index = Number(place)
    const known = digestsOfFiles.get(index) ?? encryption.sign(`shared file ${JSON.stringify(request.files[index])}`)
    digestsOfFiles.set(index, known)
    return known
  }
  const lists = (resourceTypes[resource.type].fileLists ?? []).flatMap((name) => {
    const places = payload[name]
    return Array.isArray(places) ? [[name, places.map(digestOfFile)]] : []
  })
  return encryption.sign(`deployed resource ${stableJson({ ...payload, ...Object.fromEntries(lists) })}`)
}

/** An id as answers and verbs have it. */
export const shownId = (type: string, id: string): string | number => {
  const types: Readonly<Record<string, { readonly hasNumericIds: boolean } | undefined>> = resourceTypes
  return types[type]?.hasNumericIds ? Number(id) : id
}
