import { httpMethods, isWebUrlText } from '#contract'
import { statusCodesOf, statusRangeOf } from '../../counterparts/status-codes.ts'
import type { ImportedStatusCodes } from '../../counterparts/status-codes.ts'
import { bodyAssertions } from './body-assertions.ts'
import { credentialsOf } from './http-credentials.ts'
import type { Credentials } from './http-credentials.ts'
import { isRecord, jsonOf, plainText } from './kuma-data.ts'
import { ipFamilyOf, limitsOf, literal, secretOf, without } from './monitor-import.ts'
import type { MonitorImport, Value } from './monitor-import.ts'

const ceiling = 45_000
const mostHops = 10
/** More often than every minute is for API checks, not for URL monitors. */
const shortOfUrl = 60

/** http, keyword and json-query: a URL monitor where that says everything, otherwise an API check. */
export function httpMonitor(monitor: MonitorImport): Value | null {
  const url = urlOf(monitor)
  const method = url === null ? null : methodOf(monitor)
  if (url === null || method === null) return null
  const codes = acceptedCodes(monitor)
  const isInverted = monitor.fields.flag('upside_down') === true
  const credentials = credentialsOf(monitor, url)
  const extras = extrasOf(monitor, credentials)
  const onBody = bodyAssertions(monitor, isInverted)
  const isUrl = method === 'GET' && onBody.length === 0 && isPlain(monitor, credentials, extras)
  const common = { method, url: credentials.url, ...connectionOf(monitor) }
  const assertions = assertionsOf(codes, onBody, isInverted)
  return {
    checkType: isUrl ? 'URL' : 'API',
    ...limitsOf(monitor, ceiling),
    ...((codes.shouldFail || isInverted) && { shouldFail: true }),
    ...scriptOf(credentials),
    request: isUrl ? { ...common, assertions } : { ...common, ...extras, basicAuth: credentials.basicAuth, assertions },
  }
}

const scriptOf = ({ script }: Credentials): Value => (script === null ? {} : { localSetupScript: script })

/** A monitor that is upside down is up already when the body is not as it says. */
const assertionsOf = (codes: ImportedStatusCodes, onBody: readonly Value[], isInverted: boolean): readonly object[] =>
  isInverted && onBody.length > 0 ? onBody : [...codes.assertions, ...onBody]

const connectionOf = (monitor: MonitorImport): Value => ({
  ...redirectsOf(monitor),
  ...trustOf(monitor),
  ...ipFamilyOf(monitor),
})

/** Parts of a request that only API checks send. */
interface Extras {
  readonly headers: readonly Header[]
  readonly queryParameters: readonly Header[]
  readonly bodyType?: string
  readonly body?: string
}

function extrasOf(monitor: MonitorImport, credentials: Credentials): Extras {
  const headers = [...headersOf(monitor), ...credentials.headers]
  const body = bodyOf(monitor, headers)
  return { headers, queryParameters: cacheBusterOf(monitor), ...body }
}

const isPlain = ({ intervalSeconds }: MonitorImport, { basicAuth, script }: Credentials, extras: Extras): boolean =>
  extras.headers.length + extras.queryParameters.length === 0 &&
  extras.body === undefined &&
  basicAuth === null &&
  script === null &&
  intervalSeconds >= shortOfUrl

function urlOf(monitor: MonitorImport): URL | null {
  const { fields } = monitor
  const text = (fields.text('url') ?? '').replaceAll('{{', '%7B%7B').replaceAll('}}', '%7D%7D')
  if (!/^https?:\/\//i.test(text) || text.length > 2048 || !URL.canParse(text) || !isWebUrlText(text))
    return without(monitor, 'It has no HTTP URL of at most 2048 characters.')
  fields.exact('url')
  return new URL(text)
}

function methodOf(monitor: MonitorImport): string | null {
  const given = (monitor.fields.text('method') ?? 'GET').toUpperCase()
  const method = httpMethods.find((known) => known === given)
  if (method === undefined) return without(monitor, `Checks do not send the method ${given.slice(0, 40)}.`)
  monitor.fields.exact('method')
  return method
}

/** The codes that count as up. An inverted monitor is up for everything else, of which codes above the range are what is expected. */
function acceptedCodes({ fields }: MonitorImport): ImportedStatusCodes {
  const given = jsonOf(fields.value('accepted_statuscodes_json')) ?? ['200-299']
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  const ranges = list.map((one) => statusRangeOf(String(one)))
  const codes = statusCodesOf(ranges.filter((range) => range !== null))
  if (fields.flag('upside_down') === true) return invertedCodes({ fields }, codes)
  if (codes === null) {
    fields.impossible('accepted_statuscodes_json', 'It accepts no status code; here all below 400 pass.')
    return { assertions: [], shouldFail: false, note: null }
  }
  if (codes.note !== null) fields.approximated('accepted_statuscodes_json', codes.note)
  else if (ranges.includes(null)) fields.approximated('accepted_statuscodes_json', 'Some codes could not be read.')
  else fields.exact('accepted_statuscodes_json')
  return codes
}

function invertedCodes({ fields }: Pick<MonitorImport, 'fields'>, codes: ImportedStatusCodes | null) {
  const last = codes?.assertions.find(({ comparison }) => comparison === 'LESS_THAN' || comparison === 'EQUALS')
  const limit = last === undefined ? 0 : Number(last.target) - (last.comparison === 'LESS_THAN' ? 1 : 0)
  const note = `Expects a status code above ${limit}. A target that does not answer at all still fails here.`
  fields.approximated('upside_down', note)
  fields.value('accepted_statuscodes_json')
  const above = { source: 'STATUS_CODE', comparison: 'GREATER_THAN', target: String(limit) } as const
  return { assertions: [above], shouldFail: true, note: null }
}

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,1024}$/
const secretName = /auth|token|key|secret|cookie|password|session|signature/i

interface Header {
  readonly key: string
  readonly value: string
  readonly locked?: true
}

function headersOf(monitor: MonitorImport): readonly Header[] {
  const { fields } = monitor
  const given = jsonOf(fields.value('headers'))
  if (given === undefined && !fields.has('headers')) return []
  if (!isRecord(given)) {
    fields.impossible('headers', 'They are no JSON object: add them by hand.')
    return []
  }
  const entries = Object.entries(given).filter(([name]) => headerName.test(name))
  const isWhole = entries.length === Object.keys(given).length && entries.length <= 150
  if (isWhole) fields.exact('headers')
  else fields.approximated('headers', 'Headers whose names cannot be sent, or beyond 150, are left out.')
  return entries.slice(0, 150).map(([key, value], index) => {
    const text = plainText(value).slice(0, 65_536)
    return secretName.test(key)
      ? { key, value: secretOf(monitor, `HEADER_${key.slice(0, 40)}`, text), locked: true }
      : { key, value: literal(monitor, `HEADER_${index + 1}`, text) }
  })
}

const bodyTypes: Readonly<Record<string, { readonly bodyType: string; readonly contentType: string | null }>> = {
  json: { bodyType: 'JSON', contentType: null },
  form: { bodyType: 'FORM', contentType: null },
  xml: { bodyType: 'RAW', contentType: 'text/xml; charset=utf-8' },
}
const longestBody = 1_000_000

const raw = { bodyType: 'RAW', contentType: null }

function bodyOf(
  monitor: MonitorImport,
  headers: Header[],
): { readonly bodyType: string; readonly body: string } | null {
  const { fields } = monitor
  const given = fields.value('body')
  if (given === undefined || given === null) return null
  const text = typeof given === 'string' ? given : plainText(given)
  if (text.length > longestBody) {
    fields.impossible('body', `It is longer than ${longestBody} characters.`)
    return null
  }
  const type = bodyTypes[fields.text('http_body_encoding') ?? 'json']
  fields.exact('body')
  if (type) fields.exact('http_body_encoding')
  else fields.approximated('http_body_encoding', 'The body is sent as it is, without a content type.')
  const { bodyType, contentType } = type ?? raw
  const isTyped = headers.some(({ key }) => key.toLowerCase() === 'content-type')
  if (contentType !== null && !isTyped) headers.push({ key: 'content-type', value: contentType })
  return { bodyType, body: literal(monitor, 'BODY', text) }
}

function cacheBusterOf({ fields }: MonitorImport): readonly Header[] {
  if (fields.flag('cache_bust') !== true) return []
  fields.exact('cache_bust')
  return [{ key: 'uptime_kuma_cachebuster', value: '{{$UUID}}' }]
}

function redirectsOf({ fields }: MonitorImport): Value {
  const hops = fields.number('maxredirects') ?? mostHops
  if (hops === 0 || hops === mostHops) fields.exact('maxredirects')
  else fields.approximated('maxredirects', `Follows up to ${mostHops} redirects instead of ${hops}.`)
  return hops === 0 ? { followRedirects: false } : {}
}

function trustOf({ fields }: MonitorImport): Value {
  fields.exact('ignore_tls')
  return fields.flag('ignore_tls') === true ? { skipSSL: true } : {}
}
