import { checkTypes, isInboundType, routedCheckTypes } from '../check-types/index.ts'
import type { RouteName, RoutedCheckType } from '../check-types/index.ts'
import { checkAnswer } from '../resources/check.ts'
import { checkCreateBodies, checkUpdateBodies } from '../resources/check-body.ts'
import { AutoAssignQuery, byId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Checks')

/** The faults of writing a check, besides those of its schema. */
export const checkWriteFaults = [
  'ASSERTION_INVALID',
  'RESPONSE_SCHEMA_INVALID',
  'TEMPLATE_INVALID',
  'FREQUENCY_OFFSET_INVALID',
  'FREQUENCY_NOT_ALLOWED',
  'RESPONSE_TIME_LIMITS_INVALID',
  'PACKET_LOSS_LIMITS_INVALID',
  'ALERT_WINDOW_INVALID',
  'ESCALATION_POLICY_UNKNOWN',
  'HEARTBEAT_PERIOD_INVALID',
  'HEARTBEAT_SCHEDULE_INVALID',
  'PING_TOKEN_TAKEN',
  'GROUP_UNKNOWN',
  'ALERT_CHANNEL_UNKNOWN',
  'PRIVATE_LOCATION_UNKNOWN',
  'SERVICE_UNKNOWN',
  'SNIPPET_UNKNOWN',
  'CLIENT_CERTIFICATE_UNKNOWN',
  'CODE_BUNDLE_UNKNOWN',
  'SNAPSHOT_INVALID',
  'RUNTIME_NOT_SUPPORTED',
  ...planFaults,
] as const

const oneOf = (type: RoutedCheckType): string =>
  isInboundType(type) ? 'a heartbeat monitor' : `${checkTypes[type].article} ${type} check`

const createRow = <T extends RoutedCheckType>(type: T) =>
  operation(`POST /v1/checks/${checkTypes[type].slug}`, {
    summary: `Create ${oneOf(type)}`,
    ignoresUnknown: true,
    query: AutoAssignQuery,
    body: checkCreateBodies[type],
    bodySize: 'largest',
    success: { status: 201, schema: checkAnswer(type) },
    faults: checkWriteFaults,
  })

const updateRow = <T extends RoutedCheckType>(type: T) =>
  operation(`PUT /v1/checks/${checkTypes[type].slug}/{id}`, {
    summary: `Update ${oneOf(type)}; absent fields keep their value`,
    ignoresUnknown: true,
    params: byId,
    query: AutoAssignQuery,
    body: checkUpdateBodies[type],
    bodySize: 'largest',
    success: { status: 200, schema: checkAnswer(type) },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', ...checkWriteFaults],
  })

/** `createTcpCheck`, `updateTcpCheck` and so on: two rows for every check type with separate routes. */
type CheckTypeRows = {
  readonly [T in RoutedCheckType as `create${RouteName<T>}Check`]: ReturnType<typeof createRow<T>>
} & {
  readonly [T in RoutedCheckType as `update${RouteName<T>}Check`]: ReturnType<typeof updateRow<T>>
}

/** The cast is safe because each type with routes has its two rows under the names derived from the type. */
function rowsOfCheckTypes(): CheckTypeRows {
  const rows = routedCheckTypes.flatMap(({ type, routeName }) => [
    [`create${routeName}Check`, createRow(type)],
    [`update${routeName}Check`, updateRow(type)],
  ])
  return Object.fromEntries(rows) as CheckTypeRows
}

export const checkTypeRows = rowsOfCheckTypes()
