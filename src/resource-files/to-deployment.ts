import { isFields } from '#contract'
import type { DeployedResourceBody, DeploymentBody } from '#contract'
import { kinds, sectionNames } from './kinds.ts'
import type { ReferenceField, Relation, SectionName } from './kinds.ts'
import type { LoadedResource, LoadedResources, Script } from './load-resources.ts'
import { changeFieldsAt, referencesIn } from './references.ts'
import type { Reference } from './references.ts'

type Fields = Readonly<Record<string, unknown>>

/** The deployment that makes a project what its files say. The order of files changes nothing but that of resources. */
export function toDeployment({ project, resources }: LoadedResources): DeploymentBody {
  const files = new SharedFiles()
  const members = sectionNames.flatMap((section) =>
    resources
      .filter((resource) => resource.section === section)
      .flatMap((resource) => [memberOf(resource, files), ...relationsOf(resource)]),
  )
  return { project, sharedFiles: files.all, resources: [...externalsOf(resources), ...members] }
}

class SharedFiles {
  readonly all: { path: string; content: string }[] = []
  readonly #places = new Map<string, number>()

  /** The places of files, each stored once. */
  placesOf({ dependencies }: Script): readonly number[] {
    return dependencies.map((file) => {
      const key = JSON.stringify([file.path, file.content])
      const place = this.#places.get(key) ?? this.all.push({ ...file }) - 1
      this.#places.set(key, place)
      return place
    })
  }
}

function memberOf(resource: LoadedResource, files: SharedFiles): DeployedResourceBody {
  const { section, logicalId, file } = resource
  const { type } = kinds[section]
  const payload = adapted(section, withReferences(resource.section, withScripts(resource, files)))
  return { logicalId, type, member: true, payload, sourceFile: file.path }
}

function withScripts({ section, value, scripts }: LoadedResource, files: SharedFiles): Fields {
  const fields = kinds[section].scripts ?? []
  const read = fields.flatMap(({ name, path, dependencies }) => {
    const script = scripts.get(name)
    if (!script) return []
    const code = [name, script.content] as const
    // Groups take no more than the code.
    if (section === 'groups') return [code]
    return [code, [path, script.path] as const, [dependencies, files.placesOf(script)] as const]
  })
  return { ...value, ...Object.fromEntries(read) }
}

function withReferences(section: SectionName, value: Fields): Fields {
  return kinds[section].references.reduce(
    (fields, reference) => changeFieldsAt(fields, reference.at, (beside, name) => renamed(beside, name, reference)),
    value,
  )
}

function renamed(beside: Fields, name: string, field: ReferenceField): Fields {
  const { [name]: given, ...others } = beside
  if (field.relation) return others
  const refOf = (reference: unknown): unknown => ({ ref: logicalIdOf(asReference(reference), field.to) })
  const refs = Array.isArray(given) ? given.map(refOf) : given === null ? null : refOf(given)
  return { ...others, [field.field]: refs }
}

/** Sound for values that fit the schema of the form. */
const asReference = (value: unknown): Reference => value as Reference

/** The name that deployments give to a resource: that of its files, or one made of its id. */
export const logicalIdOf = (reference: Reference, to: SectionName): string =>
  typeof reference === 'string' ? reference : `${kinds[to].type}-${reference.id}`

/** Rewrites the fields that deployments express in another way than bodies of the API. */
function adapted(section: SectionName, payload: Fields): Fields {
  if (section === 'groups') return groupPayload(payload)
  return section === 'checks' ? checkPayload(payload) : payload
}

/** Left out means for deployments: each check keeps its own. */
function groupPayload({ retryStrategy, ...payload }: Fields): Fields {
  const isOwn = retryStrategy !== undefined && retryStrategy !== 'FALLBACK'
  return { ...payload, ...(isOwn && { retryStrategy }), v: 2 }
}

function checkPayload({ intent, ...payload }: Fields): Fields {
  const leaves = { groupId: null, ...payload }
  return intent === undefined ? leaves : { ...leaves, intent: isFields(intent) ? constraintsOf(intent) : null }
}

function constraintsOf({ goal, requiredOutcomes, mustPreserve }: Fields): Fields {
  const of = (type: string, statements: unknown) =>
    Array.isArray(statements) ? statements.map((statement: unknown) => ({ type, statement })) : []
  return { goal, constraints: [...of('REQUIRED_OUTCOME', requiredOutcomes), ...of('MUST_PRESERVE', mustPreserve)] }
}

const relationsOf = (resource: LoadedResource): readonly DeployedResourceBody[] =>
  kinds[resource.section].references.flatMap(({ relation, to, ...field }) => {
    if (!relation) return []
    const names = referencesIn(resource.value, { ...field, to }).map(([, reference]) => logicalIdOf(reference, to))
    return [...new Set(names)].map((name) => relationTo(resource, relation, name))
  })

function relationTo({ logicalId, file }: LoadedResource, relation: Relation, to: string): DeployedResourceBody {
  const { type, prefix, owner, target, fields } = relation
  const payload = { [target]: { ref: to }, [owner]: { ref: logicalId }, ...fields }
  return { logicalId: `${prefix}#${logicalId}#${to}`, type, member: true, payload, sourceFile: file.path }
}

/** The resources that files refer to by id, each once. */
function externalsOf(resources: readonly LoadedResource[]): readonly DeployedResourceBody[] {
  const found = resources.flatMap(({ section, value }) =>
    kinds[section].references.flatMap((field) =>
      referencesIn(value, field).flatMap(([, reference]) =>
        typeof reference === 'string' ? [] : [externalOf(reference.id, field.to)],
      ),
    ),
  )
  return [...new Map(found.map((resource) => [`${resource.type} ${resource.logicalId}`, resource])).values()]
}

const externalOf = (physicalId: string | number, to: SectionName): DeployedResourceBody => ({
  logicalId: logicalIdOf({ id: physicalId }, to),
  type: kinds[to].type,
  member: false,
  payload: null,
  physicalId,
})
