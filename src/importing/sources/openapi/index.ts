import { isFields } from '#contract'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { documentsOf } from '../../counterparts/yaml-documents.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { readOperation } from './operation.ts'
import type { ApiDocument, Operation } from './operation.ts'
import { References } from './references.ts'

type Fields = Readonly<Record<string, unknown>>

const isDocument = (value: unknown): value is Fields =>
  isFields(value) &&
  isFields(value['paths']) &&
  (typeof value['openapi'] === 'string' || textIn(value['swagger']) !== '')

export const openapi: Source = {
  name: 'openapi',
  title: 'OpenAPI',
  takes: 'Documents of OpenAPI 3.0, 3.1 or Swagger 2.0 (JSON or YAML), with the files that they refer to.',
  read: async (files, choices) => {
    const documents = new Map(files.map((file) => [file.path, documentsOf(file)[0]]))
    const ours = [...documents].flatMap(([path, value]) => (isDocument(value) ? [{ path, value }] : []))
    if (ours.length === 0)
      throw new SourceProblem('No file is an OpenAPI document: it has openapi or swagger, and paths.')
    const draft = new Draft()
    const references = new References(documents)
    const groups = new NamedGroups(draft)
    for (const { path, value } of ours)
      readDocument({ path, fields: value, references }, { draft, groups, choices, isOne: ours.length === 1 })
    return draft.finish()
  },
}

interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  readonly choices: ImportChoices
  readonly isOne: boolean
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query']

function readDocument({ path, fields: given, references }: Omit<ApiDocument, 'title'>, context: Context): void {
  const { draft, isOne, groups, choices } = context
  const info = given['info']
  const title = (isFields(info) ? textIn(info['title']) : '') || path
  const fields = new SourceFields(draft, `document "${title.slice(0, 200)}"`, given)
  fields.exact('paths', 'servers', 'host', 'basePath', 'schemes', 'security')
  fields.ignored(
    'openapi',
    'swagger',
    'info',
    'tags',
    'externalDocs',
    'components',
    'definitions',
    'parameters',
    'responses',
  )
  fields.ignored('securityDefinitions', 'consumes', 'produces', 'jsonSchemaDialect', '$self')
  fields.impossible('webhooks', 'They are requests to you.')
  for (const name of Object.keys(given)) if (name.startsWith('x-')) fields.ignored(name)
  fields.finish()
  const document: ApiDocument = { path, fields: given, references, title }
  const operations = operationsOf(document)
  if (operations.length + draft.size > maxImported)
    throw new SourceProblem(`One import takes at most ${maxImported} operations.`)
  for (const operation of operations) {
    const value = readOperation(operation, document, draft, choices)
    if (value === null) continue
    const { item, logicalId, check } = value
    draft.add({ section: 'checks', logicalId, item, value: { ...check, ...groups.fieldOf(isOne ? null : title) } })
  }
}

function operationsOf({ path, fields, references }: ApiDocument): readonly Operation[] {
  const { paths } = fields
  return Object.entries(isFields(paths) ? paths : {}).flatMap(([template, given]) => {
    const item = references.resolve(given, path)
    if (item === null) return []
    const found = methods.filter((method) => isFields(item.value[method]))
    return found.map((method) => ({
      template,
      method,
      item: item.value,
      fields: Object(item.value[method]),
      path: item.path,
    }))
  })
}
