import { unencoded } from '../../counterparts/http-check.ts'
import { sourceHeaders } from '../../counterparts/source-request.ts'
import type { SourceRequest } from '../../counterparts/source-request.ts'
import type { SourceVariables } from '../../counterparts/source-variables.ts'
import { textOf } from '../../counterparts/yaml-documents.ts'
import type { Draft } from '../../draft.ts'
import type { ImportFile } from '../../imported.ts'
import { isMultipart } from './parse.ts'
import type { ParsedRequest } from './parse.ts'
import type { Prepared } from './prepare.ts'

export interface SentContext {
  readonly draft: Draft
  readonly variables: SourceVariables
  /** Files that bodies may be in. */
  readonly others: readonly ImportFile[]
}

/** The request with its variables filled in; `stored` has those that earlier requests set. */
export function sentOf(prepared: Prepared, stored: ReadonlySet<string>, context: SentContext): SourceRequest {
  const { draft, variables, others } = context
  const { parsed, item, expectations } = prepared
  const { name, method, bodyFile } = parsed
  const fill = (text: string): string => variables.fill(text, stored)
  const isQuery = parsed.headers.some(
    ({ key, value }) => key.toLowerCase() === 'x-request-type' && value.toLowerCase() === 'graphql',
  )
  const sent = parsed.headers.filter(
    ({ key }) => !['x-request-type', 'host', 'content-length'].includes(key.toLowerCase()),
  )
  const signIn = basicAuthOf(sent, name, draft, fill)
  const headers = sent
    .filter((header) => header !== signIn?.header)
    .map(({ key, value }) => ({ key: fill(key), value: fill(value) }))
  const isForm = parsed.headers.some(isMultipart)
  const own =
    isForm && parsed.body !== null ? formIn(parsed.body, (name) => bodyIn(name, others, draft, item)) : parsed.body
  const text = bodyFile === null ? own : bodyIn(bodyFile, others, draft, item)
  const url = fill(parsed.url)
  return {
    name,
    item,
    method,
    url: /^(?:https?:\/\/|\{\{)/i.test(url) ? url : `http://${url}`,
    headers: sourceHeaders(draft, name, headers),
    body: text === null ? null : fill(isQuery ? queryOf(text) : text),
    ...(isQuery && { bodyType: 'GRAPHQL' as const }),
    basicAuth: signIn?.basicAuth ?? null,
    followRedirects: !parsed.settings.has('no-redirect'),
    skipSSL: false,
    expectations,
    stored: prepared.stored,
  }
}

/** A form in several parts with the lines ends of the protocol (RFC 7578), and with its files. */
const formIn = (text: string, fileOf: (name: string) => string | null): string =>
  `${text
    .split('\n')
    .map((line) => (/^<@?\w* /.test(line) ? (fileOf(line.replace(/^<@?\w* +/, '').trim()) ?? '') : line))
    .join('\r\n')}\r\n`

/** `Authorization: Basic user password`, and with a colon between them. */
function basicAuthOf(headers: ParsedRequest['headers'], owner: string, draft: Draft, fill: (text: string) => string) {
  const header = headers.find(({ key }) => key.toLowerCase() === 'authorization')
  const [, username, password] = /^Basic\s+(\{\{[^{}]+\}\}|[^\s:]+)(?:\s+|:)(\S.*)$/i.exec(header?.value ?? '') ?? []
  if (header === undefined || username === undefined || password === undefined) return null
  const secret = password.includes('{{') ? fill(password) : unencoded(draft.secret(`${owner} password`, password))
  return { header, basicAuth: { username: fill(username), password: secret } }
}

function bodyIn(name: string, files: readonly ImportFile[], draft: Draft, item: string): string | null {
  const end = name.replace(/^(?:\.\/)+/, '')
  const file = files.find(({ path }) => path === end || path.endsWith(`/${end}`))
  if (file) return textOf(file, 1_000_000)
  draft.report({
    item,
    field: `< ${end.slice(0, 200)}`,
    fate: 'impossible',
    note: 'The file is not among those given: give it, too.',
  })
  return null
}

/** A query with its variables as JSON below, one empty line apart. */
function queryOf(text: string): string {
  const [query = '', variables = ''] = text.split(/\n\s*\n(?=\s*\{)/)
  return `{"query":${JSON.stringify(query)}${variables === '' ? '' : `,"variables":${variables}`}}`
}
