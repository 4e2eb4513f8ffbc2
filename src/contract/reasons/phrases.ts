import { jsonTypePhrases, jsonTypePlaces } from './json-type-phrases.ts'
import { pathMistakePhrases, patternMistakePhrases, unsupportedPhrases } from './mistake-phrases.ts'
import { scriptEndPhrases, scriptPhrases, suiteEndPhrases } from './script-phrases.ts'

const endpointPhrases = {
  ENDPOINT_HOST_WITHOUT_ANSWER: '{host} (no name server answered within {milliseconds} ms)',
  ENDPOINT_HOST_WITH_ANSWER: '{host} (the name server answered {answer})',
  ENDPOINT_PROXY: 'The proxy {host}',
} as const

const prohibitionPhrases = {
  PROHIBITION_BLOCKED_ADDRESS: 'is link-local, cloud metadata or no single host, which is always blocked',
  PROHIBITION_DENIED_RANGE: "is in a range this installation's operator denies",
  PROHIBITION_HIDDEN_ADDRESS: 'hides an IPv4 address inside IPv6, which is always blocked',
  PROHIBITION_OUTSIDE_RANGES: "is in none of the ranges this location's operator allows",
  PROHIBITION_PRIVATE_ADDRESS: 'is not a public address, and this location does not reach private ones',
  PROHIBITION_INVALID_ADDRESS: 'is not a valid address',
} as const

const headPartPhrases = {
  HEAD_PART_HEADER: 'The header {header}',
  HEAD_PART_STATUS_LINE_REASON: 'The reason of the status line',
} as const

const redirectTargetPhrases = {
  REDIRECT_TARGET_TWO_PLACES: 'two places at once',
  REDIRECT_TARGET_NO_WEB_URL: 'something that is no http or https URL',
} as const

const routeEndPhrases = {
  ROUTE_END_TOO_FAR: 'it is further away than the {hops} of maxHops, or does not answer',
  ROUTE_END_UNKNOWN_HOPS: 'too many hops in a row did not answer (maxUnknownHops)',
  ROUTE_END_TIMED_OUT: 'the time limit passed before',
  ROUTE_END_NO_WAY_ON: 'no way leads on',
  ROUTE_END_ROUTER_ANSWERED: '{address} answered that {refusal} (ICMP type {icmpType}, code {icmpCode})',
} as const

const refusalPhrases = {
  REFUSAL_NO_ROUTE_TO_NETWORK: 'it has no route to the network',
  REFUSAL_HOST_SILENT: 'the host does not answer in its network',
  REFUSAL_PROTOCOL_UNKNOWN: 'the host does not know the protocol',
  REFUSAL_PORT_CLOSED: 'the port is closed',
  REFUSAL_NETWORK_FORBIDDEN: 'it forbids traffic to the network',
  REFUSAL_HOST_FORBIDDEN: 'it forbids traffic to the host',
  REFUSAL_TRAFFIC_FORBIDDEN: 'it forbids this traffic',
  REFUSAL_NO_ROUTE_HERE: 'it has no route',
  REFUSAL_SOURCE_FORBIDDEN: 'it forbids the source address',
  REFUSAL_ROUTE_REJECTED: 'it rejects the route',
  REFUSAL_UNREACHABLE: 'it is unreachable',
} as const

const hopsPhrases = {
  HOPS_ONE: '1 hop',
  HOPS_MANY: '{count} hops',
} as const

const grpcTaskPhrases = {
  GRPC_TASK_USE_PROTO_FILE: 'The proto file cannot be used',
  GRPC_TASK_SEND_GRPC_MESSAGE: 'The message cannot be sent',
  GRPC_TASK_DECODE_GRPC_RESPONSE: 'The response cannot be decoded',
} as const

const grpcViolationPhrases = {
  GRPC_VIOLATION_GRPC_FLOOD: 'sent more than 16 MB without ending the call.',
  GRPC_VIOLATION_ENDED_IN_MESSAGE: 'ended the call in the middle of a message.',
  GRPC_VIOLATION_ENDED_WITHOUT_STATUS: 'ended the call without a status.',
  GRPC_VIOLATION_HTTP2_BROKEN: 'did not keep to HTTP/2 ({text}).',
  GRPC_VIOLATION_HEALTH_UNREADABLE: 'answered without a health status that can be read.',
  GRPC_VIOLATION_NOT_A_STREAM: 'answered a call that is no stream with {count} messages.',
  GRPC_VIOLATION_MESSAGE_UNFIT: 'answered with a message that does not fit the schema: {reason}.',
  GRPC_VIOLATION_COMPRESSION_UNKNOWN: 'sent a message in a compression that it did not name, or that is not known.',
  GRPC_VIOLATION_MESSAGE_NOT_INFLATED: 'sent a compressed message that cannot be inflated.',
  GRPC_VIOLATION_TOO_MANY_MESSAGES: 'sent more than 4 MB of messages.',
} as const

const metadataProblemPhrases = {
  METADATA_PROBLEM_METADATA_KEY_INVALID: 'has a key with other characters than letters, digits, "_", "-" and ".".',
  METADATA_PROBLEM_METADATA_KEY_RESERVED: 'has a key that gRPC keeps for itself.',
  METADATA_PROBLEM_METADATA_NOT_BASE64: 'must have a value in base64.',
  METADATA_PROBLEM_METADATA_NOT_ASCII:
    'has a value with other characters than printable ASCII. Use a key that ends with -bin and base64 for them.',
} as const

const weaknessPhrases = {
  WEAKNESS_NO_ENCRYPTION: 'it does not encrypt',
  WEAKNESS_NO_AUTHENTICATION: 'the server is not authenticated',
  WEAKNESS_EXPORT_KEYS: 'its keys are of the strength once allowed for export',
  WEAKNESS_RC4_BROKEN: 'RC4 is broken',
  WEAKNESS_SMALL_BLOCKS: 'its cipher has blocks of 64 bits',
  WEAKNESS_MD5_BROKEN: 'MD5 is broken',
  WEAKNESS_NO_FORWARD_SECRECY: 'it has no forward secrecy',
} as const

const subjectPhrases = {
  SUBJECT_STATUS_CODE: 'the status code',
  SUBJECT_RESPONSE_TIME: 'the response time in milliseconds',
  SUBJECT_RESPONSE_TIME_OF: 'the {name} response time in milliseconds',
  SUBJECT_JSON_BODY: 'the JSON body{place}',
  SUBJECT_HEADER_VALUE: 'the header "{name}"{place}',
  SUBJECT_TEXT_BODY: 'the text body{place}',
  SUBJECT_RESPONSE_DATA: 'the response data{place}',
  SUBJECT_RESPONSE_CODE: 'the response code',
  SUBJECT_TEXT_ANSWER: 'the text answer{place}',
  SUBJECT_JSON_ANSWER: 'the JSON answer{place}',
  SUBJECT_LATENCY: 'the {name} latency in milliseconds',
  SUBJECT_JSON_RESPONSE: 'the JSON response{place}',
  SUBJECT_GRPC_STATUS_CODE: 'the gRPC status code',
  SUBJECT_HEALTH_STATUS: 'the health status',
  SUBJECT_GRPC_RESPONSE: 'the gRPC response{place}',
  SUBJECT_METADATA: 'the metadata "{name}"',
  SUBJECT_TEXT_RESPONSE: 'the text response{place}',
  SUBJECT_OF_CERTIFICATE: '{name} of the certificate',
  SUBJECT_OF_CONNECTION: '{name} of the connection',
  SUBJECT_HOP_COUNT: 'the number of hops',
  SUBJECT_PACKET_LOSS: 'the packet loss of the last hop in percent',
} as const

const placePhrases = {
  PLACE_AT_PATH: ' at {path}',
  PLACE_MATCHED_BY: ' matched by /{pattern}/',
  PLACE_ANYWHERE: '',
} as const

const comparisonPhrases = {
  COMPARISON_EQUALS: 'to equal "{target}"',
  COMPARISON_NOT_EQUALS: 'not to equal "{target}"',
  COMPARISON_HAS_KEY: 'to have the key "{target}"',
  COMPARISON_NOT_HAS_KEY: 'not to have the key "{target}"',
  COMPARISON_HAS_VALUE: 'to have the value "{target}"',
  COMPARISON_NOT_HAS_VALUE: 'not to have the value "{target}"',
  COMPARISON_IS_EMPTY: 'to be empty',
  COMPARISON_NOT_EMPTY: 'not to be empty',
  COMPARISON_GREATER_THAN: 'to be greater than "{target}"',
  COMPARISON_LESS_THAN: 'to be less than "{target}"',
  COMPARISON_CONTAINS: 'to contain "{target}"',
  COMPARISON_NOT_CONTAINS: 'not to contain "{target}"',
  COMPARISON_IS_NULL: 'to be null',
  COMPARISON_NOT_NULL: 'not to be null',
  COMPARISON_OTHER: '{comparisonName} "{target}"',
} as const

const processEndPhrases = {
  PROCESS_END_WITH_EXIT_CODE: 'with exit code {exitCode}',
  PROCESS_END_BY_SIGNAL: 'by the signal {signal}',
} as const

const testEndPhrases = {
  TEST_END_FAILED: 'failed',
  TEST_END_WAS_SKIPPED: 'was skipped',
  TEST_END_WAS_INTERRUPTED: 'was interrupted',
  TEST_END_PASSED_UNEXPECTEDLY: 'passed, although it is expected to fail',
  TEST_END_TOOK_TOO_LONG: 'took too long',
} as const

const drillOutcomePhrases = {
  DRILL_OUTCOME_PASSED: 'passed',
  DRILL_OUTCOME_WAS_DEGRADED: 'was degraded',
} as const

const providerPhrases = {
  PROVIDER_SLACK_APP: 'The Slack app is',
  PROVIDER_TEXTS_AND_CALLS: 'Text messages and calls are',
} as const

const outcomePhrases = {
  OUTCOME_SENT: 'sent',
  OUTCOME_RETRY: 'retry',
  OUTCOME_REJECTED: 'rejected',
} as const

const durationPhrases = {
  DURATION_ONE_SECOND: '1 second',
  DURATION_SECONDS: '{count} seconds',
  DURATION_ONE_MINUTE: '1 minute',
  DURATION_MINUTES: '{count} minutes',
  DURATION_ONE_HOUR: '1 hour',
  DURATION_HOURS: '{count} hours',
  DURATION_ONE_DAY: '1 day',
  DURATION_DAYS: '{count} days',
} as const

const analysedPhrases = {
  ANALYSED_TARGET: 'the target',
  ANALYSED_HOST: 'the host',
} as const

const setOnPhrases = {
  SET_ON_CHECK: 'set on the check',
  SET_ON_GROUP: 'set on the group "{name}"',
  SET_ON_ACCOUNT: 'set on the account',
  SET_BY_DEFAULT: 'by default',
} as const

/** The phrases of each place that takes some. */
export const phraseGroups = {
  endpoint: endpointPhrases,
  prohibition: prohibitionPhrases,
  headPart: headPartPhrases,
  redirectTarget: redirectTargetPhrases,
  routeEnd: routeEndPhrases,
  refusal: refusalPhrases,
  hops: hopsPhrases,
  grpcTask: grpcTaskPhrases,
  grpcViolation: grpcViolationPhrases,
  metadataProblem: metadataProblemPhrases,
  weakness: weaknessPhrases,
  subject: subjectPhrases,
  place: placePhrases,
  comparison: comparisonPhrases,
  processEnd: processEndPhrases,
  testEnd: testEndPhrases,
  script: scriptPhrases,
  scriptEnd: scriptEndPhrases,
  suiteEnd: suiteEndPhrases,
  drillOutcome: drillOutcomePhrases,
  provider: providerPhrases,
  outcome: outcomePhrases,
  period: durationPhrases,
  grace: durationPhrases,
  analysed: analysedPhrases,
  analysedHost: analysedPhrases,
  ...jsonTypePlaces,
  pathMistake: pathMistakePhrases,
  patternMistake: patternMistakePhrases,
  unsupported: unsupportedPhrases,
  setOn: setOnPhrases,
} as const

export type PhrasePlace = keyof typeof phraseGroups

export const phrases = {
  ...endpointPhrases,
  ...prohibitionPhrases,
  ...headPartPhrases,
  ...redirectTargetPhrases,
  ...routeEndPhrases,
  ...refusalPhrases,
  ...hopsPhrases,
  ...grpcTaskPhrases,
  ...grpcViolationPhrases,
  ...metadataProblemPhrases,
  ...weaknessPhrases,
  ...subjectPhrases,
  ...placePhrases,
  ...comparisonPhrases,
  ...processEndPhrases,
  ...testEndPhrases,
  ...scriptPhrases,
  ...scriptEndPhrases,
  ...suiteEndPhrases,
  ...drillOutcomePhrases,
  ...providerPhrases,
  ...outcomePhrases,
  ...durationPhrases,
  ...analysedPhrases,
  ...jsonTypePhrases,
  ...pathMistakePhrases,
  ...patternMistakePhrases,
  ...unsupportedPhrases,
  ...setOnPhrases,
} as const

export type PhraseCode = keyof typeof phrases
