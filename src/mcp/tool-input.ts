import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'

type Schema = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, unknown>>

/** Chooses parts of an answer; every tool takes it. */
const fieldsSchema = {
  type: 'array',
  maxItems: 40,
  items: { type: 'string', maxLength: 200 },
  description: 'Only these parts of the answer, by path, for example ["name", "request.url"]. In lists, of each item.',
}

/** The JSON Schema of the arguments of a tool: the parameters of its operation, and `answerFields`. */
export function inputSchemaOf(operation: OperationId, fixed: Fields = {}): Schema & { readonly type: 'object' } {
  const row: OperationRow = operations[operation]
  const [params, query, body] = [row.params?.properties ?? {}, row.query?.properties ?? {}, bodyOf(row)]
  const demanded = [...Object.keys(params), ...(row.query?.required ?? []), ...body.required]
  const required = demanded.filter((name) => !(name in fixed))
  const properties = Object.entries({ ...params, ...query, ...body.properties }).filter(([name]) => !(name in fixed))
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), answerFields: fieldsSchema },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** The fields of a body that is a plain object; none of others. */
function bodyOf({ body }: OperationRow): { readonly properties: Fields; readonly required: readonly string[] } {
  const { properties = {}, required = [] } = Object(body ?? {})
  return { properties, required }
}

export interface OperationInput {
  readonly params: Readonly<Record<string, string>>
  readonly body?: Fields
  readonly query: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** Arguments as parameters of the path and the query. Names that the operation lacks are named in a problem. */
export function operationInput(
  operation: OperationId,
  given: Fields,
): { readonly input: OperationInput } | { readonly problem: string } {
  const row: OperationRow = operations[operation]
  const [paths, queries] = [Object.keys(row.params?.properties ?? {}), Object.keys(row.query?.properties ?? {})]
  const fields = Object.keys(bodyOf(row).properties)
  const unknown = Object.keys(given).filter((name) => ![...paths, ...queries, ...fields].includes(name))
  const missing = paths.filter((name) => !isPlain(given[name]) || given[name] === '')
  if (unknown.length > 0) return { problem: `Unknown: ${unknown.join(', ')}. Known: ${known(paths, queries, fields)}.` }
  if (missing.length > 0) return { problem: `Missing: ${missing.join(', ')}.` }
  const wrong = queries.filter((name) => given[name] !== undefined && !isPlain(given[name]) && !isTexts(given[name]))
  if (wrong.length > 0)
    return { problem: `These take a text, a number, a switch or a list of texts: ${wrong.join(', ')}.` }
  const pick = (names: readonly string[]) => Object.entries(given).filter(([name]) => names.includes(name))
  const params = Object.fromEntries(pick(paths).map(([name, value]) => [name, String(value)]))
  const body = fields.length > 0 && { body: Object.fromEntries(pick(fields)) }
  return { input: { params, query: asQuery(Object.fromEntries(pick(queries))), ...body } }
}

const known = (...names: readonly (readonly string[])[]): string => [...names.flat(), 'answerFields'].join(', ')

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isPlain)

/** Sound for values that are plain or lists of plain ones. */
const asQuery = (query: Fields): OperationInput['query'] => query as OperationInput['query']
