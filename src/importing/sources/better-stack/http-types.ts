import { listIn } from '../../counterparts/hosted/answers.ts'
import {
  basicAuthOf,
  codesFrom,
  keywordAssertion,
  leftOut,
  limitsFrom,
  webTarget,
} from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { httpCheck, httpMethods, plainText, secretHeaders } from '../../counterparts/http-check.ts'
import type { HttpAssertion } from '../../counterparts/http-check.ts'
import type { StatusRange } from '../../counterparts/status-codes.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { MonitorImport, ReadMonitor } from './other-types.ts'

const families: Readonly<Record<string, 'IPv4' | 'IPv6'>> = { ipv4: 'IPv4', ipv6: 'IPv6' }

function http(
  monitor: MonitorImport,
  ranges: readonly StatusRange[],
  more: readonly HttpAssertion[] = [],
): Value | null {
  const { draft, fields, name, seconds } = monitor
  const target = webTarget(draft, name, fields.text('url'))
  const method = (fields.text('http_method') ?? 'GET').toUpperCase()
  if (target === null) return leftOut(draft, fields.item, 'It has no URL of HTTP: correct it.')
  if (!httpMethods.includes(method)) return leftOut(draft, fields.item, `Checks do not send ${method.slice(0, 20)}.`)
  const codes = codesFrom(fields, 'expected_status_codes', ranges)
  fields.exact('url', 'http_method', 'request_body', 'request_headers', 'ip_version', 'follow_redirects', 'verify_ssl')
  const request = {
    method,
    url: target.url,
    headers: headersFrom(monitor),
    basicAuth: credentialsFrom(monitor) ?? target.basicAuth,
    ...bodyFrom(monitor),
    ...connectionFrom(monitor),
    assertions: [...codes.assertions, ...more],
  }
  const timeout = (fields.number('request_timeout') ?? 30) * 1000
  return {
    ...httpCheck(request, seconds < 60),
    ...limitsFrom(fields, 'request_timeout', timeout),
    ...(codes.shouldFail && { shouldFail: true }),
  }
}

const bodyFrom = ({ draft, fields }: MonitorImport) => ({ body: plainText(draft, fields.text('request_body') ?? '') })

function connectionFrom({ fields }: MonitorImport) {
  const family = families[(fields.text('ip_version') ?? '').toLowerCase()]
  const forgets = fields.flag('remember_cookies') === false
  fields.noted('remember_cookies', forgets ? 'Cookies are kept between the redirects of one run.' : null)
  return {
    followRedirects: fields.flag('follow_redirects') ?? true,
    ...(fields.flag('verify_ssl') === false && { skipSSL: true }),
    ...(family && { ipFamily: family }),
  }
}

function headersFrom({ draft, fields, name }: MonitorImport) {
  const given = listIn(fields.value('request_headers'))
  return secretHeaders(
    draft,
    name,
    given.map((header) => ({ key: textIn(header['name']), value: textIn(header['value']) })),
  )
}

function credentialsFrom({ draft, fields, name }: MonitorImport) {
  const username = fields.text('auth_username')
  const password = fields.text('auth_password')
  fields.exact('auth_username', 'auth_password')
  return username === null && password === null
    ? null
    : basicAuthOf(draft, name, { username: username ?? '', password: password ?? '' })
}

const keyword =
  (isWanted: boolean): ReadMonitor =>
  (monitor) => {
    const text = monitor.fields.text('required_keyword')
    monitor.fields.exact('required_keyword')
    return http(monitor, success, text === null ? [] : [keywordAssertion(monitor.draft, text, { isWanted })])
  }

const success: readonly StatusRange[] = [[200, 299]]

export const httpTypes: Readonly<Record<string, ReadMonitor>> = {
  status: (monitor) => http(monitor, success),
  expected_status_code: (monitor) => {
    const codes = monitor.fields.list('expected_status_codes').map(Number)
    const ranges = codes.filter((code) => code >= 100 && code <= 599).map((code): StatusRange => [code, code])
    return http(monitor, ranges.length === 0 ? success : ranges)
  },
  keyword: keyword(true),
  keyword_absence: keyword(false),
}
