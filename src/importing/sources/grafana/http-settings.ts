import { listIn } from '../../counterparts/hosted/answers.ts'
import { basicAuthOf, codesFrom, leftOut, limitsFrom, webTarget } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { httpCheck, httpMethods, plainText, secretHeaders, unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair, HttpAssertion } from '../../counterparts/http-check.ts'
import type { StatusRange } from '../../counterparts/status-codes.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { familyFrom, tlsFrom, withSecrets } from './settings-fields.ts'
import type { SettingsImport } from './settings-fields.ts'

const methodNumbers = ['GET', 'CONNECT', 'DELETE', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE']

/** Methods by name or number. */
export const methodOf = (text: string | null): string => {
  const given = text ?? 'GET'
  return (/^\d+$/.test(given) ? methodNumbers[Number(given)] : given)?.toUpperCase() ?? ''
}

/** An HTTP request, with the rules of blackbox_exporter. */
export function httpSettings(check: SettingsImport): Value | null {
  const { draft, fields, settings, name, seconds, timeoutMs } = check
  const target = webTarget(draft, name, fields.text('target'))
  const method = methodOf(settings.text('method'))
  if (target === null) return leftOut(draft, fields.item, 'It has no URL of HTTP: correct it.')
  if (!httpMethods.includes(method)) return leftOut(draft, fields.item, `Checks do not send ${method.slice(0, 20)}.`)
  const ranges = settings
    .list('validStatusCodes')
    .map(Number)
    .filter((code) => code >= 100 && code <= 599)
  const codes = codesFrom(
    settings,
    'validStatusCodes',
    ranges.length === 0 ? [[200, 299]] : ranges.map((code): StatusRange => [code, code]),
  )
  const body = settings.text('body')
  const skips = tlsFrom(settings)
  fields.exact('target')
  settings.exact('method', 'body', 'headers', 'noFollowRedirects', 'bearerToken')
  const request = {
    method,
    url: target.url,
    headers: headersFrom(check),
    basicAuth: credentialsFrom(check) ?? target.basicAuth,
    body: body === null ? null : plainText(draft, withSecrets(draft, body)),
    followRedirects: settings.flag('noFollowRedirects') !== true,
    ...(skips && { skipSSL: true }),
    ...familyFrom(settings),
    assertions: [...codes.assertions, ...expressionsFrom(settings)],
  }
  reportRest(settings)
  return {
    ...httpCheck(request, seconds < 60),
    ...limitsFrom(fields, 'timeout', timeoutMs),
    ...(codes.shouldFail && { shouldFail: true }),
  }
}

function headersFrom({ draft, settings, name }: SettingsImport): readonly HeaderPair[] {
  const given = settings.list('headers').map((line) => headerOf(draft, textIn(line)))
  const token = settings.text('bearerToken')
  const own = secretHeaders(draft, name, given)
  return token === null
    ? own
    : [...own, { key: 'Authorization', value: `Bearer ${secretOf(draft, `${name} token`, token)}`, locked: true }]
}

function headerOf(draft: SettingsImport['draft'], line: string): HeaderPair {
  const at = line.indexOf(':')
  return {
    key: line.slice(0, at < 0 ? line.length : at).trim(),
    value: withSecrets(draft, at < 0 ? '' : line.slice(at + 1).trim()),
  }
}

/** A secret, or a reference to one of the source. */
const secretOf = (draft: SettingsImport['draft'], name: string, text: string): string => {
  const filled = withSecrets(draft, text)
  return filled === text ? unencoded(draft.secret(name, text)) : filled
}

function credentialsFrom({ draft, settings, name }: SettingsImport) {
  const basic = settings.fields('basicAuth')
  const [username, password] = [basic.text('username'), basic.text('password')]
  basic.exact('username', 'password')
  basic.finish()
  if (username === null && password === null) return null
  const isReference = password !== null && withSecrets(draft, password) !== password
  if (isReference) return { username: username ?? '', password: withSecrets(draft, password) }
  return basicAuthOf(draft, name, { username: username ?? '', password: password ?? '' })
}

const grouped = (expression: unknown): string => `(${textIn(expression)})`

function expressionsFrom(settings: SettingsImport['settings']): readonly HttpAssertion[] {
  const body = (name: string, comparison: string) => {
    settings.exact(name)
    return settings.list(name).map((one) => ({ source: 'TEXT_BODY', property: grouped(one), comparison }))
  }
  const header = (name: string, comparison: string) => {
    settings.approximated(
      name,
      comparison === 'IS_EMPTY' ? 'A header that is missing passes.' : 'A header that is missing fails.',
    )
    return listIn(settings.value(name)).map((rule) => ({
      source: 'HEADERS',
      property: textIn(rule['header']),
      regex: grouped(rule['regexp']),
      comparison,
    }))
  }
  return [
    ...body('failIfBodyMatchesRegexp', 'IS_EMPTY'),
    ...body('failIfBodyNotMatchesRegexp', 'NOT_EMPTY'),
    ...header('failIfHeaderMatchesRegexp', 'IS_EMPTY'),
    ...header('failIfHeaderNotMatchesRegexp', 'NOT_EMPTY'),
  ]
}

function reportRest(settings: SettingsImport['settings']): void {
  for (const name of ['failIfSSL', 'failIfNotSSL'])
    if (settings.flag(name) === true)
      settings.approximated(name, 'The address says whether TLS is spoken; redirects are not looked at.')
    else settings.ignored(name)
  if (settings.list('validHTTPVersions').length > 0)
    settings.impossible('validHTTPVersions', 'The version of HTTP is not asserted.')
  else settings.ignored('validHTTPVersions')
  for (const name of ['proxyURL', 'proxyConnectHeaders'])
    settings.impossible(name, 'Set the proxy of a private location and run the check there.')
  settings.impossible('oauth2Config', 'Get the token by a script before the request.')
  settings.impossible('cacheBustingQueryParamName', 'Add a query parameter with the value {{$UUID}}.')
  if (['none', '0'].includes(settings.text('compression') ?? 'none')) settings.ignored('compression')
  else settings.impossible('compression', 'Set the header Accept-Encoding; what comes is decoded.')
  settings.ignored('secretManagerEnabled')
}
