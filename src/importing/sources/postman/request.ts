import { isFields } from '#contract'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import type { FormPart } from '../../counterparts/multipart.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { Fields } from './collection.ts'

/** A request as it stands in the collection, with its variables. */
export interface RawRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderPair[]
  readonly body: RawBody | null
}

interface RawBody {
  readonly type: 'JSON' | 'FORM' | 'GRAPHQL' | null
  /** Null for a body that checks do not send. */
  readonly text: string | null
  readonly pairs: readonly HeaderPair[]
  readonly contentType: string | null
  /** Of a form in several parts; null for other bodies. */
  readonly parts: readonly FormPart[] | null
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const isOn = ({ disabled }: Fields): boolean => disabled !== true
const pairsOf = (value: unknown): readonly HeaderPair[] =>
  listOf(value)
    .filter(isOn)
    .map((one) => ({ key: textIn(one['key']), value: textIn(one['value']) }))

/** Reads and reports the fields of a request. */
export function rawRequest(fields: SourceFields): RawRequest {
  const method = (fields.text('method') ?? 'GET').toUpperCase()
  const url = urlOf(fields.value('url'))
  const headers = headersOf(fields.value('header'))
  const body = bodyOf(fields)
  fields.exact('method', 'url', 'header')
  return { method, url, headers, body }
}

/** A text, or its parts. */
function urlOf(given: unknown): string {
  if (!isFields(given)) return textIn(given)
  const query = listOf(given['query'])
  const raw = textIn(given['raw']) || assembled(given)
  const kept = query.every(isOn) && raw.includes('?') ? raw : withQuery(raw, query.filter(isOn))
  return withPathVariables(kept, listOf(given['variable']))
}

const joined = (value: unknown, separator: string): string =>
  Array.isArray(value)
    ? value.map((one: unknown) => (isFields(one) ? textIn(one['value']) : textIn(one))).join(separator)
    : textIn(value)

function assembled(given: Fields): string {
  const protocol = textIn(given['protocol'])
  const port = textIn(given['port'])
  const path = joined(given['path'], '/')
  return `${protocol === '' ? '' : `${protocol}://`}${joined(given['host'], '.')}${port === '' ? '' : `:${port}`}${path === '' || path.startsWith('/') ? path : `/${path}`}`
}

function withQuery(url: string, query: readonly Fields[]): string {
  const [address = '', hash] = url.split('#')
  const text = query
    .map((one) => (one['value'] === null ? textIn(one['key']) : `${textIn(one['key'])}=${textIn(one['value'])}`))
    .join('&')
  return `${address.split('?')[0] ?? ''}${text === '' ? '' : `?${text}`}${hash === undefined ? '' : `#${hash}`}`
}

/** `:id` in the path. */
function withPathVariables(url: string, variables: readonly Fields[]): string {
  const values = new Map(variables.map((one) => [textIn(one['key']) || textIn(one['id']), textIn(one['value'])]))
  if (values.size === 0) return url
  return url.replaceAll(/\/:([^/?#:]+)/g, (whole, name: string) =>
    values.has(name) ? `/${values.get(name) ?? ''}` : whole,
  )
}

/** A list, or in version 2.0 also a text with a header a line. */
function headersOf(given: unknown): readonly HeaderPair[] {
  if (typeof given !== 'string') return pairsOf(given).filter(({ key }) => key !== '')
  return given.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [{ key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }] : []
  })
}

const contentTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  html: 'text/html',
  text: 'text/plain',
  javascript: 'application/javascript',
}

const noBody: RawBody = { type: null, text: null, pairs: [], contentType: null, parts: null }

const filesMissing = 'The files of the form are not in the collection: write a multi-step script.'
const isNothing = (mode: string, raw: unknown): boolean => mode === '' || (mode === 'raw' && textIn(raw) === '')

function bodyOf(fields: SourceFields): RawBody | null {
  const given = fields.value('body')
  if (!isFields(given) || given['disabled'] === true) return null
  const mode = textIn(given['mode'])
  if (isNothing(mode, given['raw'])) return null
  const hasFile = listOf(given['formdata']).some((one) => isOn(one) && textIn(one['type']) === 'file')
  const read = Object.hasOwn(modes, mode) && !hasFile ? modes[mode] : undefined
  if (read) fields.exact('body')
  else
    fields.impossible(
      'body',
      hasFile ? filesMissing : `Checks send no body of the kind ${mode.slice(0, 20)}: write a multi-step script.`,
    )
  return read?.(given) ?? noBody
}

const modes: Readonly<Record<string, (given: Fields) => RawBody>> = {
  raw: ({ raw, options }) => {
    const language = languageOf(options)
    const contentType = contentTypes[language] ?? null
    return { ...noBody, type: language === 'json' ? 'JSON' : null, text: textIn(raw), contentType }
  },
  urlencoded: ({ urlencoded }) => ({ ...noBody, type: 'FORM', text: '', pairs: pairsOf(urlencoded) }),
  formdata: ({ formdata }) => ({ ...noBody, text: '', parts: listOf(formdata).filter(isOn).map(partOf) }),
  graphql: ({ graphql }) => ({ ...noBody, type: 'GRAPHQL', text: queryOf(isFields(graphql) ? graphql : {}) }),
}

const partOf = (one: Fields): FormPart => ({
  name: textIn(one['key']),
  text: textIn(one['value']),
  contentType: textIn(one['contentType']) || null,
})

function languageOf(options: unknown): string {
  const raw = isFields(options) ? options['raw'] : null
  return isFields(raw) ? textIn(raw['language']) : ''
}

/** Variables are a text of JSON, which may have variables of Postman inside. */
function queryOf(graphql: Fields): string {
  const variables = textIn(graphql['variables']).trim()
  return `{"query":${JSON.stringify(textIn(graphql['query']))}${variables === '' ? '' : `,"variables":${variables}`}}`
}

/** The texts of a request in which variables may stand. */
export const textsOf = ({ url, headers, body }: RawRequest): readonly string[] => [
  url,
  ...[...headers, ...(body?.pairs ?? [])].flatMap(({ key, value }) => [key, value]),
  ...(body?.parts ?? []).flatMap(({ name, text }) => [name, text]),
  body?.text ?? '',
]

/** A form with its variables, which are encoded when they are filled in. */
export function formText(pairs: readonly HeaderPair[], fill: (text: string) => string): string {
  const encoded = (text: string): string =>
    fill(text)
      .split(/(\{\{\{?[^{}]+\}\}\}?)/)
      .map((part, index) =>
        index % 2 === 0 ? encodeURIComponent(part) : part.replace(/^\{(\{\{[^${}][^{}]*\}\})\}$/, '$1'),
      )
      .join('')
  return pairs.map(({ key, value }) => `${encoded(key)}=${encoded(value)}`).join('&')
}
