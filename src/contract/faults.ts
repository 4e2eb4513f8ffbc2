/**
 * Every refusal the service can answer: HTTP status and the public message. `{name}` in a message is filled from
 * the fault's details. Details that must not leave go into `cause`, which only the log sees.
 */
export interface FaultRow {
  readonly status: number
  readonly message: string
}

export const faults = {
  BODY_INVALID: { status: 400, message: 'The request is not valid: {problems}' },
  JSON_MALFORMED: { status: 400, message: 'The body is not valid JSON: {problem}. Send one JSON document.' },
  BODY_ENCODING_INVALID: {
    status: 400,
    message: 'The body could not be decompressed as {encoding}. Send it uncompressed or fix the compression.',
  },
  PARAMETER_INVALID: { status: 400, message: 'The request is not valid: {problems}' },
  FREQUENCY_OFFSET_INVALID: {
    status: 400,
    message: 'frequencyOffset {offset} does not fit frequency {frequency}: {rule}',
  },
  FREQUENCY_NOT_ALLOWED: {
    status: 400,
    message: 'frequency {frequency} is not possible for {checkType} checks: {rule}',
  },
  RESPONSE_TIME_LIMITS_INVALID: {
    status: 400,
    message: 'degradedResponseTime ({degraded}) must not be greater than maxResponseTime ({max}).',
  },
  PACKET_LOSS_LIMITS_INVALID: {
    status: 400,
    message: 'degradedPacketLossThreshold ({degraded}) must not be greater than maxPacketLossThreshold ({max}).',
  },
  ASSERTION_INVALID: { status: 400, message: '{path}: {problem}' },
  CHECK_TYPE_MISMATCH: {
    status: 400,
    message: 'The check has type {actual}, not {expected}. Use the route of its type.',
  },
  CHECK_TYPE_NOT_CREATABLE: { status: 400, message: 'Checks of type {checkType} cannot be created here yet.' },
  HEARTBEAT_PERIOD_INVALID: { status: 400, message: '{problem}' },
  GROUP_UNKNOWN: { status: 400, message: 'groupId {groupId}: no check group with this id exists in this account.' },
  ALERT_CHANNEL_UNKNOWN: {
    status: 400,
    message: 'alertChannelId {alertChannelId}: no alert channel with this id exists in this account.',
  },
  CHECK_UNKNOWN: { status: 400, message: 'checkId {checkId}: no check with this id exists in this account.' },
  PRIVATE_LOCATION_UNKNOWN: {
    status: 400,
    message: 'privateLocations: no private location with the slug name {slugName} exists in this account.',
  },
  SERVICE_UNKNOWN: {
    status: 400,
    message: 'serviceId {serviceId}: no status page service with this id exists in this account.',
  },
  SCRIPTS_NOT_SUPPORTED: {
    status: 400,
    message: '{field}: this server cannot run scripts yet, so the check would not be judged as written. Leave it out.',
  },
  SUBSCRIPTION_TARGET_INVALID: { status: 400, message: 'Give exactly one of checkId and groupId.' },
  TIME_RANGE_INVALID: { status: 400, message: '{problem}' },
  CURSOR_INVALID: {
    status: 400,
    message: 'nextId is not a cursor of this list. Leave it out to start from the beginning.',
  },
  VARIABLE_KEY_FIXED: {
    status: 400,
    message: 'The key of a variable cannot be changed. Delete {key} and create another.',
  },
  VARIABLE_SECRET_FIXED: {
    status: 400,
    message: 'A secret cannot be turned back into a plain variable. Delete {key} and create it again.',
  },
  CHANNEL_TYPE_NOT_DELIVERABLE: {
    status: 400,
    message: 'Channels of type {type} cannot be delivered to by this server. It delivers to {types}.',
  },
  TEMPLATE_INVALID: { status: 400, message: '{path}: {problem}' },
  CHECK_HAS_NO_LOCATION: {
    status: 400,
    message: 'Check {checkId} has no location to run from. Give it locations first.',
  },
  CANCEL_NOT_POSSIBLE: { status: 400, message: 'Only Playwright runs started by a person can be cancelled.' },
  KEY_MISSING: { status: 401, message: 'Send an API key: Authorization: Bearer <key>.' },
  KEY_INVALID: {
    status: 401,
    message: 'Bad Token: the API key is unknown or was revoked. Create one with `belfry keys create`.',
  },
  ACCOUNT_HEADER_MISSING: {
    status: 401,
    message: 'The key belongs to several accounts. Send the account id in the header {header}.',
  },
  ACCOUNT_FORBIDDEN: { status: 403, message: 'The API key does not belong to the account in the header {header}.' },
  ROLE_TOO_LOW: {
    status: 403,
    message: 'This call needs a key with the role {needed} or above; the key has the role {role}.',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is no {method} {path}. The list of operations is at /openapi.json.' },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'No account with this id exists for this key.' },
  CHECK_NOT_FOUND: { status: 404, message: 'No check with this id exists in this account.' },
  CHECK_GROUP_NOT_FOUND: { status: 404, message: 'No check group with this id exists in this account.' },
  ALERT_CHANNEL_NOT_FOUND: { status: 404, message: 'No alert channel with this id exists in this account.' },
  VARIABLE_NOT_FOUND: { status: 404, message: 'No variable with this key exists in this account.' },
  CHECK_RESULT_NOT_FOUND: { status: 404, message: 'No check result with this id exists for this check.' },
  CHECK_SESSION_NOT_FOUND: { status: 404, message: 'No check session with this id exists in this account.' },
  HEARTBEAT_EVENT_NOT_FOUND: { status: 404, message: 'No heartbeat event with this id exists for this check.' },
  HEARTBEAT_UNKNOWN: { status: 404, message: 'No heartbeat has this ping URL.' },
  RUNTIME_NOT_FOUND: { status: 404, message: 'No runtime with this name exists.' },
  BADGE_NOT_FOUND: { status: 404, message: 'There is no badge here.' },
  NO_CHECK_MATCHED: { status: 404, message: 'No activated check matches the target.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Use {allowed} here.' },
  COMPLETION_PENDING: { status: 408, message: 'Still running. Ask again.' },
  CHECK_GROUP_IN_USE: { status: 409, message: 'The group still holds {count} checks. Move or delete them first.' },
  VARIABLE_EXISTS: { status: 409, message: 'A variable with the key {key} exists. Update it instead.' },
  PING_TOKEN_TAKEN: {
    status: 409,
    message: 'heartbeat.pingToken is in use by another check. Leave it out to get a new one.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The body is larger than {limit} bytes.' },
  CONTENT_TYPE_UNSUPPORTED: { status: 415, message: 'Send the body as application/json.' },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests: {limit} per {seconds} seconds are allowed here. Try again in {retryAfter} seconds.',
  },
  INTERNAL: {
    status: 500,
    message: 'An unexpected error occurred. The operator finds it in the log under request id {requestId}.',
  },
  STORAGE_UNAVAILABLE: { status: 503, message: 'The database cannot be reached at the moment. Try again.' },
} as const satisfies Record<string, FaultRow>

export type FaultCode = keyof typeof faults
