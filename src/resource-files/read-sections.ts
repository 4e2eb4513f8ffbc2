import { isFields } from '#contract'
import { nearName, similarName } from '#validation'
import { kinds, sectionNames } from './kinds.ts'
import type { SectionName } from './kinds.ts'
import { logicalIdRules } from './form-schemas.ts'
import { fieldOf } from './mistake.ts'
import type { Mistake, Path } from './mistake.ts'
import type { ParsedFile } from './parsed-file.ts'

/** A resource as it stands in a file. */
export interface SourceResource {
  readonly section: SectionName
  readonly logicalId: string
  readonly value: unknown
  readonly file: ParsedFile
  /** In the file. */
  readonly path: Path
}

export interface SourceProject {
  readonly value: unknown
  readonly file: ParsedFile
}

export interface Sections {
  readonly projects: readonly SourceProject[]
  readonly resources: readonly SourceResource[]
  readonly mistakes: readonly Mistake[]
}

/** A mistake at a path of a file. */
export const mistakeAt = (
  file: ParsedFile,
  path: Path,
  message: string,
  part: 'name' | 'value' = 'value',
): Mistake => ({ file: file.path, position: file.positionOf(path, part), field: fieldOf(path), message })

const isLogicalId = new RegExp(logicalIdRules.pattern)
const isSection = (name: string): name is SectionName => Object.hasOwn(kinds, name)
/** `$schema` is for editors. */
const otherNames = ['project', '$schema']

/** The resources of all sections of the files. A name that two files give to resources of one kind is a mistake. */
export function readSections(files: readonly ParsedFile[]): Sections {
  const mistakes: Mistake[] = []
  const found = files.flatMap((file) => resourcesOf(file, mistakes))
  const taken = new Map<string, SourceResource>()
  const resources = found.filter((resource) => {
    const key = `${resource.section} ${resource.logicalId}`
    const first = taken.get(key)
    if (first) mistakes.push(twice(resource, first))
    else taken.set(key, resource)
    return !first
  })
  return { projects: files.flatMap(projectOf), resources, mistakes }
}

const projectOf = (file: ParsedFile): readonly SourceProject[] =>
  isFields(file.value) && 'project' in file.value ? [{ value: file.value['project'], file }] : []

function resourcesOf(file: ParsedFile, mistakes: Mistake[]): SourceResource[] {
  if (file.value === null || file.value === undefined) return []
  if (!isFields(file.value)) {
    mistakes.push(mistakeAt(file, [], 'A file holds sections, for example `checks:`, with resources by their names.'))
    return []
  }
  return Object.entries(file.value).flatMap(([name, section]) => {
    if (isSection(name)) return itemsOf({ file, name, section }, mistakes)
    if (!otherNames.includes(name)) mistakes.push(mistakeAt(file, [name], unknownSection(name), 'name'))
    return []
  })
}

/** Whether a name is that of a section with a mistake in it. */
export const isNearSection = (name: string): boolean => nearName(name, ['project', ...sectionNames]) !== undefined

function unknownSection(name: string): string {
  const known = ['project', ...sectionNames]
  const meant = similarName(name, known)
  return `is unknown: ${meant === undefined ? `sections are ${known.join(', ')}` : `did you mean ${meant}?`}`
}

interface Section {
  readonly file: ParsedFile
  readonly name: SectionName
  readonly section: unknown
}

function itemsOf({ file, name, section }: Section, mistakes: Mistake[]): SourceResource[] {
  if (section === null || section === undefined) return []
  if (!isFields(section)) {
    mistakes.push(mistakeAt(file, [name], `must have each ${kinds[name].noun} under a separate name`))
    return []
  }
  return Object.entries(section).flatMap(([logicalId, value]) => {
    const path = [name, logicalId]
    if (isLogicalId.test(logicalId) && logicalId.length <= logicalIdRules.maxLength)
      return [{ section: name, logicalId, value, file, path }]
    mistakes.push(mistakeAt(file, path, `must be named by at most 100 ${logicalIdRules['x-rule']}`, 'name'))
    return []
  })
}

function twice({ file, path, section }: SourceResource, first: SourceResource): Mistake {
  const line = first.file.positionOf(first.path, 'name')?.line
  const where = line === undefined ? first.file.path : `${first.file.path}:${line}`
  return mistakeAt(file, path, `is the name of a ${kinds[section].noun} in ${where} too: choose another.`, 'name')
}
