import { isFields } from '#contract'
import type { Expectation } from '../../counterparts/expectations.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { ApiDocument, Operation } from './operation.ts'

type Fields = Readonly<Record<string, unknown>>

const mostMembers = 20

/** The status, the media type and the members of a JSON body that the first documented success has. */
export function expectedOf(
  operation: Operation,
  document: ApiDocument,
  draft: Draft,
  item: string,
): readonly Expectation[] {
  const { responses } = operation.fields
  const documented = isFields(responses) ? responses : {}
  const [code] = Object.keys(documented)
    .filter((one) => /^2(?:\d\d|xx)$/i.test(one))
    .toSorted()
  if (code === undefined) return statusIn([200, 299])
  const status: readonly Expectation[] = /xx/i.test(code)
    ? statusIn([200, 299])
    : [{ of: { kind: 'status' }, comparison: 'EQUALS', target: code }]
  const { mediaType, required } = contentOf(documented[code], operation, document)
  if (required.length > mostMembers) {
    const note = `The first ${mostMembers} required members are asserted.`
    draft.report({ item, field: 'responses', fate: 'approximated', note })
  }
  return [
    ...status,
    ...(mediaType === '' || mediaType.includes('*') ? [] : [contains(mediaType)]),
    ...required.slice(0, mostMembers).map(present),
  ]
}

interface Content {
  /** Empty for a response without a body. */
  readonly mediaType: string
  /** Members of a JSON object. */
  readonly required: readonly string[]
}

function contentOf(given: unknown, operation: Operation, document: ApiDocument): Content {
  const { references } = document
  const response = references.resolve(given, operation.path) ?? { value: {}, path: operation.path }
  const { type, schema } = mediaOf(response.value, operation, document)
  const mediaType = type.split(';')[0]?.trim() ?? ''
  const shape = /[/+]json$/i.test(mediaType) ? references.resolve(schema, response.path) : null
  return { mediaType, required: namesIn(shape?.value['required']) }
}

/** The first media type of a response with its schema. */
function mediaOf({ content, schema }: Fields, operation: Operation, document: ApiDocument) {
  const [first] = Object.entries(isFields(content) ? content : {})
  if (first === undefined) return { type: producedBy(operation, document, schema), schema }
  const [type, media] = first
  return { type, schema: isFields(media) ? media['schema'] : null }
}

/** Version 2.0 has media types apart from responses. */
function producedBy({ fields }: Operation, { fields: document }: ApiDocument, schema: unknown): string {
  const produced: unknown = fields['produces'] ?? document['produces']
  return schema !== undefined && Array.isArray(produced) ? textIn(produced[0]) : ''
}

const namesIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.map(textIn).filter((name) => name !== '') : []

const present = (name: string): Expectation => ({
  of: { kind: 'json', steps: [name] },
  comparison: 'NOT_NULL',
  target: '',
})
const contains = (target: string): Expectation => ({
  of: { kind: 'header', name: 'content-type' },
  comparison: 'CONTAINS',
  target,
})

const statusIn = ([from, to]: readonly [number, number]): readonly Expectation[] => [
  { of: { kind: 'status' }, comparison: 'GREATER_THAN', target: String(from - 1) },
  { of: { kind: 'status' }, comparison: 'LESS_THAN', target: String(to + 1) },
]
