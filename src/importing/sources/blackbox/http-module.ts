import { isFields } from '#contract'
import { acceptedCodes } from '../../counterparts/accepted-codes.ts'
import { httpCheck, httpMethods, plainText, secretHeaders, unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair, HttpAssertion } from '../../counterparts/http-check.ts'
import { statusRangeOf } from '../../counterparts/status-codes.ts'
import type { StatusRange } from '../../counterparts/status-codes.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import { ipFamilyFrom, limitsOf, tlsFrom } from './block-fields.ts'
import type { ProbeModule } from './block-fields.ts'
import { textIn } from '../../counterparts/text-in.ts'

const longestWait = 45_000

/** A module that sends an HTTP request. */
export function httpModule(block: SourceFields, draft: Draft, name: string): ProbeModule {
  const given = (block.text('method') ?? 'GET').toUpperCase()
  const isKnown = httpMethods.includes(given)
  if (isKnown) block.exact('method')
  else block.impossible('method', 'Checks of APIs do not have this method.')
  const headers = [...headersFrom(block, draft, name), ...authorizationFrom(block, draft, name)]
  const basicAuth = basicAuthFrom(block.fields('basic_auth'), draft, name)
  const body = block.text('body')
  block.exact('body')
  const family = ipFamilyFrom(block)
  const skipSSL = tlsFrom(block.fields('tls_config'))
  const followRedirects = block.flag('follow_redirects') ?? !(block.flag('no_follow_redirects') ?? false)
  block.exact('follow_redirects', 'no_follow_redirects')
  const codes = codesFrom(block)
  const assertions = [
    ...codes.assertions,
    ...bodyFrom(block),
    ...headerFrom(block, 'matches'),
    ...headerFrom(block, 'not_matches'),
  ]
  const refusesTls = block.flag('fail_if_ssl') ?? false
  const demandsTls = block.flag('fail_if_not_ssl') ?? false
  if (refusesTls) block.approximated('fail_if_ssl', 'Only targets with http are imported; redirects to https pass.')
  if (demandsTls) block.approximated('fail_if_not_ssl', 'Only targets with https are imported; redirects to http pass.')
  reportRest(block)
  return ({ target, hostname, timeoutMs, isFrequent }) => {
    if (!isKnown) return `Its method ${given.slice(0, 20)} is not known here.`
    const url = /^https?:\/\//i.test(target) ? target : `http://${target}`
    const problem = urlProblem(url, { demandsTls, refusesTls })
    if (problem !== null) return problem
    const host: readonly HeaderPair[] = hostname === null ? [] : [{ key: 'Host', value: hostname }]
    const sent = {
      method: given,
      url: plainText(draft, url),
      headers: [...headers, ...host],
      basicAuth,
      followRedirects,
      skipSSL,
      ...family,
    }
    const request = httpCheck({ ...sent, body: body === null ? null : plainText(draft, body), assertions }, isFrequent)
    const value = { ...request, ...limitsOf(timeoutMs, longestWait), ...(codes.shouldFail && { shouldFail: true }) }
    return { value, shortest: isFrequent ? 10 : 60 }
  }
}

interface TlsRules {
  readonly demandsTls: boolean
  readonly refusesTls: boolean
}

/** Why a target never passes at the source. */
function urlProblem(url: string, { demandsTls, refusesTls }: TlsRules): string | null {
  if (!URL.canParse(url)) return 'It is no URL: correct it.'
  const isTls = /^https:/i.test(url)
  if (demandsTls && !isTls) return 'It always fails at the source: it is http, and the module demands TLS.'
  return refusesTls && isTls ? 'It always fails at the source: it is https, and the module refuses TLS.' : null
}

function codesFrom(block: SourceFields): {
  readonly assertions: readonly HttpAssertion[]
  readonly shouldFail: boolean
} {
  const given = block.list('valid_status_codes')
  const ranges: readonly StatusRange[] = given.flatMap((code) => {
    const range = statusRangeOf(String(code))
    return range === null ? [] : [range]
  })
  const accepted = acceptedCodes(ranges.length === 0 ? [[200, 299]] : ranges)
  if (accepted !== null) {
    block.exact('valid_status_codes')
    return accepted
  }
  block.approximated(
    'valid_status_codes',
    'The codes lie too far apart: every code from the first to the last is accepted.',
  )
  const all = ranges.flat()
  return acceptedCodes([[Math.min(...all), Math.max(...all)]]) ?? { assertions: [], shouldFail: false }
}

/** A group around an expression, as the first group is what assertions compare. */
const grouped = (expression: unknown): string => `(${String(expression)})`

function bodyFrom(block: SourceFields): readonly HttpAssertion[] {
  const refused = block.list('fail_if_body_matches_regexp')
  const demanded = block.list('fail_if_body_not_matches_regexp')
  block.exact('fail_if_body_matches_regexp', 'fail_if_body_not_matches_regexp')
  return [
    ...refused.map((one) => ({ source: 'TEXT_BODY', property: grouped(one), comparison: 'IS_EMPTY' })),
    ...demanded.map((one) => ({ source: 'TEXT_BODY', property: grouped(one), comparison: 'NOT_EMPTY' })),
  ]
}

function headerFrom(block: SourceFields, kind: 'matches' | 'not_matches'): readonly HttpAssertion[] {
  const name = `fail_if_header_${kind}`
  const rules = block.list(name).filter(isFields)
  // A header that is missing fails there unless that is allowed; here it has nothing that matches.
  const isMissingAllowed = (rule: Readonly<Record<string, unknown>>): boolean => rule['allow_missing'] === true
  const differs = rules.some((rule) => isMissingAllowed(rule) === (kind === 'not_matches'))
  if (differs)
    block.approximated(
      name,
      kind === 'matches' ? 'A header that is missing passes.' : 'A header that is missing fails.',
    )
  else block.exact(name)
  return rules.map((rule) => ({
    source: 'HEADERS',
    property: textIn(rule['header']),
    regex: grouped(rule['regexp'] ?? ''),
    comparison: kind === 'matches' ? 'IS_EMPTY' : 'NOT_EMPTY',
  }))
}

function headersFrom(block: SourceFields, draft: Draft, name: string): readonly HeaderPair[] {
  const plain = Object.entries(Object(block.value('headers'))).map(([key, value]) => ({ key, value: String(value) }))
  block.exact('headers')
  const lists = Object.entries(Object(block.value('http_headers')))
  const isFile = lists.some(([, one]) => isFields(one) && Array.isArray(one['files']))
  if (isFile) block.approximated('http_headers', 'Values in files of the exporter have to be entered as variables.')
  else block.exact('http_headers')
  const listed = lists.flatMap(([key, one]) => (isFields(one) ? headerOf(draft, name, { key, one }) : []))
  return [...secretHeaders(draft, name, plain), ...listed]
}

function headerOf(
  draft: Draft,
  name: string,
  { key, one }: { readonly key: string; readonly one: Readonly<Record<string, unknown>> },
): readonly HeaderPair[] {
  const of = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])
  const secret = (value: string | null): HeaderPair => ({
    key,
    value: unencoded(draft.secret(`${name} ${key}`, value)),
    locked: true,
  })
  return [
    ...secretHeaders(
      draft,
      name,
      of(one['values']).map((value) => ({ key, value: String(value) })),
    ),
    ...of(one['secrets']).map((value) => secret(String(value))),
    ...of(one['files']).map(() => secret(null)),
  ]
}

function basicAuthFrom(block: SourceFields, draft: Draft, name: string) {
  const username = block.text('username')
  const password = block.text('password')
  const isFile = block.has('password_file') || block.has('username_file')
  block.exact('username', 'password')
  for (const file of ['password_file', 'username_file'])
    block.approximated(file, 'Its value has to be entered as a variable.')
  block.finish()
  if (username === null && !isFile) return null
  return {
    username: username ?? draft.secret(`${name} username`, null),
    password: password === null && !isFile ? '' : draft.secret(`${name} password`, password),
  }
}

function authorizationFrom(block: SourceFields, draft: Draft, name: string): readonly HeaderPair[] {
  const given = block.fields('authorization')
  const type = given.text('type') ?? 'Bearer'
  const credentials = given.text('credentials') ?? block.text('bearer_token')
  const isFile = given.has('credentials_file') || block.has('bearer_token_file')
  given.exact('type', 'credentials')
  given.approximated('credentials_file', 'Its value has to be entered as a variable.')
  block.exact('bearer_token')
  block.approximated('bearer_token_file', 'Its value has to be entered as a variable.')
  given.finish()
  if (credentials === null && !isFile) return []
  const value = unencoded(draft.secret(`${name} token`, credentials))
  return [{ key: 'Authorization', value: `${type} ${value}`, locked: true }]
}

function reportRest(block: SourceFields): void {
  for (const name of ['fail_if_body_json_matches_cel', 'fail_if_body_json_not_matches_cel'])
    block.impossible(name, 'Write it as an assertion on the JSON body.')
  block.impossible('body_file', 'The file is on the machine of the exporter: enter the body.')
  block.impossible('valid_http_versions', 'The version of HTTP is not asserted.')
  block.impossible('compression', 'Set the header Accept-Encoding; what comes is decoded.')
  block.impossible('oauth2', 'Get the token by a script before the request.')
  for (const name of ['proxy_url', 'no_proxy', 'proxy_from_environment', 'proxy_connect_header'])
    block.impossible(name, 'Set the proxy of a private location and run the check there.')
  block.impossible('enable_http3', 'Checks speak HTTP/1.1 and HTTP/2.')
  block.ignored('enable_http2', 'body_size_limit', 'skip_resolve_phase_with_proxy')
  block.finish()
}
