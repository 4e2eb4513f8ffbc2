import {
  basicAuthOf,
  containing,
  endpointOf,
  isHost,
  isPort,
  keywordAssertion,
  leftOut,
  pingCheck,
  tcpCheck,
  webTarget,
} from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { httpCheck, plainText, secretHeaders } from '../../counterparts/http-check.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

/** A check on its way to one of ours. */
interface CheckImport {
  readonly draft: Draft
  readonly fields: SourceFields
  /** Those of its type. */
  readonly detail: SourceFields
  readonly name: string
  readonly type: string
}

type ReadCheck = (check: CheckImport) => Value | null

const withoutDetail = 'Only the list was given, which does not tell the path, headers and texts of checks.'

function http(check: CheckImport): Value | null {
  const { draft, fields, detail, name, type } = check
  const target = webTarget(draft, name, addressFrom(fields, detail))
  if (target === null) return leftOut(draft, fields.item, 'It has no host that makes a URL: correct it.')
  const isListed = !detail.has('encryption') && !detail.has('url')
  if (isListed) fields.approximated('type', withoutDetail)
  else if (type === 'httpcustom') fields.approximated('type', 'The status in the XML is looked for as the text OK.')
  detail.exact(
    'url',
    'encryption',
    'port',
    'shouldcontain',
    'shouldnotcontain',
    'postdata',
    'requestheaders',
    'username',
    'password',
  )
  detail.impossible('additionalurls', 'Make a check for each of them.')
  const body = detail.text('postdata') ?? ''
  const request = {
    method: body === '' ? 'GET' : 'POST',
    url: target.url,
    headers: secretHeaders(draft, name, headersIn(detail)),
    basicAuth: credentialsFrom(check) ?? target.basicAuth,
    body: plainText(draft, body),
    bodyType: 'FORM',
    ...(trusts(fields, detail) && { skipSSL: true }),
    ...familyFrom(fields),
    assertions: textsFrom(check),
  } as const
  fields.exact('hostname')
  return { ...httpCheck(request), degradedResponseTime: null, maxResponseTime: 30_000 }
}

function addressFrom(fields: SourceFields, detail: SourceFields): string {
  const isTls = detail.flag('encryption') ?? false
  const port = detail.number('port')
  const isUsual = !isPort(port) || port === (isTls ? 443 : 80)
  const path = (detail.text('url') ?? '/').replace(/^(?!\/)/, '/')
  return `${isTls ? 'https' : 'http'}://${fields.text('hostname') ?? ''}${isUsual ? '' : `:${port}`}${path}`
}

/** `Pingdom.com` as the agent is not ours to send. */
const headersIn = (detail: SourceFields) =>
  Object.entries(Object(detail.value('requestheaders')))
    .filter(([key]) => key.toLowerCase() !== 'user-agent')
    .map(([key, value]) => ({ key, value: textIn(value) }))

function textsFrom({ draft, detail, type }: CheckImport) {
  const [wanted, unwanted] = [detail.text('shouldcontain'), detail.text('shouldnotcontain')]
  return [
    ...(wanted === null ? [] : [keywordAssertion(draft, wanted, { isWanted: true })]),
    ...(unwanted === null ? [] : [keywordAssertion(draft, unwanted, { isWanted: false })]),
    ...(type === 'httpcustom' ? [keywordAssertion(draft, '<status>OK', { isWanted: true })] : []),
  ]
}

function credentialsFrom({ draft, detail, name }: CheckImport) {
  const username = detail.text('username')
  const password = detail.text('password')
  const isHidden = password === null || /^\*+$/.test(password)
  return username === null ? null : basicAuthOf(draft, name, { username, password: isHidden ? null : password })
}

/** Whether certificates are not looked at; the field is beside the type in some answers. */
function trusts(fields: SourceFields, detail: SourceFields): boolean {
  const given = detail.flag('verify_certificate') ?? fields.flag('verify_certificate')
  detail.exact('verify_certificate')
  fields.exact('verify_certificate')
  return given === false
}

function familyFrom(fields: SourceFields): { readonly ipFamily?: 'IPv6' } {
  fields.exact('ipv6')
  return fields.flag('ipv6') === true ? { ipFamily: 'IPv6' } : {}
}

const usualPorts: Readonly<Record<string, number>> = { smtp: 25, pop3: 110, imap: 143 }

function port({ draft, fields, detail, type }: CheckImport): Value | null {
  const endpoint = endpointOf(fields.text('hostname'), detail.number('port') ?? usualPorts[type])
  const [sent, expected] = [detail.text('stringtosend'), detail.text('stringtoexpect')]
  const isTls = detail.flag('encryption') === true
  fields.exact('hostname')
  detail.exact('port', 'stringtosend', 'stringtoexpect')
  if (endpoint === null) return leftOut(draft, fields.item, 'It has no host and port in this file.')
  if (type !== 'tcp')
    fields.approximated('type', `Only whether port ${endpoint.port} accepts connections is checked, and its greeting.`)
  if (isTls) detail.impossible('encryption', 'Make a check of the certificate besides.')
  else detail.exact('encryption')
  for (const secret of ['username', 'password']) detail.impossible(secret, 'A check of the port does not sign in.')
  const data = sent === null ? {} : { data: plainText(draft, sent) }
  const assertions = containing('RESPONSE_DATA', isTls ? null : expected)
  return {
    ...tcpCheck(endpoint.hostname, endpoint.port, { ...data, assertions, ...familyFrom(fields) }),
    degradedResponseTime: null,
    maxResponseTime: 5000,
  }
}

/** Every address that is expected has to be in the answer. */
function dns({ draft, fields, detail }: CheckImport): Value | null {
  const query = fields.text('hostname')
  const server = detail.text('nameserver')
  const expected = detail.text('expectedip')
  fields.exact('hostname')
  detail.exact('nameserver', 'expectedip')
  if (!isHost(query)) return leftOut(draft, fields.item, 'It has no name to look up: correct it.')
  const recordType = expected !== null && expected.includes(':') ? 'AAAA' : 'A'
  return {
    checkType: 'DNS',
    degradedResponseTime: null,
    maxResponseTime: 5000,
    request: {
      query,
      recordType,
      ...(isHost(server) && { nameServer: server, port: 53 }),
      ...(expected !== null && { assertions: [{ source: 'TEXT_ANSWER', comparison: 'CONTAINS', target: expected }] }),
    },
  }
}

export const checkTypes: Readonly<Record<string, ReadCheck>> = {
  http,
  httpcustom: http,
  tcp: port,
  smtp: port,
  pop3: port,
  imap: port,
  dns,
  ping: ({ draft, fields }) => {
    const host = fields.text('hostname')
    fields.exact('hostname')
    return isHost(host)
      ? pingCheck(host, familyFrom(fields))
      : leftOut(draft, fields.item, 'It has no host: correct it.')
  },
  udp: ({ draft, fields, detail }) => {
    detail.ignored('port', 'stringtosend', 'stringtoexpect')
    return leftOut(draft, fields.item, 'Nothing is asked over UDP: ping the host, or let a small job feed a heartbeat.')
  },
}
