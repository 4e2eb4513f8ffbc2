import {
  basicAuthOf,
  codesFrom,
  endpointOf,
  isHost,
  keywordAssertion,
  leftOut,
  limitsFrom,
  pingCheck,
  tcpCheck,
  tcpLimit,
  webTarget,
} from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { fieldsIn } from '../../counterparts/hosted/answers.ts'
import { httpCheck, plainText, secretHeaders } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { statusRangeOf } from '../../counterparts/status-codes.ts'
import type { StatusRange } from '../../counterparts/status-codes.ts'
import { targetOf } from '../../counterparts/target.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

interface TestImport {
  readonly draft: Draft
  readonly fields: SourceFields
  readonly name: string
  readonly type: string
  readonly seconds: number
}

type ReadTest = (test: TestImport) => Value | null

function http(test: TestImport): Value | null {
  const { draft, fields, name, seconds, type } = test
  const target = webTarget(draft, name, fields.text('website_url'))
  if (target === null) return leftOut(draft, fields.item, 'It has no URL of HTTP: correct it.')
  const body = bodyFrom(fields)
  const codes = codesFrom(fields, 'status_codes', acceptedFrom(fields))
  reportHttp(fields)
  const request = {
    method: type === 'HEAD' ? 'HEAD' : body.text === '' ? 'GET' : 'POST',
    url: target.url,
    headers: secretHeaders(draft, name, headersFrom(fields)),
    basicAuth: credentialsFrom(test) ?? target.basicAuth,
    body: plainText(draft, body.text),
    bodyType: body.type,
    followRedirects: fields.flag('follow_redirects') ?? true,
    assertions: [...codes.assertions, ...textsFrom(test)],
  }
  return {
    ...httpCheck(request, seconds < 60),
    ...limitsFrom(fields, 'timeout', (fields.number('timeout') ?? 15) * 1000),
    ...(codes.shouldFail && { shouldFail: true }),
  }
}

function reportHttp(fields: SourceFields): void {
  fields.exact('website_url', 'find_string', 'do_not_find', 'follow_redirects', 'custom_header', 'user_agent')
  const looksInHeaders = fields.flag('include_header') === true
  fields.noted('include_header', looksInHeaders ? 'The text is looked for in the body alone.' : null)
  fields.noted('use_jar', fields.flag('use_jar') === true ? 'Cookies are kept between the redirects of one run.' : null)
  fields.impossible('final_endpoint', 'Where redirects end is not checked: check the last address itself.')
}

function textsFrom({ draft, fields }: TestImport) {
  const text = fields.text('find_string')
  return text === null ? [] : [keywordAssertion(draft, text, { isWanted: fields.flag('do_not_find') !== true })]
}

/** The API never tells credentials. */
function credentialsFrom({ draft, fields, name }: TestImport) {
  const username = fields.text('basic_username')
  fields.exact('basic_username', 'basic_password')
  return username === null ? null : basicAuthOf(draft, name, { username, password: fields.text('basic_password') })
}

/** The codes are those that alert: every other one is accepted, and those below 400 where all of the usual ones alert. */
function acceptedFrom(fields: SourceFields): readonly StatusRange[] {
  const alerting = fields.list('status_codes').flatMap((code) => {
    const range = statusRangeOf(textIn(code))
    return range === null ? [] : [range]
  })
  if (alerting.length === 0) return []
  const alerts = (code: number): boolean => alerting.some(([from, to]) => from <= code && code <= to)
  const isUsual = alerts(404) && alerts(500) && alerts(503)
  const codes = Array.from({ length: isUsual ? 300 : 500 }, (_none, index) => index + 100)
  return codes.filter((code) => !alerts(code)).map((code): StatusRange => [code, code])
}

function headersFrom(fields: SourceFields): readonly HeaderPair[] {
  const agent = fields.text('user_agent')
  const given = Object.entries(parsed(fields.value('custom_header')))
  return [
    ...given.map(([key, value]) => ({ key, value: textIn(value) })),
    ...(agent === null ? [] : [{ key: 'User-Agent', value: agent }]),
  ]
}

/** Fields of a form as JSON, or a text as it is; empty without a body. */
function bodyFrom(fields: SourceFields): { readonly text: string; readonly type: 'FORM' | 'RAW' } {
  const raw = fields.text('post_raw')
  const form = parsed(fields.value('post_body'))
  fields.exact('post_raw', 'post_body')
  if (raw !== null) return { text: raw, type: 'RAW' }
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(form)) parameters.append(key, textIn(value))
  return { text: parameters.toString(), type: 'FORM' }
}

/** An object, also as JSON in a text. */
function parsed(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'string') return fieldsIn(value)
  try {
    return fieldsIn(JSON.parse(value))
  } catch {
    return {}
  }
}

const usualPorts: Readonly<Record<string, number>> = { SMTP: 25, SSH: 22 }

function port({ draft, fields, type }: TestImport): Value | null {
  const host = targetOf(fields.text('website_url') ?? '')
  const endpoint = endpointOf(host?.hostname, fields.number('port') ?? host?.port ?? usualPorts[type])
  fields.exact('website_url', 'port')
  if (endpoint === null) return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  if (type !== 'TCP')
    fields.approximated('test_type', `Only whether port ${endpoint.port} accepts connections is checked.`)
  return {
    ...tcpCheck(endpoint.hostname, endpoint.port),
    ...limitsFrom(fields, 'timeout', (fields.number('timeout') ?? 15) * 1000, tcpLimit),
  }
}

/** One of the addresses has to be in the answer; here all of them. */
function dns({ draft, fields }: TestImport): Value | null {
  const query = targetOf(fields.text('website_url') ?? '')?.hostname ?? null
  const server = fields.text('dns_server')
  const addresses = fields
    .list('dns_ips')
    .map(textIn)
    .filter((address) => address !== '')
  fields.exact('website_url', 'dns_server')
  if (addresses.length > 1) fields.approximated('dns_ips', 'All of them have to be in the answer.')
  else fields.exact('dns_ips')
  if (!isHost(query)) return leftOut(draft, fields.item, 'It has no name to look up: correct it.')
  return {
    checkType: 'DNS',
    ...limitsFrom(fields, 'timeout', (fields.number('timeout') ?? 15) * 1000, 5000),
    request: {
      query,
      recordType: addresses.some((address) => address.includes(':')) ? 'AAAA' : 'A',
      ...(isHost(server) && { nameServer: server, port: 53 }),
      assertions: addresses.map((target) => ({ source: 'TEXT_ANSWER', comparison: 'CONTAINS', target })),
    },
  }
}

export const testTypes: Readonly<Record<string, ReadTest>> = {
  HTTP: http,
  HEAD: http,
  TCP: port,
  SMTP: port,
  SSH: port,
  DNS: dns,
  PING: ({ draft, fields }) => {
    const host = targetOf(fields.text('website_url') ?? '')?.hostname ?? null
    fields.exact('website_url')
    return isHost(host) ? pingCheck(host) : leftOut(draft, fields.item, 'It has no host: correct it.')
  },
}
