import { isFields } from '#contract'
import type { ProjectBody } from '#contract'
import { similarName, validatorOf } from '#validation'
import type { Problem } from '#validation'
import { fillEnvironment } from './fill-environment.ts'
import type { Variables } from './fill-environment.ts'
import { formSchemaOf, projectSchema } from './form-schemas.ts'
import { kinds } from './kinds.ts'
import type { JsonSchema, SectionName } from './kinds.ts'
import { fieldOf, inOrder, pathOf } from './mistake.ts'
import type { Mistake, Path } from './mistake.ts'
import type { ParsedFile } from './parsed-file.ts'
import { mistakeAt, readSections } from './read-sections.ts'
import type { Sections, SourceProject, SourceResource } from './read-sections.ts'
import { referencesIn } from './references.ts'

/** A file with code, and what it imports; all paths from the same directory. */
export interface Script {
  readonly path: string
  readonly content: string
  readonly dependencies: readonly { readonly path: string; readonly content: string }[]
}

/** Reads the script that a file of resources names, or says what keeps it from being read, as the end of a sentence. */
export type ReadScript = (fromFile: string, path: string) => Promise<Script | { readonly problem: string }>

export interface LoadedResource extends SourceResource {
  /** As its schema demands, with the variables of the environment. */
  readonly value: Readonly<Record<string, unknown>>
  /** By the fields that name them. */
  readonly scripts: ReadonlyMap<string, Script>
}

export interface LoadedResources {
  readonly project: ProjectBody
  readonly resources: readonly LoadedResource[]
}

/** The resources of the files, or every mistake that has to be corrected first. */
export type Loaded = { readonly loaded: LoadedResources } | { readonly mistakes: readonly Mistake[] }

export interface LoadTools extends Variables {
  /** False: other files could not be read, so that what is in none of these may be in one of them. */
  readonly isComplete: boolean
  readonly readScript: ReadScript
}

/** Validates the files of one directory against each other. Reports all mistakes at once, in the order of lines. */
export async function loadResources(files: readonly ParsedFile[], tools: LoadTools): Promise<Loaded> {
  const sections = readSections(files)
  const mistakes: Mistake[] = [...sections.mistakes]
  const project = projectIn(sections, tools, mistakes)
  const names = namesIn(sections.resources)
  const resources: LoadedResource[] = []
  for (const resource of sections.resources) {
    const value = validValue(resource, formSchemaOf(resource.section, resource.value), tools, mistakes)
    if (value === null) continue
    if (tools.isComplete) mistakes.push(...unknownReferences(resource, value, names))
    resources.push({ ...resource, value, scripts: await scriptsOf(resource, { value, tools, mistakes }) })
  }
  if (mistakes.length > 0 || project === null) return { mistakes: inOrder(mistakes) }
  return { loaded: { project, resources } }
}

interface SourceValue {
  readonly file: ParsedFile
  readonly path: Path
  readonly value: unknown
}

/** The value with its variables, or null with its mistakes reported. */
function validValue(
  { file, path, value }: SourceValue,
  schema: JsonSchema,
  variables: Variables,
  mistakes: Mistake[],
): Readonly<Record<string, unknown>> | null {
  const unset = new Map<string, Mistake>()
  const filled = fillEnvironment(value, variables, (of, message) =>
    unset.set(fieldOf(of), mistakeAt(file, [...path, ...of], message)),
  )
  const validate = validatorOf('body', schema, { anywhere: [], atTop: [] })
  // Everything is validated, however long the scripts in it are; an unset variable is empty, which is not reported again.
  const problems = filled === undefined ? [] : (validate(filled, true) ?? []).filter(({ path: of }) => !unset.has(of))
  const found = [...unset.values(), ...problems.map((problem) => problemIn(file, path, { problem, value }))]
  mistakes.push(...found)
  return found.length === 0 && isFields(filled) ? filled : null
}

function problemIn(file: ParsedFile, path: Path, { problem, value }: { problem: Problem; value: unknown }): Mistake {
  const of = pathOf(problem.path)
  const part = problem.rule === 'unknownName' ? 'name' : 'value'
  return mistakeAt(file, [...path, ...of], `${problem.message}${hintFor(problem, valueAt(value, of))}`, part)
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (node, name) => (node !== null && typeof node === 'object' ? Object(node)[name] : undefined),
    value,
  )

/** YAML reads plain numbers and words such as true as something other than text. */
function hintFor(problem: Problem, value: unknown): string {
  const isText = problem.rule === 'type' && problem.parameters.types.includes('string')
  return isText && (typeof value === 'number' || typeof value === 'boolean') ? ': put it in quotes' : ''
}

function projectIn({ projects }: Sections, tools: LoadTools, mistakes: Mistake[]): ProjectBody | null {
  const [first, ...others] = projects
  for (const { file } of others)
    mistakes.push(mistakeAt(file, ['project'], `stands in ${first?.file.path} too: one file has it.`, 'name'))
  if (first === undefined) {
    const message = 'No file has a project. Add `project: { logicalId: …, name: … }` to one of them.'
    if (tools.isComplete) mistakes.push({ file: '.', position: null, field: '', message })
    return null
  }
  return validProject(first, tools, mistakes)
}

function validProject({ file, value }: SourceProject, variables: Variables, mistakes: Mistake[]): ProjectBody | null {
  const valid = validValue({ file, path: ['project'], value }, projectSchema, variables, mistakes)
  return valid && asProject(valid)
}

/** Sound for values that fit the schema of projects. */
const asProject = (value: Readonly<Record<string, unknown>>): ProjectBody => value as unknown as ProjectBody

type Names = ReadonlyMap<SectionName, ReadonlySet<string>>

const namesIn = (resources: readonly SourceResource[]): Names => {
  const bySection = Map.groupBy(resources, ({ section }) => section)
  return new Map([...bySection].map(([section, all]) => [section, new Set(all.map(({ logicalId }) => logicalId))]))
}

const unknownReferences = ({ section, file, path }: SourceResource, value: unknown, names: Names): Mistake[] =>
  kinds[section].references.flatMap((field) => {
    const known = names.get(field.to)
    return referencesIn(value, field).flatMap(([at, reference]) =>
      typeof reference !== 'string' || known?.has(reference)
        ? []
        : [mistakeAt(file, [...path, ...at], unknownName(reference, kinds[field.to].noun, [...(known ?? [])]))],
    )
  })

function unknownName(name: string, noun: string, known: readonly string[]): string {
  const meant = similarName(name, known)
  const some = known.length === 0 ? '' : ` Known are ${known.slice(0, 10).join(', ')}${known.length > 10 ? ', …' : ''}.`
  const advice = meant === undefined ? `${some} For one that is in no file write { id: … }.` : ` Did you mean ${meant}?`
  return `names the ${noun} "${name}", which is in no file.${advice}`
}

interface ScriptsInput {
  readonly value: Readonly<Record<string, unknown>>
  readonly tools: LoadTools
  readonly mistakes: Mistake[]
}

async function scriptsOf(resource: SourceResource, { value, tools, mistakes }: ScriptsInput) {
  const scripts = new Map<string, Script>()
  for (const { name } of kinds[resource.section].scripts ?? []) {
    const { [name]: given } = value
    if (!isFields(given)) continue
    const read = await tools.readScript(resource.file.path, String(given['file']))
    const problem = 'problem' in read ? read.problem : limitOf(resource.section, read)
    if (problem !== null) mistakes.push(mistakeAt(resource.file, [...resource.path, name, 'file'], problem))
    else if (!('problem' in read)) scripts.set(name, read)
  }
  return scripts
}

/** The limit of the service that a script exceeds, as the end of a sentence. */
function limitOf(section: SectionName, { content, dependencies }: Script): string | null {
  if (content.trim() === '') return 'is empty.'
  if (content.length > maxScript) return `must have at most ${maxScript} characters.`
  if (section === 'groups' && dependencies.length > 0) return 'imports other files, which scripts of groups cannot.'
  return null
}

const maxScript = 1_000_000
