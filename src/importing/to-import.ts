import type { DeploymentBody } from '#contract'
import { loadValues } from '#resource-files'
import type { ImportedResource, ReportLine, Source } from './imported.ts'

/** The checks of an account that an earlier import made, by their logical ids: whether each is muted. */
export type ImportedBefore = ReadonlyMap<string, boolean>

export interface ToImport {
  readonly deployment: DeploymentBody
  /** Of what cannot be written. */
  readonly report: readonly ReportLine[]
}

/** The project that owns what comes from a source. */
export const projectOf = ({ name, title }: Pick<Source, 'name' | 'title'>) => ({
  logicalId: `import-${name}`,
  name: title,
})

/** New checks are muted; those that were imported before stay as somebody set them. */
export const muted = (resource: ImportedResource, before: ImportedBefore): ImportedResource =>
  resource.section === 'checks'
    ? { ...resource, value: { ...resource.value, muted: before.get(resource.logicalId) ?? true } }
    : resource

/** The deployment that makes the project of a source what was read of it, without resources that are not valid. */
export async function toImport(
  source: Pick<Source, 'name' | 'title'>,
  resources: readonly ImportedResource[],
  before: ImportedBefore,
): Promise<ToImport> {
  const items = new Map(resources.map(({ section, logicalId, item }) => [`${section} ${logicalId}`, item]))
  const { deployment, omitted } = await loadValues(
    projectOf(source),
    resources.map((resource) => muted(resource, before)),
  )
  const report = omitted.map(({ section, logicalId, field, message }) => ({
    item: items.get(`${section} ${logicalId}`) ?? logicalId,
    field,
    fate: 'impossible' as const,
    note: field === '' ? `It is not imported: ${message}` : message,
  }))
  return { deployment, report }
}
