import { isFields } from '#contract'
import type { ProjectBody } from '#contract'
import { redactFields } from '#redaction'
import { formSchemaOf } from '../form-schemas.ts'
import { kinds, sectionNames } from '../kinds.ts'
import type { ReferenceField, SectionName } from '../kinds.ts'
import type { SourceFile } from '../parsed-file.ts'
import type { AccountContent, Fields, LiveResource } from './account-content.ts'
import { briefValue } from './brief-value.ts'
import { hideSecrets, NeededVariables } from './hide-secrets.ts'
import type { NeededVariable } from './hide-secrets.ts'
import { namesOf, referenceTo } from './names-of.ts'
import type { Names } from './names-of.ts'
import { scriptFiles } from './script-files.ts'
import { writtenFile } from './written-file.ts'
import type { Format } from './written-file.ts'

export interface Exported {
  readonly files: readonly SourceFile[]
  /** The variables of the environment that have to be set where the files are applied. */
  readonly variables: readonly NeededVariable[]
  /** Sentences about what the files do not have. */
  readonly notes: readonly string[]
}

export interface ExportOptions {
  readonly project: ProjectBody
  readonly format: Format
  /** Where editors find the schema. */
  readonly schemaUrl: string
}

interface Exporting {
  readonly account: AccountContent
  readonly names: Names
  readonly needed: NeededVariables
  readonly scripts: SourceFile[]
  readonly notes: string[]
}

/** The files that describe an account, one for each section, with scripts in separate files. */
export function exportResources(account: AccountContent, { project, ...form }: ExportOptions): Exported {
  const state: Exporting = { account, names: namesOf(account), needed: new NeededVariables(), scripts: [], notes: [] }
  const sections = sectionNames.flatMap((section) => {
    const entries = account[section].map((resource) => entryOf(state, section, resource))
    return entries.length === 0 ? [] : [writtenFile(section, { [section]: Object.fromEntries(entries) }, form)]
  })
  const files = [writtenFile('project', { project }, form), ...sections, ...state.scripts]
  return { files, variables: state.needed.all, notes: state.notes }
}

function entryOf(state: Exporting, section: SectionName, resource: LiveResource): [string, unknown] {
  const logicalId = state.names.get(section)?.get(String(resource.id)) ?? ''
  const coded = withScripts(state, { section, logicalId, resource: withoutSnippets(state, resource) })
  const referring = withNames(state.names, section, withLocationIds(state.account, coded))
  const brief = briefValue(formSchemaOf(section, referring), withoutLocal(state, `${section}.${logicalId}`, referring))
  return [logicalId, hideSecrets(isFields(brief) ? nameFirst(brief) : {}, { section, logicalId }, state.needed)]
}

/** People look for a resource by its name. */
const nameFirst = ({ name, ...others }: Fields): Fields => (name === undefined ? others : { name, ...others })

/** Snippets are in no file: their code takes their place. */
function withoutSnippets({ account }: Exporting, resource: LiveResource): Fields {
  const { setupSnippetId, tearDownSnippetId, ...rest } = resource
  const codeOf = (id: unknown): string | undefined => account.snippets.get(Number(id))
  const [setup, tearDown] = [codeOf(setupSnippetId), codeOf(tearDownSnippetId)]
  return {
    ...rest,
    ...(setup !== undefined && { localSetupScript: setup }),
    ...(tearDown !== undefined && { localTearDownScript: tearDown }),
  }
}

/** Checks and groups name private locations by their slug names. */
function withLocationIds({ privateLocations }: AccountContent, resource: Fields): Fields {
  const { privateLocations: slugs } = resource
  if (!Array.isArray(slugs)) return resource
  const idOf = (slug: unknown): unknown => privateLocations.find(({ slugName }) => slugName === slug)?.id ?? slug
  return { ...resource, privateLocations: slugs.map(idOf) }
}

interface Resource {
  readonly section: SectionName
  readonly logicalId: string
  readonly resource: Fields
}

function withScripts(state: Exporting, { section, logicalId, resource }: Resource): Fields {
  const entries = (kinds[section].scripts ?? []).flatMap((field) => {
    const found = scriptFiles(resource, field, logicalId)
    if (found === null) return []
    const code = resource[field.name]
    if (redactFields(code) !== code)
      state.notes.push(
        `${section}.${logicalId}.${field.name} seems to contain a credential, which is exported with it.`,
      )
    state.scripts.push(...found.files.filter(({ path }) => !state.scripts.some((file) => file.path === path)))
    return [[field.name, found.value] as const]
  })
  return { ...resource, ...Object.fromEntries(entries) }
}

/** Leaves out fields that have a meaning in this installation only. */
function withoutLocal({ notes }: Exporting, field: string, resource: Fields): Fields {
  const { snapshots, heartbeat, ...rest } = resource
  if (rest['version'] === 3 && isGiven(rest['customDomain']))
    notes.push(`${field}.customDomain has to be verified again where it is created.`)
  if (Array.isArray(snapshots) && snapshots.length > 0) notes.push(`${field} has golden files, which are not exported.`)
  if (!isFields(heartbeat)) return rest
  const { pingToken: _own, pingUrl: _ownToo, ...settings } = heartbeat
  notes.push(`${field} gets another ping URL where it is created again.`)
  return { ...rest, heartbeat: settings }
}

const withNames = (names: Names, section: SectionName, resource: Fields): Fields =>
  kinds[section].references.reduce((fields, reference) => named(names, fields, reference), resource)

/** The resource with names in place of the ids of one field, wherever that is. */
function named(names: Names, resource: Fields, reference: ReferenceField): Fields {
  const change = (node: unknown, [step = '', ...rest]: readonly string[]): unknown => {
    if (step === '*') return Array.isArray(node) ? node.map((item: unknown) => change(item, rest)) : node
    if (!isFields(node)) return node
    if (rest.length > 0) return step in node ? { ...node, [step]: change(node[step], rest) } : node
    const { [reference.field]: ids, ...others } = node
    return { ...others, ...(isGiven(ids) && { [step]: namesFor(names, reference, ids) }) }
  }
  return { ...resource, ...Object(change(resource, reference.at)) }
}

const isGiven = (ids: unknown): boolean => ids !== undefined && ids !== null

function namesFor(names: Names, { to, idIn, isList }: ReferenceField, ids: unknown): unknown {
  if (!isList) return referenceTo(names, to, ids)
  const items: readonly unknown[] = Array.isArray(ids) ? ids : []
  return items
    .filter((item) => !isFields(item) || item['activated'] !== false)
    .map((item) => referenceTo(names, to, idIn !== undefined && isFields(item) ? item[idIn] : item))
}
