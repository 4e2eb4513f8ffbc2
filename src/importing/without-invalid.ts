import { isFields } from '#contract'
import { loadResources } from '#resource-files'
import { textIn } from './counterparts/text-in.ts'
import { problemOf } from './problem-of.ts'
import type { ImportChoices, Imported, ImportedResource, ImportFile, ReportLine, Source } from './imported.ts'

/** A source whose values were made of texts of others: what no check can be is reported instead of imported. */
export const checkedSource = (source: Source): Source => ({
  ...source,
  read: async (files: readonly ImportFile[], choices: ImportChoices) =>
    withoutInvalid(await source.read(files, choices)),
})

/** Leaves out resources that resource files could not hold, with the reason in the report, until all that is left is valid. */
export async function withoutInvalid(imported: Imported): Promise<Imported> {
  const reasons = await reasonsOf(imported.resources)
  if (reasons.size === 0) return imported
  const isKept = (resource: ImportedResource): boolean => !reasons.has(nameOf(resource))
  const report = imported.resources.flatMap((resource) => {
    const reason = reasons.get(nameOf(resource))
    return reason === undefined ? [] : [{ item: resource.item, field: '', fate: 'impossible' as const, note: reason }]
  })
  const kept = imported.resources.filter(isKept)
  if (kept.length === imported.resources.length) return imported
  const dropped = new Set(imported.resources.filter((one) => !isKept(one)).map(nameOf))
  const found = kept.map((resource) => withoutReferences(resource, dropped))
  const lost = found.flatMap(({ line }) => line ?? [])
  const resources = found.map(({ resource }) => resource)
  return withoutInvalid({ ...imported, resources, report: [...imported.report, ...report, ...lost] })
}

interface Unreferenced {
  readonly resource: ImportedResource
  readonly line: ReportLine | null
}

/** A check is not lost with its group or channel. */
function withoutReferences(resource: ImportedResource, dropped: ReadonlySet<string>): Unreferenced {
  const { group, alertChannels, ...value } = resource.value
  const channels: readonly unknown[] = Array.isArray(alertChannels) ? alertChannels : []
  const kept = channels.filter((id) => !dropped.has(`alertChannels ${textIn(id)}`))
  const isGroupKept = group !== undefined && !dropped.has(`groups ${textIn(group)}`)
  const isWhole = kept.length === channels.length && (group === undefined || isGroupKept)
  if (isWhole) return { resource, line: null }
  const note = 'Its group or one of its channels was left out: make it and add the check.'
  const left = { ...value, ...(isGroupKept && { group }), ...(kept.length > 0 && { alertChannels: kept }) }
  return {
    resource: { ...resource, value: left },
    line: { item: resource.item, field: '', fate: 'approximated', note },
  }
}

const nameOf = ({ section, logicalId }: ImportedResource): string => `${section} ${logicalId}`

/** By the names of resources. */
async function reasonsOf(resources: readonly ImportedResource[]): Promise<ReadonlyMap<string, string>> {
  const rejected = resources.flatMap((resource) => {
    const problem = problemOf(resource)
    return problem === null ? [] : [[nameOf(resource), `Left out: ${problem}`.slice(0, 500)] as const]
  })
  return new Map([...rejected, ...(await mistakesOf(resources))])
}

async function mistakesOf(resources: readonly ImportedResource[]): Promise<ReadonlyMap<string, string>> {
  const positionOf = () => null
  const project = { path: 'project', value: { project: { logicalId: 'import', name: 'Import' } }, positionOf }
  const files = resources.map((resource) => {
    const { section, logicalId, value } = resource
    return { path: nameOf(resource), value: { [section]: { [logicalId]: escaped(value) } }, positionOf }
  })
  const readScript = async () => ({ problem: 'names a file, which imports do not have.' })
  const loaded = await loadResources([project, ...files], { isComplete: true, environment: {}, readScript })
  if (!('mistakes' in loaded)) return new Map()
  // Whether a location is one of the service or of its own agents is known only where it is written.
  const found = loaded.mistakes.filter(({ field }) => !/\.locations\[\d+\]$/.test(field))
  return new Map(
    found.map(({ file, field, message }) => [file, `Left out: ${shortOf(field)} ${message}`.slice(0, 500)]),
  )
}

/** The field of the check; how the source calls it is in the item. */
const shortOf = (field: string): string => field.split('.').slice(2).join('.') || field

/** Texts that look like variables of resource files are none. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${env:', () => '$${env:')
  if (Array.isArray(value)) return value.map(escaped)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, escaped(one)]))
}
