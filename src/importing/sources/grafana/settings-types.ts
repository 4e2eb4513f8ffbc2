import { heldBase64, familyFrom, tlsFrom } from './settings-fields.ts'
import type { ReadSettings, SettingsImport } from './settings-fields.ts'
import { isFields } from '#contract'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import {
  isHost,
  leftOut,
  limitsFrom,
  pingCheck,
  tcpCheck,
  tcpLimit,
  endpointOf,
} from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { plainText } from '../../counterparts/http-check.ts'
import { targetOf } from '../../counterparts/target.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { httpSettings } from './http-settings.ts'
import { multiHttpSettings } from './multi-http.ts'

function ping({ draft, fields, settings }: SettingsImport): Value | null {
  const host = fields.text('target')
  const count = settings.number('packetCount') ?? 0
  fields.exact('target')
  fields.ignored('timeout')
  settings.exact('packetCount')
  settings.ignored('payloadSize', 'dontFragment', 'sourceIpAddress')
  const pingCount = Math.min(50, Math.max(1, Math.round(count) || 3))
  return isHost(host)
    ? pingCheck(host, { pingCount, ...familyFrom(settings) })
    : leftOut(draft, fields.item, 'It has no host: correct it.')
}

const recordTypes: readonly string[] = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'HTTPS']
/** Types of records by the numbers that JSON may have for them. */
const recordNumbers: readonly string[] = [
  'ANY',
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'SOA',
  'TXT',
  'PTR',
  'SRV',
  'CAA',
  'HTTPS',
  'SVCB',
]

/** The target is the name here, the server a setting. */
function dns({ draft, fields, settings, timeoutMs }: SettingsImport): Value | null {
  const query = fields.text('target')?.replace(/\.$/, '') ?? null
  const recordType = recordTypeFrom(settings)
  const codes = settings.list('validRCodes').map(String)
  const server = settings.text('server')
  fields.exact('target')
  settings.exact('recordType', 'server', 'port', 'protocol')
  settings.ignored('ipVersion', 'sourceIpAddress')
  if (!isHost(query)) return leftOut(draft, fields.item, 'It has no name to look up: correct it.')
  if (!recordTypes.includes(recordType))
    return leftOut(draft, fields.item, `There is no check of ${recordType.slice(0, 20)} records.`)
  settings.noted('validRCodes', codes.length > 1 ? 'One response code can be expected: the first.' : null)
  for (const name of ['validateAuthorityRRS', 'validateAdditionalRRS']) reportFilled(settings, name)
  return {
    checkType: 'DNS',
    ...limitsFrom(fields, 'timeout', timeoutMs, 5000),
    request: {
      query,
      recordType,
      ...(isHost(server) && { nameServer: server, port: settings.number('port') ?? 53 }),
      protocol: protocolFrom(settings),
      assertions: [...codesOf(codes), ...answersFrom(settings)],
    },
  }
}

function recordTypeFrom(settings: SettingsImport['settings']): string {
  const given = settings.text('recordType') ?? 'A'
  return ((/^\d+$/.test(given) ? recordNumbers[Number(given)] : given) ?? '').toUpperCase()
}

const protocolFrom = (settings: SettingsImport['settings']): 'TCP' | 'UDP' =>
  ['TCP', '1'].includes((settings.text('protocol') ?? '').toUpperCase()) ? 'TCP' : 'UDP'

const codesOf = ([first]: readonly string[]) =>
  first === undefined || first === 'NOERROR' ? [] : [{ source: 'RESPONSE_CODE', comparison: 'EQUALS', target: first }]

function reportFilled(settings: SettingsImport['settings'], name: string): void {
  const value = settings.value(name)
  const isEmpty = !isFields(value) || Object.values(value).every((list) => !Array.isArray(list) || list.length === 0)
  if (isEmpty) settings.ignored(name)
  else settings.impossible(name, 'Only answers are asserted.')
}

function answersFrom(settings: SettingsImport['settings']) {
  const answers = settings.fields('validateAnswerRRS')
  const of = (name: string, comparison: string) => {
    const found = answers.list(name).map((one) => ({ source: 'TEXT_ANSWER', property: `(${textIn(one)})`, comparison }))
    answers.approximated(name, 'Expressions are looked for in the text of all answers, not line by line.')
    return found
  }
  const assertions = [...of('failIfMatchesRegexp', 'IS_EMPTY'), ...of('failIfNotMatchesRegexp', 'NOT_EMPTY')]
  answers.finish()
  return assertions
}

/** Texts are base64. A connection with TLS becomes a check of the certificate. */
function tcp({ draft, fields, settings, timeoutMs }: SettingsImport): Value | null {
  const host = targetOf(fields.text('target') ?? '')
  const isTls = settings.flag('tls') === true
  const family = familyFrom(settings)
  const skips = tlsFrom(settings)
  const steps = listIn(settings.value('queryResponse'))
  fields.exact('target')
  settings.exact('tls')
  settings.ignored('sourceIpAddress')
  const endpoint = endpointOf(host?.hostname, host?.port)
  if (endpoint === null) return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  if (isTls) {
    if (steps.length > 0) settings.impossible('queryResponse', 'A check of the certificate sends nothing.')
    const sslConfig = { ...endpoint, ...family, ...(skips && { skipChainValidation: true }) }
    return { checkType: 'SSL', ...limitsFrom(fields, 'timeout', timeoutMs), request: { sslConfig } }
  }
  const dialogue = dialogueFrom({ draft, settings }, steps)
  return {
    ...tcpCheck(endpoint.hostname, endpoint.port, { ...family, ...dialogue }),
    ...limitsFrom(fields, 'timeout', timeoutMs, tcpLimit),
  }
}

function dialogueFrom(
  { draft, settings }: Pick<SettingsImport, 'draft' | 'settings'>,
  steps: readonly Fields[],
): Value {
  const sends = steps.flatMap(({ send }) => heldBase64(send))
  const expects = steps.flatMap(({ expect }) => heldBase64(expect))
  if (sends.length > 1 || expects.length > 1 || steps.some(({ startTLS }) => startTLS === true))
    settings.approximated('queryResponse', 'A check sends once and reads the answer: only the first text is sent.')
  else settings.exact('queryResponse')
  const assertions = expects.map((expect) => ({
    source: 'RESPONSE_DATA',
    property: `((?m:${expect}))`,
    comparison: 'NOT_EMPTY',
  }))
  const [first] = sends
  return { ...(first !== undefined && { data: plainText(draft, `${first}\n`) }), assertions }
}

function traceroute({ draft, fields, settings }: SettingsImport): Value | null {
  const host = fields.text('target')
  const between = (name: string, usual: number, most: number): number =>
    Math.min(most, Math.max(1, Math.round(settings.number(name) ?? usual)))
  fields.exact('target')
  fields.ignored('timeout')
  settings.exact('maxHops', 'ptrLookup')
  settings.ignored('hopTimeout')
  settings.approximated('maxUnknownHops', 'At most 30 hops in a row that do not answer.')
  if (!isHost(host)) return leftOut(draft, fields.item, 'It has no host: correct it.')
  const request = {
    url: host,
    maxHops: between('maxHops', 64, 64),
    maxUnknownHops: between('maxUnknownHops', 15, 30),
    ptrLookup: settings.flag('ptrLookup') ?? true,
  }
  return { checkType: 'TRACEROUTE', request }
}

function grpc({ draft, fields, settings, timeoutMs }: SettingsImport): Value | null {
  const host = targetOf(fields.text('target') ?? '')
  const skips = tlsFrom(settings)
  const isTls = settings.flag('tls') === true
  const service = settings.text('service')
  fields.exact('target')
  settings.exact('service', 'tls')
  if (host?.port === undefined || host.port === null || !isHost(host.hostname))
    return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  return {
    checkType: 'GRPC',
    ...limitsFrom(fields, 'timeout', timeoutMs, 180_000),
    request: {
      url: host.hostname,
      port: host.port,
      ...familyFrom(settings),
      ...(skips && { skipSSL: true }),
      grpcConfig: { mode: 'HEALTH', tls: isTls, ...(service !== null && { service }) },
    },
  }
}

const k6 =
  (what: string): ReadSettings =>
  ({ draft, fields, settings }) => {
    settings.impossible('script', `It is a script of k6: write it as a ${what} with Playwright.`)
    fields.ignored('target', 'timeout')
    settings.ignored('channel')
    return leftOut(draft, fields.item, `Scripts of k6 do not run here: write a ${what}.`)
  }

export const settingsTypes: Readonly<Record<string, ReadSettings>> = {
  http: httpSettings,
  multihttp: multiHttpSettings,
  ping,
  dns,
  tcp,
  traceroute,
  grpc,
  scripted: k6('multi-step check'),
  browser: k6('browser check'),
}
