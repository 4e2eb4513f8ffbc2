import { isFields } from '#contract'
import { invariant } from '#kernel'
import type { DeploymentBody, ProjectBody } from '#contract'
import { kinds } from './kinds.ts'
import type { SectionName } from './kinds.ts'
import { loadResources } from './load-resources.ts'
import { fieldOf } from './mistake.ts'
import type { Mistake } from './mistake.ts'
import type { ParsedFile } from './parsed-file.ts'
import { changeFieldsAt } from './references.ts'
import { toDeployment } from './to-deployment.ts'

type Fields = Readonly<Record<string, unknown>>

/** A resource as files have it, which a program made. Its texts are taken as they are: `${env:NAME}` means nothing in them. */
export interface GivenResource {
  readonly section: SectionName
  readonly logicalId: string
  readonly value: Fields
}

/** A change that makes the others fit: a resource that is not valid, or a reference to one that is not there, is left out. */
export interface Omission {
  readonly section: SectionName
  readonly logicalId: string
  /** Of the resource; empty for the resource as a whole, which is left out then. */
  readonly field: string
  readonly message: string
}

export interface LoadedValues {
  readonly deployment: DeploymentBody
  /** Those that are left, as files have them. */
  readonly resources: readonly GivenResource[]
  readonly omitted: readonly Omission[]
}

/**
 * The deployment of resources that a program made. Those that are not valid are left out, and references to them, with those that
 * are nothing without the reference.
 */
export async function loadValues(project: ProjectBody, given: readonly GivenResource[]): Promise<LoadedValues> {
  const omitted: Omission[] = []
  let kept = given.map((resource) => ({ ...resource, value: asFields(plainTexts(resource.value)) }))
  for (;;) {
    kept = withoutUnknown(kept, omitted)
    const tools = { environment: {}, isComplete: true, readScript: async () => ({ problem: 'names a file.' }) }
    const found = await loadResources([projectFile(project), ...kept.map(fileOf)], tools)
    if ('loaded' in found) {
      const { resources, ...deployment } = toDeployment(found.loaded)
      return { deployment: { ...deployment, resources: resources.map(withoutFile) }, resources: kept, omitted }
    }
    const mistakes = new Map(found.mistakes.toReversed().map((mistake) => [mistake.file, mistake]))
    const left = kept.filter((resource) => !mistakes.has(keyOf(resource)))
    invariant(left.length < kept.length, 'the project of an import is valid')
    for (const resource of kept) {
      const mistake = mistakes.get(keyOf(resource))
      if (mistake) omitted.push({ ...named(resource), field: '', message: messageOf(resource, mistake) })
    }
    kept = left
  }
}

const named = ({ section, logicalId }: GivenResource) => ({ section, logicalId })
const keyOf = ({ section, logicalId }: Omit<GivenResource, 'value'>): string => `${section} ${logicalId}`
const nowhere = (): null => null

const projectFile = (project: ProjectBody): ParsedFile => ({ path: 'project', value: { project }, positionOf: nowhere })

const fileOf = (resource: GivenResource): ParsedFile => ({
  path: keyOf(resource),
  value: { [resource.section]: { [resource.logicalId]: resource.value } },
  positionOf: nowhere,
})

/** The field, from the top of the resource, and what is wrong with it. */
function messageOf({ section, logicalId }: GivenResource, { field, message }: Mistake): string {
  const prefix = fieldOf([section, logicalId])
  return `${field.slice(prefix.length).replace(/^\./, '')} ${message}`.trim()
}

function withoutFile<R extends { readonly sourceFile?: string | null }>({ sourceFile: _made, ...resource }: R) {
  return resource
}

/** Deeper values are no resources, which their validation says. */
const maxDepth = 100

/** `${env:NAME}` as text. */
function plainTexts(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return value
  if (typeof value === 'string') return value.replaceAll('${env:', (place) => `$${place}`)
  if (Array.isArray(value)) return value.map((item: unknown) => plainTexts(item, depth + 1))
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainTexts(part, depth + 1)]))
}

const asFields = (value: unknown): Fields => (isFields(value) ? value : {})

function withoutUnknown(resources: readonly GivenResource[], omitted: Omission[]) {
  const known = new Set(resources.map(keyOf))
  return resources.map((resource) => {
    const value = kinds[resource.section].references.reduce(
      (fields, { at, to }) =>
        changeFieldsAt(fields, at, (beside, name) => {
          const { [name]: reference, ...others } = beside
          const isGone = (one: unknown): boolean => typeof one === 'string' && !known.has(`${to} ${one}`)
          const gone = [reference].flat().filter(isGone)
          for (const one of gone)
            omitted.push({
              ...named(resource),
              field: name,
              message: `The ${kinds[to].noun} ${String(one)} is not there.`,
            })
          if (gone.length === 0) return beside
          return Array.isArray(reference) ? { ...others, [name]: reference.filter((one) => !isGone(one)) } : others
        }),
      resource.value,
    )
    return { ...resource, value }
  })
}
