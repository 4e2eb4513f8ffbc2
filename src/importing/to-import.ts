import type { DeploymentBody } from '#contract'
import { loadValues } from '#resource-files'
import type { GivenResource } from '#resource-files'
import type { ImportedResource, ReportLine, Source } from './imported.ts'
import { problemOf } from './problem-of.ts'

/** The checks of an account that an earlier import made, by their logical ids: whether each is muted. */
export type ImportedBefore = ReadonlyMap<string, boolean>

export interface ToImport {
  readonly deployment: DeploymentBody
  /** The resources that are deployed, as resource files have it. */
  readonly resources: readonly GivenResource[]
  /** Of what cannot be written. */
  readonly report: readonly ReportLine[]
}

/** The project that owns what comes from a source. */
export const projectOf = ({ name, title }: Pick<Source, 'name' | 'title'>) => ({
  logicalId: `import-${name}`,
  name: title,
})

/** New checks are muted; those that were imported before stay as somebody set them. */
const muted = (resource: ImportedResource, before: ImportedBefore): ImportedResource =>
  resource.section === 'checks'
    ? { ...resource, value: { ...resource.value, muted: before.get(resource.logicalId) ?? true } }
    : resource

/** The deployment that makes the project of a source what was read of it, without resources that are not valid. */
export async function toImport(
  source: Pick<Source, 'name' | 'title'>,
  given: readonly ImportedResource[],
  before: ImportedBefore,
): Promise<ToImport> {
  const items = new Map(given.map((resource) => [keyOf(resource), resource.item]))
  const rejected = new Map<string, string>()
  for (;;) {
    const left = given.filter((resource) => !rejected.has(keyOf(resource)))
    const { omitted, ...loaded } = await loadValues(
      projectOf(source),
      left.map((resource) => muted(resource, before)),
    )
    const problems = loaded.resources.map((resource) => [keyOf(resource), problemOf(resource)] as const)
    for (const [key, problem] of problems) if (problem !== null) rejected.set(key, problem)
    if (problems.some(([, problem]) => problem !== null)) continue
    const all = [...[...rejected].map(([key, message]) => ({ key, field: '', message })), ...omitted.map(keyed)]
    return { ...loaded, report: all.map(({ key, ...reason }) => lineOf(items.get(key) ?? key, reason)) }
  }
}

const keyOf = ({ section, logicalId }: Pick<GivenResource, 'section' | 'logicalId'>): string =>
  `${section} ${logicalId}`

interface Reason {
  /** Empty for the resource as a whole. */
  readonly field: string
  readonly message: string
}

const keyed = ({ field, message, ...name }: Pick<GivenResource, 'section' | 'logicalId'> & Reason) => ({
  key: keyOf(name),
  field,
  message,
})

const lineOf = (item: string, { field, message }: Reason): ReportLine => ({
  item,
  field,
  fate: 'impossible',
  note: field === '' ? `It is not imported: ${message}` : message,
})
