/**
 * Every error of the service: HTTP status and public message. `{name}` in a message is replaced by the fault's details.
 * Internal details go into `cause`, which is only logged.
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
  BULK_SELECTION_INVALID: {
    status: 400,
    message:
      'Select checks with checkIds, with a filter, or with the filter {"all": true} and no other field. Send exactly one of them.',
  },
  BULK_FILTER_EMPTY: {
    status: 400,
    message: 'The filter is empty. Add a field, or select every check with "filter": {"all": true}.',
  },
  BULK_TOO_LARGE: {
    status: 400,
    message: 'The filter selects more than {max} checks, the limit for one change. Narrow it.',
  },
  PASSKEYS_FULL: { status: 400, message: 'You already have {max} passkeys, the limit per person. Remove one first.' },
  SAVED_VIEWS_FULL: {
    status: 400,
    message: 'You already have {max} saved views, the limit per account. Delete one first.',
  },
  HOST_REPEATED: { status: 400, message: 'The request has more than one Host header. Send one.' },
  FREQUENCY_OFFSET_INVALID: {
    status: 400,
    message: 'frequencyOffset {offset} does not fit frequency {frequency}: {rule}',
  },
  FREQUENCY_NOT_ALLOWED: {
    status: 400,
    message: 'frequency {frequency} is not allowed for {checkType} checks: {rule}',
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
  DRY_RUN_NOT_POSSIBLE: { status: 400, message: 'Checks of type {checkType} cannot be run: {reason}' },
  RUN_LOCATION_UNKNOWN: {
    status: 400,
    message:
      'runLocation {runLocation}: there is no region with this code and no private location with this slug name.',
  },
  SECRET_UNKNOWN: {
    status: 400,
    message:
      'environmentVariables: the account has no secret with the key {key}. For a variable that is not secret, send its value.',
  },
  SEQUENCE_UNKNOWN: { status: 400, message: 'sequenceId {sequenceId}: the session has no run with this id.' },
  SERVICE_UNKNOWN: {
    status: 400,
    message: 'serviceId {serviceId}: no status page service with this id exists in this account.',
  },
  STATUS_PAGE_UNKNOWN: {
    status: 400,
    message: 'statusPageId {statusPageId}: no status page with this id exists in this account.',
  },
  DASHBOARD_UNKNOWN: {
    status: 400,
    message: 'dashboardId {dashboardId}: no dashboard with this id exists in this account.',
  },
  MAIL_ADDRESS_INVALID: { status: 400, message: 'This is not an email address. Use the form name@example.com.' },
  MAINTENANCE_NOT_PUBLISHED: {
    status: 400,
    message:
      'The maintenance window is not shown on status pages (statusPageVisibility.enabled), so it accepts no updates. Change the times of its maintenance with PATCH.',
  },
  AGENT_TOO_OLD: {
    status: 400,
    message:
      'This agent supports protocol versions {min} to {max}, the server {ownMin} to {ownMax}. Install agent {install}.',
  },
  AGENT_UPLOAD_PART_INVALID: {
    status: 400,
    message: 'A part must have at least one byte and at most the {left} bytes that remain of the upload.',
  },
  LOCATION_KEY_INVALID: {
    status: 401,
    message: 'This is not a location key. Send `Authorization: Bearer <key>` with the key of a private location.',
  },
  AGENT_UPLOAD_NOT_FOUND: { status: 404, message: 'This agent has no upload with this id.' },
  AGENT_RUN_NOT_FOUND: { status: 404, message: 'This agent does not hold a run with this id and lease.' },
  AGENT_UNKNOWN: { status: 409, message: 'The server does not know this agent. Send hello again.' },
  AGENT_UPLOAD_OFFSET_WRONG: {
    status: 409,
    message: 'The next part of this upload begins at byte {offset}. Continue there.',
  },
  AGENT_UPLOADS_FULL: { status: 409, message: 'A run can have at most {most} files.' },
  AGENT_UPLOAD_NOT_KEPT: { status: 409, message: 'Upload rejected: {problem}' },
  SNIPPET_UNKNOWN: { status: 400, message: '{field} {snippetId}: no snippet with this id exists in this account.' },
  CLIENT_CERTIFICATE_UNKNOWN: {
    status: 400,
    message: 'request.sslClientCertificateId {id}: no client certificate with this id exists in this account.',
  },
  CODE_BUNDLE_INVALID: {
    status: 400,
    message: 'The archive is not a valid code bundle. {problem} Send a tar.gz of the project without node_modules.',
  },
  CODE_BUNDLE_UNKNOWN: {
    status: 400,
    message: 'codeBundlePath {id}: no code bundle with this id exists in this account. Upload it first.',
  },
  SNAPSHOT_INVALID: { status: 400, message: 'snapshots, path {path}: {problem}' },
  RUNTIME_NOT_SUPPORTED: {
    status: 400,
    message: 'runtimeId {runtimeId} cannot run checks of type {checkType}. Use one of: {runtimes}.',
  },
  REGULAR_EXPRESSION_INVALID: { status: 400, message: '{field}: {problem}' },
  TRIGGER_NOT_POSSIBLE: {
    status: 400,
    message: 'A heartbeat check waits for pings and is never run, so it cannot have a trigger.',
  },
  SUBSCRIPTION_TARGET_INVALID: { status: 400, message: 'Send exactly one of checkId and groupId.' },
  SUBSCRIPTION_SELECTION_EMPTY: {
    status: 400,
    message: 'Select what to subscribe: all: true, or tags, or groups.',
  },
  TIME_RANGE_INVALID: { status: 400, message: '{problem}' },
  CURSOR_INVALID: {
    status: 400,
    message: 'nextId is not a cursor of this list. Leave it out to start from the beginning.',
  },
  VARIABLE_KEY_FIXED: {
    status: 400,
    message: 'The key of a variable cannot be changed. Delete {key} and create another variable.',
  },
  VARIABLE_SECRET_FIXED: {
    status: 400,
    message: 'A secret cannot be made visible again. Delete {key} and create it as a variable.',
  },
  TEMPLATE_INVALID: { status: 400, message: '{path}: {problem}' },
  CHANNEL_CONFIG_INVALID: { status: 400, message: '{path}: {problem}' },
  CUSTOM_DOMAIN_INVALID: { status: 400, message: 'customDomain {domain}: {problem}' },
  CANCEL_NOT_POSSIBLE: { status: 400, message: 'Only Playwright runs started by a person can be cancelled.' },
  KEY_MISSING: { status: 401, message: 'Send an API key: Authorization: Bearer <key>.' },
  KEY_INVALID: {
    status: 401,
    message: 'Bad Token: the API key is unknown or was revoked. Create one with `belfry keys create`.',
  },
  SESSION_INVALID: { status: 401, message: 'The session has ended. Sign in again.' },
  SIGN_IN_FAILED: { status: 401, message: 'Incorrect email address or password.' },
  SIGN_IN_LINK_INVALID: {
    status: 401,
    message:
      'This sign-in link was already used, has expired or is incomplete. The operator can create a new one with `belfry users token EMAIL`.',
  },
  PASSKEY_CHALLENGE_ENDED: {
    status: 401,
    message:
      'This request was already completed, took longer than ten minutes, or was started by someone else. Start again.',
  },
  PASSKEY_UNKNOWN: {
    status: 401,
    message:
      'This passkey is not registered here: it was removed or belongs to another service. Sign in another way and delete it on your device.',
  },
  PASSKEY_REJECTED: { status: 401, message: 'The passkey was not accepted: {problem}.' },
  OIDC_SIGN_IN_ENDED: {
    status: 401,
    message:
      'This sign-in was already completed, has expired, or was started in another browser or at an address other than BELFRY_PUBLIC_URL. Start again from the sign-in page.',
  },
  OIDC_REJECTED: {
    status: 401,
    message:
      'The identity provider did not sign you in: {problem}. Start again; if it keeps failing, contact the operator.',
  },
  ACCOUNT_HEADER_MISSING: {
    status: 401,
    message: 'The key belongs to several accounts. Send the account id in the header {header}.',
  },
  ENTITLEMENT_DISABLED: {
    status: 402,
    message: '{entitlement} is not part of the plan. The operator can change that with BELFRY_ENTITLEMENTS.',
  },
  ENTITLEMENT_EXCEEDED: {
    status: 402,
    message:
      '{entitlement}: the plan allows {limit}, and this request would use {used}. The operator can change that with BELFRY_ENTITLEMENTS.',
  },
  ACCOUNT_FORBIDDEN: { status: 403, message: 'The API key does not belong to the account in the header {header}.' },
  ROLE_TOO_LOW: {
    status: 403,
    message: 'This operation requires a key with the role {needed} or higher; the key has the role {role}.',
  },
  FIRST_ACCOUNT_ONLY: {
    status: 403,
    message: 'Only owners of the first account of this installation can create accounts. Ask the operator for one.',
  },
  CROSS_SITE_REQUEST: {
    status: 403,
    message: 'This request comes from another site. Only pages of this service may use its session cookie.',
  },
  OIDC_EMAIL_UNVERIFIED: {
    status: 403,
    message:
      'The identity provider sends no verified email address. Verify your address there. If the provider never marks addresses as verified, the operator can set BELFRY_OIDC_TRUST_EMAILS.',
  },
  OIDC_GROUPS_MISSING: {
    status: 403,
    message:
      'The identity provider does not send the claim {claim}, which determines roles. The operator must add it there or change BELFRY_OIDC_SCOPES or BELFRY_OIDC_GROUP_CLAIM.',
  },
  OIDC_NOT_ALLOWED: {
    status: 403,
    message:
      '{person} cannot sign in here: none of their groups grants a role. Ask an admin of the account for an invite, or the operator to change BELFRY_OIDC_ROLES.',
  },
  OIDC_SIGN_IN_TO_LINK: {
    status: 403,
    message:
      'The address {email} already has a sign-in here. Sign in with it without the identity provider, then link the provider in the settings, under "Profile".',
  },
  OIDC_ADDRESS_SHARED: {
    status: 403,
    message:
      'Several members have the address {email}, so it does not identify you. Ask an admin to change the others.',
  },
  PASSWORD_WRONG: { status: 403, message: 'currentPassword is incorrect.' },
  SIGN_IN_AGAIN: {
    status: 403,
    message:
      'You have no password and signed in too long ago for this change. Sign out, sign in again and repeat it within 30 minutes.',
  },
  OWN_ADDRESS: {
    status: 403,
    message: 'Change your own address with PUT /v1/email-address, which asks for your password.',
  },
  PERSON_REQUIRED: {
    status: 403,
    message: 'This operation needs a user. Sign in, or use a user key instead of a service key.',
  },
  MEMBER_ROLE_TOO_HIGH: {
    status: 403,
    message:
      'A key with the role {role} cannot change members with a higher role, and cannot assign a role above its own.',
  },
  MEMBER_ADDRESS_NOT_YOURS: {
    status: 403,
    message:
      'The member also belongs to other accounts, so only the member can change this address, with their own key.',
  },
  REPOSITORY_NOT_ALLOWED: {
    status: 403,
    message:
      'This account may not use the repository {repository}. The operator can allow it with BELFRY_GITHUB_REPOSITORIES={accountId}={repository}, and restart the service.',
  },
  WEBHOOK_SIGNATURE_INVALID: {
    status: 403,
    message: 'The signature in {header} is not valid. Configure the webhook with the secret in {setting}.',
  },
  DASHBOARD_KEY_MISSING: {
    status: 403,
    message: 'The dashboard is private. Send one of its keys: Authorization: Bearer <key>.',
  },
  OIDC_NOT_CONFIGURED: {
    status: 404,
    message: 'No identity provider is configured. The operator configures it with BELFRY_OIDC_ISSUER.',
  },
  PASSKEY_NOT_FOUND: { status: 404, message: 'You have no passkey with this id.' },
  PASSKEYS_UNAVAILABLE: {
    status: 404,
    message:
      'Passkeys need an HTTPS address with a host name, or localhost. The operator sets it with BELFRY_PUBLIC_URL.',
  },
  BROWSER_SESSION_NOT_FOUND: { status: 404, message: 'You have no session with this id.' },
  ROUTE_NOT_FOUND: {
    status: 404,
    message: 'No operation {method} {path} exists. All operations are listed in /openapi.json.',
  },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'This key has no account with this id.' },
  CHECK_NOT_FOUND: { status: 404, message: 'No check with this id exists in this account.' },
  BULK_CHANGE_NOT_FOUND: {
    status: 404,
    message: 'No bulk change with this id can be undone. A bulk change can be undone once, within an hour.',
  },
  SAVED_VIEW_NOT_FOUND: { status: 404, message: 'You have no saved view with this id in this account.' },
  CHECK_GROUP_NOT_FOUND: { status: 404, message: 'No check group with this id exists in this account.' },
  MAINTENANCE_WINDOW_NOT_FOUND: { status: 404, message: 'No maintenance window with this id exists in this account.' },
  MAINTENANCE_NOT_FOUND: { status: 404, message: 'No maintenance with this id exists in this maintenance window.' },
  MAINTENANCE_UPDATE_NOT_FOUND: { status: 404, message: 'No update with this id exists for this maintenance.' },
  ALERT_CHANNEL_NOT_FOUND: { status: 404, message: 'No alert channel with this id exists in this account.' },
  VARIABLE_NOT_FOUND: { status: 404, message: 'No variable with this key exists in this account.' },
  CHECK_RESULT_NOT_FOUND: { status: 404, message: 'No check result with this id exists for this check.' },
  CHECK_SESSION_NOT_FOUND: { status: 404, message: 'No check session with this id exists in this account.' },
  TEST_SESSION_NOT_FOUND: { status: 404, message: 'No test session with this id exists in this account.' },
  TEST_SESSION_RESULT_NOT_FOUND: { status: 404, message: 'No result with this id exists for this test session.' },
  ASSET_NOT_FOUND: {
    status: 404,
    message:
      'The download link is not valid or has expired. Links are valid for an hour. List the assets again for a new one.',
  },
  ASSET_CONTENT_NOT_FOUND: {
    status: 404,
    message:
      'The content of this file is missing from the artifact store, for example because only the database was restored from a backup.',
  },
  HEARTBEAT_EVENT_NOT_FOUND: { status: 404, message: 'No heartbeat event with this id exists for this check.' },
  ALERT_NOTIFICATION_NOT_FOUND: {
    status: 404,
    message: 'No notification with this id exists in this account, or it is older than the retention of alerts.',
  },
  ERROR_GROUP_NOT_FOUND: { status: 404, message: 'No error group with this id exists in this account.' },
  ROOT_CAUSE_ANALYSIS_NOT_FOUND: {
    status: 404,
    message: 'No root cause analysis with this id exists in this account.',
  },
  PROJECT_NOT_FOUND: { status: 404, message: 'No project with this id exists in this account.' },
  HEARTBEAT_UNKNOWN: { status: 404, message: 'No heartbeat has this ping URL.' },
  TRIGGER_NOT_FOUND: { status: 404, message: 'The check or check group has no trigger.' },
  TRIGGER_UNKNOWN: { status: 404, message: 'No trigger has this URL.' },
  WEBHOOK_NOT_CONFIGURED: {
    status: 404,
    message: 'This installation does not accept webhooks from {provider}. Set {setting} to the webhook secret.',
  },
  RUNTIME_NOT_FOUND: { status: 404, message: 'No runtime with this name exists.' },
  BADGE_NOT_FOUND: { status: 404, message: 'No badge exists at this URL.' },
  GROUP_BADGE_DISABLED: {
    status: 404,
    message: 'The badge of this check group is disabled. Enable it with PUT /v1/check-groups/{id}/badge.',
  },
  STATUS_PAGE_NOT_FOUND: { status: 404, message: 'No status page with this id exists in this account.' },
  DASHBOARD_NOT_FOUND: { status: 404, message: 'This dashboard does not exist.' },
  SERVICE_NOT_FOUND: { status: 404, message: 'No status page service with this id exists in this account.' },
  SUBSCRIPTION_NOT_FOUND: { status: 404, message: 'No subscription with this id exists for this status page.' },
  INCIDENT_NOT_FOUND: { status: 404, message: 'No incident with this id exists in this account.' },
  INCIDENT_UPDATE_NOT_FOUND: { status: 404, message: 'No update with this id exists for this incident.' },
  NO_CHECK_MATCHED: { status: 404, message: 'No activated check matches the target.' },
  PRIVATE_LOCATION_NOT_FOUND: {
    status: 404,
    message: 'No private location with this id exists in this account.',
  },
  PRIVATE_LOCATION_KEY_NOT_FOUND: { status: 404, message: 'The private location has no key with this id.' },
  API_KEY_NOT_FOUND: {
    status: 404,
    message: 'This account has no active API key with this id that you may revoke.',
  },
  SNIPPET_NOT_FOUND: { status: 404, message: 'No snippet with this id exists in this account.' },
  CLIENT_CERTIFICATE_NOT_FOUND: { status: 404, message: 'No client certificate with this id exists in this account.' },
  CODE_BUNDLE_NOT_FOUND: {
    status: 404,
    message: 'No code bundle with this id exists in this account. Unused bundles are deleted after a week.',
  },
  GOLDEN_FILE_NOT_FOUND: {
    status: 404,
    message: 'No golden file with this key exists in this account. Unused golden files are deleted after a week.',
  },
  INVITE_NOT_FOUND: { status: 404, message: 'No pending invite with this id exists in this account.' },
  INVITE_LINK_INVALID: {
    status: 404,
    message:
      'This invite was already accepted, has expired, was revoked, or its link is incomplete. Ask the person who invited you for a new link.',
  },
  ADDRESS_LINK_INVALID: {
    status: 404,
    message:
      'This link was already used, has expired, was replaced or withdrawn, or is incomplete. Change the address again to get a new link.',
  },
  MEMBER_NOT_FOUND: { status: 404, message: 'No member with this user id belongs to this account.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed. Use {allowed}.' },
  TRIGGER_RUN_PENDING: {
    status: 408,
    message:
      'The run did not finish within {seconds} seconds. It continues, and its results are stored. To wait for longer runs, use check sessions.',
  },
  COMPLETION_PENDING: { status: 408, message: 'Still running. Repeat the request.' },
  TRIGGER_NOTHING_TO_RUN: {
    status: 409,
    message:
      'There is nothing to run: the check or the group is deactivated, or the group has no activated check that a runner can run.',
  },
  BULK_CHANGE_UNCONFIRMED: {
    status: 409,
    message: 'The selection has {count} checks. Nothing was changed. Confirm with "confirmedCount": {count}.',
  },
  NOTHING_TO_ACKNOWLEDGE: { status: 409, message: 'The check is passing, so there is nothing to acknowledge.' },
  CHECK_GROUP_IN_USE: { status: 409, message: 'The group still contains {count} checks. Move or delete them first.' },
  MAINTENANCE_STATUS_NOT_POSSIBLE: {
    status: 409,
    message: 'A maintenance that is {from} cannot become {to}. It can stay {from} or become {possible}.',
  },
  RESOURCE_CHANGED: {
    status: 412,
    message:
      'The resource was changed since it was read{changes}. Nothing was saved. Read it again and repeat your change, or leave out if-match to overwrite.',
  },
  VARIABLE_EXISTS: { status: 409, message: 'A variable with the key {key} already exists. Update it instead.' },
  PING_TOKEN_TAKEN: {
    status: 409,
    message: 'heartbeat.pingToken is in use by another check. Leave it out to get a new one.',
  },
  STATUS_PAGE_ADDRESS_TAKEN: {
    status: 409,
    message: 'The {field} {value} belongs to another page of this installation. Choose another.',
  },
  DASHBOARD_ADDRESS_TAKEN: {
    status: 409,
    message: 'The {field} {value} belongs to another page of this installation. Choose another.',
  },
  PRIVATE_LOCATION_EXISTS: {
    status: 409,
    message: 'A location with the slug name {slugName} already exists. Choose another.',
  },
  PRIVATE_LOCATION_IN_USE: {
    status: 409,
    message:
      'The private location is still used by {checks} checks and {groups} groups. Remove it from their privateLocations first.',
  },
  PRIVATE_LOCATION_KEYS_FULL: {
    status: 409,
    message: 'A private location can have at most {most} keys. Delete an unused one first.',
  },
  PUBLIC_LOCATION_UNKNOWN: {
    status: 404,
    message:
      'No public location has the code "{location}". List them with GET /v1/locations; the operator adds more with BELFRY_LOCATIONS.',
  },
  PUBLIC_LOCATION_KEYS_FULL: {
    status: 409,
    message: 'The location {location} already has {most} keys. Revoke an unused one first.',
  },
  SNIPPET_NAME_TAKEN: { status: 409, message: 'A snippet with the name {name} already exists. Choose another.' },
  SNIPPET_IN_USE: {
    status: 409,
    message: 'The snippet is still used by {checks} checks and {groups} groups. Remove it from them first.',
  },
  CLIENT_CERTIFICATE_IN_USE: {
    status: 409,
    message: 'The client certificate is still used by {checks} checks. Remove it from them first.',
  },
  CODE_BUNDLE_IN_USE: {
    status: 409,
    message: 'The code bundle is still used by {checks} checks. Switch them to another bundle or delete them first.',
  },
  CODE_BUNDLE_NOT_STORED: { status: 409, message: 'The code bundle was not stored: {problem}' },
  GOLDEN_FILE_NOT_STORED: { status: 409, message: 'The golden file was not stored: {problem}' },
  DRY_RUN_NOT_FOUND: {
    status: 404,
    message: 'No dry run with this id exists in this account. Dry runs are deleted ten minutes after they end.',
  },
  DRY_RUNS_EXCEEDED: {
    status: 409,
    message: '{limit} dry runs of this account are already running. Wait for one to finish, or cancel one.',
  },
  DRILL_NOT_FOUND: {
    status: 404,
    message: 'The check has no drill with this id. Drills are deleted ten minutes after they end.',
  },
  DRILL_WITHOUT_CHANNEL: {
    status: 409,
    message: 'A failure of this check would not notify any alert channel. First subscribe one that is not paused.',
  },
  DRILL_WITHOUT_RUNNER: {
    status: 409,
    message: 'No agent is connected in any location of this check, so it cannot be run.',
  },
  PASSKEY_EXISTS: { status: 409, message: 'This passkey is already added.' },
  MEMBER_EXISTS: { status: 409, message: '{email} is already a member of this account.' },
  INVITE_EXISTS: {
    status: 409,
    message: '{email} is already invited. Renew that invite for a new link, or revoke it and invite again.',
  },
  INVITE_NEEDS_SIGN_IN: {
    status: 409,
    message: 'The address of this invite signs in here without a password. Sign in, then open the link again.',
  },
  MEMBER_ADDRESS_TAKEN: {
    status: 409,
    message: 'The address {email} belongs to another person. Choose a different address.',
  },
  LAST_OWNER: { status: 409, message: 'An account must keep at least one owner. Make another member an owner first.' },
  BODY_TOO_LARGE: { status: 413, message: 'The body is larger than the limit of {limit} bytes (uncompressed).' },
  CONTENT_TYPE_UNSUPPORTED: { status: 415, message: 'Send the body as {type}.' },
  EVENT_STREAMS_FULL: {
    status: 429,
    message: 'An account can have at most {max} open event streams. Close one.',
  },
  CALLER_STREAMS_FULL: {
    status: 429,
    message:
      'A person or service key can have at most {max} open event streams in an account. Close one, or a browser tab with the interface.',
  },
  RATE_LIMITED: {
    status: 429,
    message:
      'Too many requests: this operation allows {limit} per {seconds} seconds. Try again in {retryAfter} seconds.',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The file has {size} bytes; the requested range is outside of it.' },
  INTERNAL: {
    status: 500,
    message: 'An unexpected error occurred. The operator can find it in the log by the request id {requestId}.',
  },
  TOO_MANY_PASSWORDS: {
    status: 503,
    message: 'Too many sign-ins at the moment. Nothing was changed. Try again in a few seconds.',
  },
  STORAGE_FULL: {
    status: 503,
    message: 'The disk of the service is full, so nothing can be stored. Nothing was changed. Try again later.',
  },
  STORAGE_TOO_SLOW: {
    status: 503,
    message: 'The database query timed out. Request less data at a time, or try again later.',
  },
  OIDC_UNREACHABLE: {
    status: 503,
    message:
      'The identity provider {issuer} does not respond correctly: {problem}. Sign in another way or try again. The operator should check BELFRY_OIDC_ISSUER.',
  },
  ARTIFACT_STORE_UNAVAILABLE: {
    status: 503,
    message: 'The artifact store cannot be reached at the moment. Try again.',
  },
  STORAGE_UNAVAILABLE: { status: 503, message: 'The database cannot be reached at the moment. Try again.' },
} as const satisfies Record<string, FaultRow>

export type FaultCode = keyof typeof faults
