import { listIn } from '../../counterparts/hosted/answers.ts'
import { isHost, leftOut, limitsFrom, pingCheck, tcpCheck, tcpLimit } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { HttpAssertion } from '../../counterparts/http-check.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { grpcTest } from './grpc-test.ts'
import type { ReadTest, TestImport } from './test-import.ts'
import { numberOf, textOf, wireAssertions } from './wire-assertions.ts'
import type { WireAssertion, WriteAssertion } from './wire-assertions.ts'
import { endpointFrom, finished } from './wire-request.ts'

const responseTime = numberOf('RESPONSE_TIME')
const unused = ['follow_redirects', 'allow_insecure'] as const

function tcp(test: TestImport): Value | null {
  const request = test.config.fields('request')
  const endpoint = endpointFrom(test, request)
  test.options.ignored(...unused)
  const assertions = wireAssertions(test, {
    responseTime,
    connection: ({ operator, target }) => (operator === 'is' && target === 'established' ? [] : null),
    receivedMessage: textOf('RESPONSE_DATA'),
  })
  const limits = limitsFrom(request, 'timeout', (request.number('timeout') ?? 5) * 1000, tcpLimit)
  finished(request)
  if (endpoint === null) return leftOut(test.draft, test.fields.item, 'It has no host and port: correct it.')
  return { ...tcpCheck(endpoint.hostname, endpoint.port, { assertions }), ...limits }
}

const pingStatistics: Readonly<Record<string, string>> = { avg: 'avg', min: 'min', max: 'max', stddev: 'stdDev' }

function icmp(test: TestImport): Value | null {
  const request = test.config.fields('request')
  const host = test.variables.fill(request.text('host') ?? '')
  const packets = Math.min(50, Math.max(1, Math.round(request.number('numberOfPackets') ?? 1)))
  request.exact('host', 'numberOfPackets')
  request.ignored('timeout', 'port')
  test.options.ignored(...unused)
  const assertions = wireAssertions(test, {
    latency: numberOf('LATENCY', ({ property }) => pingStatistics[property || 'avg'] ?? null),
    packetLossPercentage: numberOf('JSON_RESPONSE', () => '$.packetLoss'),
    packetsReceived: numberOf('JSON_RESPONSE', () => '$.packetsReceived'),
  })
  finished(request)
  return isHost(host)
    ? pingCheck(host, { pingCount: packets, assertions })
    : leftOut(test.draft, test.fields.item, 'It has no host: correct it.')
}

const recordTypes: readonly string[] = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'HTTPS']
const isRecord = (type: unknown): boolean => type === 'recordSome' || type === 'recordEvery'

/** A check asks for one type of records: that of the first assertion. */
function dns(test: TestImport): Value | null {
  const { draft, fields, config, variables } = test
  const request = config.fields('request')
  const query = variables.fill(request.text('host') ?? '')
  const server = request.text('dnsServer')
  const wanted = listIn(config.value('assertions')).find(({ type }) => isRecord(type))?.['property']
  const recordType = textIn(wanted).toUpperCase() || 'A'
  const ofRecord: WriteAssertion = (assertion) =>
    assertion.property.toUpperCase() === recordType ? answerOf(assertion) : null
  request.exact('host', 'dnsServer', 'dnsServerPort')
  request.ignored('port')
  test.options.ignored(...unused)
  const assertions = wireAssertions(test, { responseTime, recordSome: ofRecord, recordEvery: ofRecord })
  if (listIn(config.value('assertions')).some(({ type }) => type === 'recordEvery'))
    draft.report({
      item: fields.item,
      field: 'recordEvery',
      fate: 'approximated',
      note: 'The text of all records is looked at as one.',
    })
  const limits = limitsFrom(request, 'timeout', (request.number('timeout') ?? 5) * 1000, 5000)
  finished(request)
  if (!isHost(query)) return leftOut(draft, fields.item, 'It has no name to look up: correct it.')
  if (!recordTypes.includes(recordType))
    return leftOut(draft, fields.item, `There is no check of ${recordType.slice(0, 20)} records.`)
  const port = request.number('dnsServerPort') ?? 53
  return {
    checkType: 'DNS',
    ...limits,
    request: { query, recordType, ...(isHost(server) && { nameServer: server, port }), assertions },
  }
}

/** One of several records is enough, so that a text that is the same is one that is in the answer. */
function answerOf({ operator, target, ...rest }: WireAssertion): readonly HttpAssertion[] | null {
  const found: Readonly<Record<string, string>> = { is: 'contains', isNot: 'doesNotContain' }
  return textOf('TEXT_ANSWER')({ ...rest, operator: found[operator] ?? operator, target })
}

export const wireTests: Readonly<Record<string, ReadTest>> = { tcp, icmp, dns, grpc: grpcTest }
