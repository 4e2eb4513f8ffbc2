import { isFields } from '#contract'
import { commonFields } from '../../counterparts/common-fields.ts'
import { isSensitive, plainText, unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { isSafe, requestCheck, sourceHeaders } from '../../counterparts/source-request.ts'
import type { SourceRequest } from '../../counterparts/source-request.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { bodyOf } from './body.ts'
import { leftOut, siteOf } from './entries.ts'

type Fields = Readonly<Record<string, unknown>>

export const har: Source = {
  name: 'har',
  title: 'HAR',
  takes: 'Recordings of browsers and proxies (HAR 1.2).',
  read: async (files, choices) => {
    const draft = new Draft()
    for (const file of files) {
      const value = jsonOf(file)
      const log = isFields(value) ? value['log'] : null
      const entries = isFields(log) ? log['entries'] : null
      if (!isFields(log) || !Array.isArray(entries))
        throw new SourceProblem(`${file.path} is no recording: it has no log with entries.`)
      const fields = new SourceFields(draft, file.path, log)
      fields.ignored('version', 'creator', 'browser', 'pages', 'comment')
      fields.value('entries')
      fields.finish()
      readEntries(
        entries.map((one) => (isFields(one) ? one : {})),
        { draft, choices, path: file.path },
      )
    }
    return draft.finish()
  },
}

interface Context {
  readonly draft: Draft
  readonly choices: ImportChoices
  readonly path: string
}

/** The requests to the site of the first one, each once; the rest is counted by hosts and reasons. */
function readEntries(entries: readonly Fields[], context: Context): void {
  const { draft, path } = context
  const site = entries.map(siteOf).find((one) => one !== null) ?? null
  const left = new Map<string, number>()
  const seen = new Set<string>()
  for (const entry of entries) {
    const request = requestOf(entry)
    const key = `${textIn(request['method'])} ${textIn(request['url'])}`
    const reason = leftOut(entry, site) ?? (seen.has(key) ? 'the same again' : null)
    if (reason === null) readEntry(entry, request, context)
    else left.set(reason, (left.get(reason) ?? 0) + 1)
    seen.add(key)
    if (draft.size > maxImported)
      throw new SourceProblem(`One import takes at most ${maxImported} requests: record less.`)
  }
  for (const [reason, count] of [...left].slice(0, 1000)) {
    const note = `${count === 1 ? 'One request is' : `${count} requests are`} left out.`
    draft.report({ item: path, field: reason, fate: 'ignored', note })
  }
}

const requestOf = ({ request }: Fields): Fields => (isFields(request) ? request : {})
const statusOf = ({ response }: Fields): string => (isFields(response) ? textIn(response['status']) : '')

function readEntry(entry: Fields, given: Fields, { draft, choices }: Context): void {
  const url = new URL(textIn(given['url']))
  const method = textIn(given['method']).toUpperCase()
  const item = `${method} ${url.host}${url.pathname}`.slice(0, 300)
  const own = new SourceFields(draft, item, entry)
  const fields = own.fields('request')
  const { text: body, isWhole, note, contentType } = bodyOf(fields.value('postData'))
  const headers = typed(headersOf(given), contentType)
  if (isWhole) fields.exact('postData')
  else fields.impossible('postData', note)
  reportRest(own, fields, entry)
  const status = statusOf(entry)
  const name = `${method === 'GET' ? '' : `${method} `}${url.host}${url.pathname}`.replace(/\/$/, '')
  const request: SourceRequest = {
    name,
    item,
    method,
    url: withSecrets(url, draft),
    headers: sourceHeaders(
      draft,
      name,
      headers.map(({ key, value }) => ({ key, value: isSensitive(key) ? value : plainText(draft, value) })),
    ),
    body: body === null ? null : plainText(draft, body),
    basicAuth: basicAuthOf(url, name, draft),
    followRedirects: false,
    skipSSL: false,
    expectations: [{ of: { kind: 'status' }, comparison: 'EQUALS', target: status }],
    stored: [],
  }
  const isActive = isSafe(request) && isWhole
  if (!isActive)
    draft.report({
      item,
      field: '',
      fate: 'approximated',
      note: `${method} may change something at each run: the check is not active.`,
    })
  const check = requestCheck(draft, request)
  const value = {
    ...commonFields({ name }),
    locations: [choices.location],
    activated: isActive,
    ...limitsOf(entry),
    ...check,
  }
  draft.add({ section: 'checks', logicalId: name, item, value })
}

function reportRest(own: SourceFields, fields: SourceFields, entry: Fields): void {
  fields.exact('method', 'url', 'queryString')
  fields.approximated('headers', 'Those that belong to the browser or the connection are left out.')
  if (fields.list('cookies').length > 0)
    fields.impossible('cookies', 'Cookies of a recording end: sign in by a header, or in a multi-step check.')
  fields.ignored('httpVersion', 'headersSize', 'bodySize', 'comment')
  fields.finish()
  own.ignored('startedDateTime', 'timings', 'cache', 'serverIPAddress', 'connection', 'pageref', 'comment')
  own.exact('response', 'time')
  for (const name of Object.keys(entry)) if (name.startsWith('_')) own.ignored(name)
  own.finish()
}

const slowest = 30_000

/** Three times the time of the recording is slow. */
function limitsOf({ time }: Fields): Fields {
  if (typeof time !== 'number' || !(time > 0)) return {}
  const degraded = Math.ceil((time * 3) / 100) * 100
  return degraded > slowest / 2 ? {} : { degradedResponseTime: degraded, maxResponseTime: slowest }
}

/** Parameters that are credentials become variables. */
function withSecrets(given: URL, draft: Draft): string {
  const url = new URL(given)
  url.username = ''
  url.password = ''
  const [address = ''] = url.href.split(/[?#]/)
  const query = [...url.searchParams].map(([key, value]) => {
    const text = isSensitive(key)
      ? unencoded(draft.secret(`${url.hostname} ${key}`, encodeURIComponent(value)))
      : encodeURIComponent(value)
    return `${encodeURIComponent(key)}=${text}`
  })
  return query.length === 0 ? address : `${address}?${query.join('&')}`
}

const ofBrowser =
  /^(?::.*|cookie|host|connection|content-length|accept-encoding|te|upgrade-insecure-requests|user-agent|referer|origin|pragma|cache-control|dnt|priority|traceparent|tracestate|if-.*|sec-.*|x-forwarded-.*)$/i

const headersOf = ({ headers }: Fields): readonly HeaderPair[] =>
  (Array.isArray(headers) ? headers.filter(isFields) : [])
    .map((one) => ({ key: textIn(one['name']), value: textIn(one['value']) }))
    .filter(({ key }) => key !== '' && !ofBrowser.test(key))

const typed = (headers: readonly HeaderPair[], contentType: string | null): readonly HeaderPair[] =>
  contentType === null
    ? headers
    : [
        ...headers.filter(({ key }) => key.toLowerCase() !== 'content-type'),
        { key: 'content-type', value: contentType },
      ]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function basicAuthOf({ username, password }: URL, owner: string, draft: Draft): SourceRequest['basicAuth'] {
  if (username === '' && password === '') return null
  return {
    username: plainText(draft, username),
    password: unencoded(draft.secret(`${owner} password`, decoded(password))),
  }
}
