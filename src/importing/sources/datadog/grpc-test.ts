import { fieldsIn } from '../../counterparts/hosted/answers.ts'
import { leftOut, limitsFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { TestImport } from './test-import.ts'
import { jsonOrText, numberOf, textOf, wireAssertions } from './wire-assertions.ts'
import type { WireAssertions } from './wire-assertions.ts'
import { endpointFrom, finished } from './wire-request.ts'

const longestMs = 180_000

const assertionTypes: WireAssertions = {
  responseTime: numberOf('RESPONSE_TIME'),
  grpcHealthcheckStatus: numberOf('GRPC_HEALTHCHECK_STATUS'),
  grpcProto: jsonOrText('GRPC_RESPONSE', 'TEXT_BODY'),
  grpcMetadata: (assertion) =>
    textOf('GRPC_METADATA')(assertion)?.map((one) => ({ ...one, property: assertion.property })) ?? null,
}

/** A call of a method, or of the health service. */
export function grpcTest(test: TestImport): Value | null {
  const { draft, fields, options } = test
  const request = test.config.fields('request')
  const endpoint = endpointFrom(test, request)
  const grpcConfig = { tls: true, ...calledFrom(test, request) }
  const skipSSL = options.flag('allow_insecure') === true
  options.ignored('follow_redirects')
  options.exact('allow_insecure')
  const assertions = wireAssertions(test, assertionTypes)
  const limits = limitsFrom(request, 'timeout', (request.number('timeout') ?? 60) * 1000, longestMs)
  finished(request)
  if (endpoint === null) return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  const note = 'TLS is spoken: turn it off where the server has none.'
  draft.report({ item: fields.item, field: 'config.request.port', fate: 'approximated', note })
  const { hostname: url, port } = endpoint
  return { checkType: 'GRPC', ...limits, request: { url, port, ...(skipSSL && { skipSSL }), grpcConfig, assertions } }
}

function calledFrom({ variables }: TestImport, request: SourceFields): Value {
  const [service, method] = [request.text('service'), request.text('method')]
  const message = request.text('message')
  const given = Object.entries(fieldsIn(request.value('metadata')))
  const metadata = given.map(([key, value]) => ({ key, value: variables.fill(textIn(value)) }))
  request.exact('service', 'method', 'callType', 'metadata', 'message')
  request.ignored('isMessageBase64Encoded')
  request.impossible('certificate', 'Upload the client certificate for the host.')
  for (const name of ['compressedProtoFile', 'compressedJsonDescriptor'])
    request.approximated(name, 'The schema is read by server reflection: paste the file where the server has none.')
  const isCall = request.text('callType') === 'unary' && service !== null && method !== null
  if (!isCall) return { mode: 'HEALTH', metadata, ...(service !== null && { service }) }
  const sent = message === null ? {} : { message: variables.fill(message) }
  return { mode: 'BEHAVIOR', metadata, method: `${service}/${method}`, ...sent }
}
