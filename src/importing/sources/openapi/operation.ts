import { isFields } from '#contract'
import { commonFields } from '../../counterparts/common-fields.ts'
import type { Expectation } from '../../counterparts/expectations.ts'
import { plainText } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { requestCheck, sourceHeaders } from '../../counterparts/source-request.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { ImportChoices } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { exampleOf, plainOf } from './examples.ts'
import type { References } from './references.ts'
import { expectedOf } from './responses.ts'
import { securedBy } from './security.ts'
import type { Secured } from './security.ts'
import { serverOf } from './servers.ts'

type Fields = Readonly<Record<string, unknown>>

export interface ApiDocument {
  readonly path: string
  readonly fields: Fields
  readonly references: References
  readonly title: string
}

export interface Operation {
  readonly template: string
  readonly method: string
  /** Of the path, whose parameters and servers all its operations have. */
  readonly item: Fields
  readonly fields: Fields
  /** The file it stands in. */
  readonly path: string
}

export interface OperationCheck {
  readonly item: string
  readonly logicalId: string
  readonly check: Fields
}

/** The check of a safe operation whose parameters all have a value; null, with the reason in the report, for others. */
export function readOperation(
  operation: Operation,
  document: ApiDocument,
  draft: Draft,
  choices: ImportChoices,
): OperationCheck | null {
  const { method, template, fields: given } = operation
  const item = `${method.toUpperCase()} ${template.slice(0, 300)}`
  const leaveOut = (field: string, note: string): null => {
    draft.report({ item, field, fate: 'impossible', note })
    return null
  }
  if (method !== 'get' && method !== 'head')
    return leaveOut('', 'Only GET and HEAD change nothing: make the check by hand.')
  const fields = new SourceFields(draft, item, given)
  const isDeprecated = fields.flag('deprecated') === true
  const body = document.references.resolve(fields.value('requestBody'), operation.path)
  reportFields(fields, given)
  const parameters = parametersOf(operation, document, choices)
  const obstacle = obstacleOf({ isDeprecated, body: body?.value ?? {}, parameters })
  if (obstacle !== null) return leaveOut(...obstacle)
  const server = serverOf(operation, document)
  if (server === null) return leaveOut('servers', 'The document names no server with a host.')
  const secured = securityOf(operation, document, draft, item)
  if (secured === null) return null
  const check = checkOf(operation, { document, draft, choices, item, server, parameters, secured })
  return { item, logicalId: textIn(given['operationId']) || item, check }
}

function reportFields(fields: SourceFields, given: Fields): void {
  fields.exact('operationId', 'summary', 'description', 'tags', 'parameters', 'responses', 'servers', 'security')
  fields.ignored('externalDocs', 'callbacks', 'produces', 'consumes', 'schemes')
  for (const name of Object.keys(given)) if (name.startsWith('x-')) fields.ignored(name)
  fields.finish()
}

interface Obstacles {
  readonly isDeprecated: boolean
  readonly body: Fields
  readonly parameters: Parameters
}

/** The field that keeps an operation from being a check, and why. */
function obstacleOf({
  isDeprecated,
  body,
  parameters: { missing },
}: Obstacles): readonly [field: string, note: string] | null {
  if (isDeprecated) return ['deprecated', 'It is on its way out: make the check by hand if you need it.']
  if (body['required'] === true) return ['requestBody', 'It needs a body.']
  const names = missing.join(', ').slice(0, 300)
  return missing.length > 0
    ? ['parameters', `Without a value: ${names}. Give an example, or the value with --env-file.`]
    : null
}

interface Parameters {
  readonly path: ReadonlyMap<string, string>
  readonly query: readonly HeaderPair[]
  readonly headers: readonly HeaderPair[]
  readonly missing: readonly string[]
}

/** Required parameters with the values that the person or the document gives; others are left out. */
function parametersOf(operation: Operation, { references }: ApiDocument, { environment }: ImportChoices): Parameters {
  const byKey = new Map<string, Fields>()
  let isWhole = true
  for (const list of [operation.item['parameters'], operation.fields['parameters']])
    for (const given of Array.isArray(list) ? list : []) {
      const parameter = references.resolve(given, operation.path)?.value
      if (parameter) byKey.set(`${textIn(parameter['in'])} ${textIn(parameter['name'])}`, parameter)
      else isWhole = false
    }
  const required = [...byKey.values()].filter((one) => one['required'] === true || one['in'] === 'path')
  const values = required.map((one) => {
    const name = textIn(one['name'])
    const given = Object.hasOwn(environment, name) ? environment[name] : undefined
    return { name, where: textIn(one['in']), value: plainOf(given) ?? exampleOf(one, operation.path, references) }
  })
  const of = (where: string): readonly HeaderPair[] =>
    values.flatMap((one) => (one.where === where && one.value !== null ? [{ key: one.name, value: one.value }] : []))
  const cookies = of('cookie').map(({ key, value }) => `${key}=${value}`)
  return {
    path: new Map(of('path').map(({ key, value }) => [key, value])),
    query: of('query'),
    headers: [...of('header'), ...(cookies.length > 0 ? [{ key: 'Cookie', value: cookies.join('; ') }] : [])],
    missing: [
      ...values.filter(({ value }) => value === null).map(({ name }) => name),
      ...(isWhole ? [] : ['one whose reference leads to none of the files']),
    ],
  }
}

const noSecurity: Secured = { headers: [], query: [], basicAuth: null, script: null }

/** The first choice of schemes that checks can sign in by. Null, reported, where there is none. */
function securityOf(
  { fields }: Operation,
  { fields: document, references, path }: ApiDocument,
  draft: Draft,
  item: string,
): Secured | null {
  const given = fields['security'] ?? document['security']
  const choices = Array.isArray(given) ? given.filter(isFields) : []
  if (choices.length === 0 || choices.some((choice) => Object.keys(choice).length === 0)) return noSecurity
  const { components, securityDefinitions } = document
  const schemes = isFields(components) ? components['securitySchemes'] : securityDefinitions
  for (const choice of choices) {
    const found = Object.entries(choice).map(([name, wanted]) => {
      const scopes = Array.isArray(wanted) ? wanted.map(textIn) : []
      const scheme = references.resolve(isFields(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : null, path)
      return scheme && securedBy({ name, fields: scheme.value, scopes }, draft)
    })
    const all = found.filter((one) => one !== null)
    if (all.length === found.length) return merged(all)
  }
  draft.report({
    item,
    field: 'security',
    fate: 'impossible',
    note: 'Checks do not sign in so: make the check by hand, with a setup script.',
  })
  return null
}

const merged = (all: readonly Secured[]): Secured => ({
  headers: all.flatMap(({ headers }) => headers),
  query: all.flatMap(({ query }) => query),
  basicAuth: all.find(({ basicAuth }) => basicAuth !== null)?.basicAuth ?? null,
  script: all.find(({ script }) => script !== null)?.script ?? null,
})

interface Known {
  readonly document: ApiDocument
  readonly draft: Draft
  readonly choices: ImportChoices
  readonly item: string
  readonly server: string
  readonly parameters: Parameters
  readonly secured: Secured
}

function checkOf(operation: Operation, known: Known): Fields {
  const { document, draft, choices, item, server, parameters, secured } = known
  const { fields, template, method } = operation
  const path = template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    encodeURIComponent(parameters.path.get(name) ?? whole),
  )
  const query = [
    ...parameters.query.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`),
    ...secured.query.map(({ key, value }) => `${encodeURIComponent(key)}=${value}`),
  ]
  const url = `${server.replace(/\/$/, '')}${path.startsWith('/') ? path : `/${path}`}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const expectations: readonly Expectation[] = expectedOf(operation, document, draft, item)
  const name = textIn(fields['operationId']) || item
  const tags: readonly unknown[] = Array.isArray(fields['tags']) ? fields['tags'] : []
  const description = textIn(fields['summary']) || textIn(fields['description'])
  const headers = parameters.headers.map(({ key, value }) => ({ key, value: plainText(draft, value) }))
  return {
    ...commonFields({ name, description, tags: tags.map(textIn).filter((tag) => tag !== '') }),
    locations: [choices.location],
    ...(secured.script !== null && { localSetupScript: secured.script }),
    ...requestCheck(
      draft,
      {
        name,
        item,
        method: method.toUpperCase(),
        url,
        headers: [...sourceHeaders(draft, name, headers), ...secured.headers],
        body: null,
        basicAuth: secured.basicAuth,
        followRedirects: true,
        skipSSL: false,
        expectations,
        stored: [],
      },
      secured.script !== null,
    ),
  }
}
