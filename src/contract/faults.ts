/**
 * Every error of the service: HTTP status and public message. `{name}` in a message is replaced by the fault's details.
 * Internal details go into `cause`, which is only logged.
 */
export interface FaultRow {
  readonly status: number
  readonly message: string
}

/** Rows that share a status, by the message of each code. The cast is safe because every code keeps its entry. */
const withStatus = <const M extends Readonly<Record<string, string>>>(status: number, messages: M) =>
  Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, { status, message }])) as {
    readonly [C in keyof M]: FaultRow
  }

export const faults = {
  ...withStatus(400, {
    BODY_INVALID: 'The request is not valid: {problems}',
    JSON_MALFORMED: 'The body is not valid JSON: {problem}. Send one JSON document.',
    BODY_ENCODING_INVALID:
      'The body could not be decompressed as {encoding}. Send it uncompressed or fix the compression.',
    PARAMETER_INVALID: 'The request is not valid: {problems}',
    BULK_SELECTION_INVALID:
      'Select checks with checkIds, with a filter, or with the filter {"all": true} and no other field. Send exactly one of them.',
    BULK_FILTER_EMPTY: 'The filter is empty. Add a field, or select every check with "filter": {"all": true}.',
    BULK_TOO_LARGE: 'The filter selects more than {max} checks, the limit for one change. Narrow it.',
    PASSKEYS_FULL: 'You already have {max} passkeys, the limit per person. Remove one first.',
    ACCOUNT_NAME_MISMATCH: 'name is not the name of this account. Send it exactly as GET /v1/accounts/me returns it.',
    SCHEDULED_REPORTS_FULL: 'The account already has {max} scheduled reports, the limit. Delete one first.',
    ALERT_SOURCES_FULL: 'The account already has {max} alert sources, the limit. Delete one first.',
    ALERT_SILENCES_FULL: 'The account already has {max} silences that have not ended, the limit. End one first.',
    OBJECTIVES_FULL: 'The account already has {max} objectives, the limit. Delete one first.',
    AGENT_CLIENT_INVALID: 'The program cannot be connected: {problem}',
    AGENT_REQUEST_INVALID: 'The request of the program cannot be accepted: {problem}',
    AGENT_PLAN_INVALID: 'The change cannot be proposed: {problem}',
    AGENT_PLANS_FULL: 'The account has {max} proposed changes that nobody has decided. Confirm or reject some first.',
    SAVED_VIEWS_FULL: 'You already have {max} saved views, the limit per account. Delete one first.',
    HOST_REPEATED: 'The request has more than one Host header. Send one.',
    FREQUENCY_OFFSET_INVALID: 'frequencyOffset {offset} does not fit frequency {frequency}: {rule}',
    FREQUENCY_NOT_ALLOWED: 'frequency {frequency} is not allowed for {checkType} checks: {rule}',
    RESPONSE_TIME_LIMITS_INVALID: 'degradedResponseTime ({degraded}) must not be greater than maxResponseTime ({max}).',
    PACKET_LOSS_LIMITS_INVALID:
      'degradedPacketLossThreshold ({degraded}) must not be greater than maxPacketLossThreshold ({max}).',
    ALERT_WINDOW_INVALID:
      'windowBasedEscalation.failedRunThreshold ({failed}) must not be greater than windowBasedEscalation.runs ({runs}).',
    ASSERTION_INVALID: '{path}: {problem}',
    RESPONSE_SCHEMA_INVALID: '{path}: {problem}',
    CHECK_TYPE_MISMATCH: 'The check has type {actual}, not {expected}. Use the route of its type.',
    HEARTBEAT_PERIOD_INVALID: '{problem}',
    HEARTBEAT_SCHEDULE_INVALID: '{problem}',
    GROUP_UNKNOWN: 'groupId {groupId}: no check group with this id exists in this account.',
    ALERT_CHANNEL_UNKNOWN: 'alertChannelId {alertChannelId}: no alert channel with this id exists in this account.',
    ESCALATION_POLICY_UNKNOWN: 'escalationPolicyId {id}: no escalation policy with this id exists in this account.',
    ESCALATION_STEPS_UNORDERED:
      'steps[{index}].afterMinutes ({minutes}) must not be greater than that of the next step ({next}).',
    ESCALATION_POLICIES_FULL: 'The account already has {max} escalation policies, the limit. Delete one first.',
    CHECK_UNKNOWN: 'checkId {checkId}: no check with this id exists in this account.',
    PRIVATE_LOCATION_UNKNOWN:
      'privateLocations: no private location with the slug name {slugName} exists in this account.',
    DRY_RUN_NOT_POSSIBLE: 'Checks of type {checkType} cannot be run: {reason}',
    RUN_LOCATION_UNKNOWN:
      'runLocation {runLocation}: there is no region with this code and no private location with this slug name.',
    TEST_JOB_INVALID: 'checkRunJobs[{index}] ({name}): {problem}',
    SECRET_UNKNOWN:
      'environmentVariables: the account has no secret with the key {key}. For a variable that is not secret, send its value.',
    SEQUENCE_UNKNOWN: 'sequenceId {sequenceId}: the session has no run with this id.',
    SERVICE_UNKNOWN: 'serviceId {serviceId}: no status page service with this id exists in this account.',
    STATUS_PAGE_UNKNOWN: 'statusPageId {statusPageId}: no status page with this id exists in this account.',
    COMPONENT_INVALID: '{path}: {problem}',
    PAGE_DISPLAY_INVALID: '{path}: {problem}',
    PICTURE_INVALID: 'The file is no picture that pages show. Send a PNG, JPEG, WebP, GIF, ICO or SVG file.',
    COMPONENT_UNKNOWN: 'componentId {componentId}: this status page has no component with this id.',
    DASHBOARD_UNKNOWN: 'dashboardId {dashboardId}: no dashboard with this id exists in this account.',
    MAIL_ADDRESS_INVALID: 'This is not an email address. Use the form name@example.com.',
    MAINTENANCE_NOT_PUBLISHED:
      'The maintenance window is not shown on status pages (statusPageVisibility.enabled), so it accepts no updates. Change the times of its maintenance with PATCH.',
    AGENT_TOO_OLD:
      'This agent supports protocol versions {min} to {max}, the server {ownMin} to {ownMax}. Install agent {install}.',
    AGENT_UPLOAD_PART_INVALID:
      'A part must have at least one byte and at most the {left} bytes that remain of the upload.',
    SNIPPET_UNKNOWN: '{field} {snippetId}: no snippet with this id exists in this account.',
    CLIENT_CERTIFICATE_UNKNOWN:
      'request.sslClientCertificateId {id}: no client certificate with this id exists in this account.',
    CODE_BUNDLE_INVALID:
      'The archive is not a valid code bundle. {problem} Send a tar.gz of the project without node_modules.',
    TEST_REPORT_INVALID: 'The archive is not a valid report. {problem} Send a zip archive.',
    UPLOAD_CHECKSUM_WRONG: 'The header {header} is not the SHA-256 of the bytes that arrived. Send them again.',
    CODE_BUNDLE_UNKNOWN: 'codeBundlePath {id}: no code bundle with this id exists in this account. Upload it first.',
    SNAPSHOT_INVALID: 'snapshots, path {path}: {problem}',
    RUNTIME_NOT_SUPPORTED: 'runtimeId {runtimeId} cannot run checks of type {checkType}. Use one of: {runtimes}.',
    REGULAR_EXPRESSION_INVALID: '{field}: {problem}',
    TRIGGER_NOT_POSSIBLE: 'A heartbeat check waits for pings and is never run, so it cannot have a trigger.',
    SUBSCRIPTION_TARGET_INVALID: 'Send exactly one of checkId and groupId.',
    SUBSCRIPTION_SELECTION_EMPTY: 'Select what to subscribe: all: true, or tags, or groups.',
    TIME_RANGE_INVALID: '{problem}',
    CURSOR_INVALID: 'nextId is not a cursor of this list. Leave it out to start from the beginning.',
    VARIABLE_KEY_FIXED: 'The key of a variable cannot be changed. Delete {key} and create another variable.',
    VARIABLE_SECRET_FIXED: 'A secret cannot be made visible again. Delete {key} and create it as a variable.',
    TEMPLATE_INVALID: '{path}: {problem}',
    CHANNEL_CONFIG_INVALID: '{path}: {problem}',
    CUSTOM_DOMAIN_INVALID: 'customDomain {domain}: {problem}',
    PRIVATE_LOCATION_SLUG_FIXED:
      'slugName {before} cannot be changed to {after}. Give the private location another logical id, too.',
    STATUS_PAGE_VERSION_FIXED:
      'A status page of version {before} cannot become one of version {after}. Give the new page another logical id.',
    DEPLOYMENT_INVALID: 'The project cannot be deployed: {problems}',
    DEPLOYMENT_REJECTED: '{resource}: {problem} Nothing was changed.',
    ADOPTION_NOT_POSSIBLE: 'It cannot be taken over: {problem}',
    IMPORT_UNREADABLE: '{problem}',
    DEPLOYMENT_FAILED: 'The project was not deployed. {problem}',
    DEPLOYMENT_OPTION_UNSUPPORTED: 'The option {option} is not supported here. Deploy without it.',
    CANCEL_NOT_POSSIBLE: 'Only Playwright runs started by a person can be cancelled.',
  }),
  ...withStatus(401, {
    LOCATION_KEY_INVALID:
      'This is not a location key. Send `Authorization: Bearer <key>` with the key of a private location.',
    KEY_MISSING: 'Send an API key: Authorization: Bearer <key>.',
    KEY_INVALID: 'Bad Token: the API key is unknown or was revoked. Create one with `belfry keys create`.',
    SESSION_INVALID: 'The session has ended. Sign in again.',
    SIGN_IN_FAILED: 'Incorrect email address or password.',
    SIGN_IN_LINK_INVALID:
      'This sign-in link was already used, has expired or is incomplete. The operator can create a new one with `belfry users token EMAIL`.',
    PASSKEY_CHALLENGE_ENDED:
      'This request was already completed, took longer than ten minutes, or was started by someone else. Start again.',
    PASSKEY_UNKNOWN:
      'This passkey is not registered here: it was removed or belongs to another service. Sign in another way and delete it on your device.',
    PASSKEY_REJECTED: 'The passkey was not accepted: {problem}.',
    OIDC_SIGN_IN_ENDED:
      'This sign-in was already completed, has expired, or was started in another browser or at an address other than BELFRY_PUBLIC_URL. Start again from the sign-in page.',
    OIDC_REJECTED:
      'The identity provider did not sign you in: {problem}. Start again; if it keeps failing, contact the operator.',
    ACCOUNT_HEADER_MISSING: 'The key belongs to several accounts. Send the account id in the header {header}.',
  }),
  ...withStatus(402, {
    ENTITLEMENT_DISABLED:
      '{entitlement} is not part of the plan. The operator can change that with BELFRY_ENTITLEMENTS.',
    ENTITLEMENT_EXCEEDED:
      '{entitlement}: the plan allows {limit}, and this request would use {used}. The operator can change that with BELFRY_ENTITLEMENTS.',
    DEPLOYMENT_LIMITED: '{resource}: {problem} Nothing was changed.',
  }),
  ...withStatus(403, {
    ACCOUNT_FORBIDDEN: 'The API key does not belong to the account in the header {header}.',
    IMPORT_PLAN_STATE: 'The import plan is {state}. {advice}',
    NO_CHECK_SELECTED: 'No activated check has these tags or ids.',
    ROLE_TOO_LOW: 'This operation requires a key with the role {needed} or higher; the key has the role {role}.',
    AGENTS_OFF: 'Agents are turned off in this account. An administrator can turn them on under Settings, Agents.',
    AGENT_MODE_TOO_LOW:
      'This program has the mode {mode}, which does not allow this. Connect it again, or make a key for it, with another mode.',
    AGENT_PLAN_REQUIRED:
      'The key of an agent changes nothing directly. Propose the change (POST /v1/agent-plans); it happens once it is confirmed.',
    FIRST_ACCOUNT_ONLY:
      'Only owners of the first account of this installation can create accounts. Ask the operator for one.',
    OPERATORS_ONLY: 'Only owners and admins of the first account of this installation can do this. Ask the operator.',
    CROSS_SITE_REQUEST: 'This request comes from another site. Only pages of this service may use its session cookie.',
    OIDC_EMAIL_UNVERIFIED:
      'The identity provider sends no verified email address. Verify your address there. If the provider never marks addresses as verified, the operator can set BELFRY_OIDC_TRUST_EMAILS.',
    OIDC_GROUPS_MISSING:
      'The identity provider does not send the claim {claim}, which determines roles. The operator must add it there or change BELFRY_OIDC_SCOPES or BELFRY_OIDC_GROUP_CLAIM.',
    OIDC_NOT_ALLOWED:
      '{person} cannot sign in here: none of their groups grants a role. Ask an admin of the account for an invite, or the operator to change BELFRY_OIDC_ROLES.',
    OIDC_SIGN_IN_TO_LINK:
      'The address {email} already has a sign-in here. Sign in with it without the identity provider, then link the provider in the settings, under "Profile".',
    OIDC_ADDRESS_SHARED:
      'Several members have the address {email}, so it does not identify you. Ask an admin to change the others.',
    PASSWORD_WRONG: 'currentPassword is incorrect.',
    SIGN_IN_AGAIN:
      'You have no password and signed in too long ago for this change. Sign out, sign in again and repeat it within 30 minutes.',
    OWN_ADDRESS: 'Change your own address with PUT /v1/email-address, which asks for your password.',
    PERSON_REQUIRED: 'This operation needs a user. Sign in, or use a user key instead of a service key.',
    MEMBER_ROLE_TOO_HIGH:
      'A key with the role {role} cannot change members with a higher role, and cannot assign a role above its own.',
    MEMBER_ADDRESS_NOT_YOURS:
      'The member also belongs to other accounts, so only the member can change this address, with their own key.',
    REPOSITORY_NOT_ALLOWED:
      'This account may not use the repository {repository}. The operator can allow it with BELFRY_GITHUB_REPOSITORIES={accountId}={repository}, and restart the service.',
    WEBHOOK_SIGNATURE_INVALID:
      'The signature in {header} is not valid. Configure the webhook with the secret in {setting}.',
    DASHBOARD_KEY_MISSING: 'The dashboard is private. Send one of its keys: Authorization: Bearer <key>.',
  }),
  ...withStatus(404, {
    IMPORT_SOURCE_NOT_FOUND: 'There is no source with this name. GET /v1/import-sources lists them.',
    OUTGOING_HEARTBEAT_NOT_FOUND:
      'No heartbeat is sent to this host. GET /v1/outgoing-heartbeats lists those that are.',
    AGENT_UPLOAD_NOT_FOUND: 'This agent has no upload with this id.',
    AGENT_RUN_NOT_FOUND: 'This agent does not hold a run with this id and lease.',
    OIDC_NOT_CONFIGURED: 'No identity provider is configured. The operator configures it with BELFRY_OIDC_ISSUER.',
    PASSKEY_NOT_FOUND: 'You have no passkey with this id.',
    PASSKEYS_UNAVAILABLE:
      'Passkeys need an HTTPS address with a host name, or localhost. The operator sets it with BELFRY_PUBLIC_URL.',
    BROWSER_SESSION_NOT_FOUND: 'You have no session with this id.',
    ROUTE_NOT_FOUND: 'No operation {method} {path} exists. All operations are listed in /openapi.json.',
    ACCOUNT_NOT_FOUND: 'This key has no account with this id.',
    CHECK_NOT_FOUND: 'No check with this id exists in this account.',
    BULK_CHANGE_NOT_FOUND:
      'No bulk change with this id can be undone. A bulk change can be undone once, within an hour.',
    SCHEDULED_REPORT_NOT_FOUND: 'No scheduled report with this id exists in this account.',
    ESCALATION_POLICY_NOT_FOUND: 'No escalation policy with this id exists in this account.',
    OBJECTIVE_NOT_FOUND: 'No objective with this id exists in this account.',
    AGENT_CONNECTION_NOT_FOUND:
      'No connected program with this id exists in this account, or it is that of another member.',
    AGENT_PLAN_NOT_FOUND: 'No proposed change with this id exists in this account.',
    SAVED_VIEW_NOT_FOUND: 'You have no saved view with this id in this account.',
    CHECK_GROUP_NOT_FOUND: 'No check group with this id exists in this account.',
    MAINTENANCE_WINDOW_NOT_FOUND: 'No maintenance window with this id exists in this account.',
    MAINTENANCE_NOT_FOUND: 'No maintenance with this id exists in this maintenance window.',
    MAINTENANCE_UPDATE_NOT_FOUND: 'No update with this id exists for this maintenance.',
    ALERT_CHANNEL_NOT_FOUND: 'No alert channel with this id exists in this account.',
    ALERT_SOURCE_NOT_FOUND: 'No alert source with this id exists in this account.',
    ALERT_SILENCE_NOT_FOUND: 'No silence with this id that has not ended exists in this account.',
    RECEIVED_ALERT_NOT_FOUND: 'No alert of another tool with this id exists in this account.',
    VARIABLE_NOT_FOUND: 'No variable with this key exists in this account.',
    CHECK_RESULT_NOT_FOUND: 'No check result with this id exists for this check.',
    CHECK_SESSION_NOT_FOUND: 'No check session with this id exists in this account.',
    TEST_SESSION_NOT_FOUND: 'No test session with this id exists in this account.',
    TEST_SESSION_RESULT_NOT_FOUND: 'No result with this id exists for this test session.',
    ASSET_NOT_FOUND:
      'The download link is not valid or has expired. Links are valid for an hour. List the assets again for a new one.',
    ASSET_CONTENT_NOT_FOUND:
      'The content of this file is missing from the artifact store, for example because only the database was restored from a backup.',
    HEARTBEAT_EVENT_NOT_FOUND: 'No heartbeat event with this id exists for this check.',
    CHECK_ALERT_NOT_FOUND: 'No alert with this id exists in this account.',
    ALERT_NOTIFICATION_NOT_FOUND:
      'No notification with this id exists in this account, or it is older than the retention of alerts.',
    ERROR_GROUP_NOT_FOUND: 'No error group with this id exists in this account.',
    ROOT_CAUSE_ANALYSIS_NOT_FOUND: 'No root cause analysis with this id exists in this account.',
    PROJECT_NOT_FOUND: 'No project with this id exists in this account.',
    IMPORT_PLAN_NOT_FOUND: 'No import plan with this id exists in this account.',
    NOTHING_TO_IMPORT: 'No importable resources were found.',
    ALERT_SOURCE_UNKNOWN: 'No alert source has this address.',
    HEARTBEAT_UNKNOWN: 'No heartbeat has this ping URL.',
    PING_KEY_NOT_FOUND: 'This account has no ping key.',
    TRIGGER_NOT_FOUND: 'The check or check group has no trigger.',
    TRIGGER_UNKNOWN: 'No trigger has this URL.',
    WEBHOOK_NOT_CONFIGURED:
      'This installation does not accept webhooks from {provider}. Set {setting} to the webhook secret.',
    RUNTIME_NOT_FOUND: 'No runtime with this name exists.',
    BADGE_NOT_FOUND: 'No badge exists at this URL.',
    GROUP_BADGE_DISABLED: 'The badge of this check group is disabled. Enable it with PUT /v1/check-groups/{id}/badge.',
    STATUS_PAGE_NOT_FOUND: 'No status page with this id exists in this account.',
    CUSTOM_DOMAIN_NOT_SET: 'The status page has no custom domain. Set customDomain first.',
    COMPONENT_NOT_FOUND: 'No component with this id exists on this status page.',
    AUTOMATION_RULE_NOT_FOUND: 'No automation rule with this id exists on this status page.',
    DASHBOARD_NOT_FOUND: 'This dashboard does not exist.',
    SERVICE_NOT_FOUND: 'No status page service with this id exists in this account.',
    SUBSCRIPTION_NOT_FOUND: 'No subscription with this id exists for this status page.',
    PAGE_READER_NOT_FOUND: 'No reader with this id exists for this status page.',
    INCIDENT_NOT_FOUND: 'No incident with this id exists in this account.',
    INCIDENT_UPDATE_NOT_FOUND: 'No update with this id exists for this incident.',
    INCIDENT_TEMPLATE_NOT_FOUND: 'No template for incidents with this id exists in this account.',
    NO_CHECK_MATCHED: 'No activated check matches the target.',
    PRIVATE_LOCATION_NOT_FOUND: 'No private location with this id exists in this account.',
    PRIVATE_LOCATION_KEY_NOT_FOUND: 'The private location has no key with this id.',
    API_KEY_NOT_FOUND: 'This account has no active API key with this id that you may revoke.',
    SNIPPET_NOT_FOUND: 'No snippet with this id exists in this account.',
    CLIENT_CERTIFICATE_NOT_FOUND: 'No client certificate with this id exists in this account.',
    CODE_BUNDLE_NOT_FOUND:
      'No code bundle with this id exists in this account. Unused bundles are deleted after a week.',
    NO_USAGE_TERMS: 'There are no usage credits here: nothing is metered, and limits are those of BELFRY_ENTITLEMENTS.',
    GOLDEN_FILE_NOT_FOUND:
      'No golden file with this key exists in this account. Unused golden files are deleted after a week.',
    INVITE_NOT_FOUND: 'No pending invite with this id exists in this account.',
    INVITE_LINK_INVALID:
      'This invite was already accepted, has expired, was revoked, or its link is incomplete. Ask the person who invited you for a new link.',
    ADDRESS_LINK_INVALID:
      'This link was already used, has expired, was replaced or withdrawn, or is incomplete. Change the address again to get a new link.',
    MEMBER_NOT_FOUND: 'No member with this user id belongs to this account.',
    PUBLIC_LOCATION_UNKNOWN:
      'No public location has the code "{location}". List them with GET /v1/locations; the operator adds more with BELFRY_LOCATIONS.',
    DRY_RUN_NOT_FOUND:
      'No dry run with this id exists in this account. Dry runs are deleted ten minutes after they end.',
    DEPLOYMENT_NOT_FOUND:
      'The project has no deployment with this id. Deployments are deleted {days} days after they end.',
    DRILL_NOT_FOUND: 'The check has no drill with this id. Drills are deleted ten minutes after they end.',
  }),
  ...withStatus(405, {
    METHOD_NOT_ALLOWED: 'Method not allowed. Use {allowed}.',
  }),
  ...withStatus(408, {
    TRIGGER_RUN_PENDING:
      'The run did not finish within {seconds} seconds. It continues, and its results are stored. To wait for longer runs, use check sessions.',
    COMPLETION_PENDING: 'Still running. Repeat the request.',
  }),
  ...withStatus(409, {
    OUTGOING_HEARTBEATS_FULL: 'An installation sends at most {limit} heartbeats. Delete one first.',
    AGENT_PLAN_NOT_OPEN: 'The change is {state}: only a proposed one can be confirmed or rejected. Propose it again.',
    AGENT_PLAN_NOT_UNDOABLE: 'The change cannot be undone: {problem}',
    AGENT_UNKNOWN: 'The server does not know this agent. Send hello again.',
    AGENT_UPLOAD_OFFSET_WRONG: 'The next part of this upload begins at byte {offset}. Continue there.',
    AGENT_UPLOADS_FULL: 'A run can have at most {most} files.',
    AGENT_UPLOAD_NOT_KEPT: 'Upload rejected: {problem}',
    LAST_ACCOUNT:
      'This is the only account of the installation. Create another one first, or remove the installation as its documentation says.',
    TRIGGER_NOTHING_TO_RUN:
      'There is nothing to run: the check or the group is deactivated, or the group has no activated check that a runner can run.',
    BULK_CHANGE_UNCONFIRMED:
      'The selection has {count} checks. Nothing was changed. Confirm with "confirmedCount": {count}.',
    RECEIVED_ALERT_OVER: 'The alert is over, so there is nothing to acknowledge.',
    NOTHING_TO_ACKNOWLEDGE: 'The check is passing, so there is nothing to acknowledge.',
    CHECK_GROUP_IN_USE: 'The group still contains {count} checks. Move or delete them first.',
    MAINTENANCE_UNDER_WAY:
      'A maintenance of this window is already under way, until {until}. To extend it, change its endsAt with PATCH.',
    MAINTENANCE_STATUS_NOT_POSSIBLE:
      'A maintenance that is {from} cannot become {to}. It can stay {from} or become {possible}.',
    VARIABLE_EXISTS: 'A variable with the key {key} already exists. Update it instead.',
    PING_TOKEN_TAKEN: 'heartbeat.pingToken is in use by another check. Leave it out to get a new one.',
    STATUS_PAGE_ADDRESS_TAKEN: 'The {field} {value} belongs to another page of this installation. Choose another.',
    PAGE_READERS_FULL: 'A status page can have at most {most} readers. Remove some first.',
    COMPONENTS_FULL: 'A status page can have at most {most} components. Delete one first.',
    INCIDENT_RESOLVED: 'The incident is resolved: {problem}',
    INCIDENT_NOT_AUTOMATIC:
      'A person opened this incident: no check resolves it, so there is nothing to take over or hand back.',
    POST_MORTEM_MISSING: 'The incident has no post-mortem that could be published. Write postMortem first.',
    INCIDENT_TEMPLATE_NAME_TAKEN: 'A template with the name {name} already exists. Choose another.',
    INCIDENT_TEMPLATES_FULL: 'An account can have at most {most} templates for incidents. Delete an unused one first.',
    LAST_INCIDENT_UPDATE: 'An incident keeps at least one update. Delete the incident, or post another update first.',
    DASHBOARD_NOT_PRIVATE: 'The dashboard is public, so it has no key. Make it private first.',
    DASHBOARD_ADDRESS_TAKEN: 'The {field} {value} belongs to another page of this installation. Choose another.',
    PRIVATE_LOCATION_EXISTS: 'A location with the slug name {slugName} already exists. Choose another.',
    PRIVATE_LOCATION_IN_USE:
      'The private location is still used by {checks} checks and {groups} groups. Remove it from their privateLocations first.',
    PRIVATE_LOCATION_KEYS_FULL: 'A private location can have at most {most} keys. Delete an unused one first.',
    PUBLIC_LOCATION_KEYS_FULL: 'The location {location} already has {most} keys. Revoke an unused one first.',
    SNIPPET_NAME_TAKEN: 'A snippet with the name {name} already exists. Choose another.',
    SNIPPET_IN_USE: 'The snippet is still used by {checks} checks and {groups} groups. Remove it from them first.',
    ESCALATION_POLICY_IN_USE:
      'The escalation policy is still named by {places} alert settings. Choose another one there first.',
    CLIENT_CERTIFICATE_IN_USE: 'The client certificate is still used by {checks} checks. Remove it from them first.',
    CODE_BUNDLE_IN_USE:
      'The code bundle is still used by {checks} checks. Switch them to another bundle or delete them first.',
    CODE_BUNDLE_NOT_STORED: 'The code bundle was not stored: {problem}',
    GOLDEN_FILE_NOT_STORED: 'The golden file was not stored: {problem}',
    DRY_RUNS_EXCEEDED: '{limit} dry runs of this account are already running. Wait for one to finish, or cancel one.',
    PROJECT_EXISTS: 'A project with the logical id {logicalId} already exists. Choose another.',
    IMPORT_RESOURCE_TAKEN:
      '{resource} is deployed already, or its logical id is. Cancel the import plan, delete the duplicate and plan again.',
    IMPORT_PLANS_FULL: 'The project has {max} import plans that are not committed. Commit or cancel one first.',
    DEPLOYMENT_IN_PROGRESS: 'Another deployment of the project is in progress. Wait for it to finish, or cancel it.',
    PLAN_STALE: 'The resources of the project changed since this was planned: plan again. Nothing was changed.',
    DRILL_WITHOUT_CHANNEL:
      'A failure of this check would not notify any alert channel. First subscribe one that is not paused.',
    DRILL_WITHOUT_RUNNER: 'No agent is connected in any location of this check, so it cannot be run.',
    PASSKEY_EXISTS: 'This passkey is already added.',
    MEMBER_EXISTS: '{email} is already a member of this account.',
    INVITE_EXISTS: '{email} is already invited. Renew that invite for a new link, or revoke it and invite again.',
    INVITE_NEEDS_SIGN_IN:
      'The address of this invite signs in here without a password. Sign in, then open the link again.',
    MEMBER_ADDRESS_TAKEN: 'The address {email} belongs to another person. Choose a different address.',
    LAST_OWNER: 'An account must keep at least one owner. Make another member an owner first.',
  }),
  ...withStatus(412, {
    RESOURCE_CHANGED:
      'The resource was changed since it was read{changes}. Nothing was saved. Read it again and repeat your change, or leave out if-match to overwrite.',
  }),
  ...withStatus(413, {
    BODY_TOO_LARGE: 'The body is larger than the limit of {limit} bytes (uncompressed).',
  }),
  ...withStatus(415, {
    CONTENT_TYPE_UNSUPPORTED: 'Send the body as {type}.',
  }),
  ...withStatus(416, {
    RANGE_NOT_SATISFIABLE: 'The file has {size} bytes; the requested range is outside of it.',
  }),
  ...withStatus(429, {
    EVENT_STREAMS_FULL: 'An account can have at most {max} open event streams. Close one.',
    CALLER_STREAMS_FULL:
      'A person or service key can have at most {max} open event streams in an account. Close one, or a browser tab with the interface.',
    RATE_LIMITED:
      'Too many requests: this operation allows {limit} per {seconds} seconds. Try again in {retryAfter} seconds.',
  }),
  ...withStatus(500, {
    INTERNAL: 'An unexpected error occurred. The operator can find it in the log by the request id {requestId}.',
  }),
  ...withStatus(503, {
    ALERT_SOURCE_BUSY:
      'Too many messages arrive at this address at the moment. Nothing of this one was kept. Send it again in a few seconds.',
    TOO_MANY_PASSWORDS: 'Too many sign-ins at the moment. Nothing was changed. Try again in a few seconds.',
    STORAGE_FULL: 'The disk of the service is full, so nothing can be stored. Nothing was changed. Try again later.',
    STORAGE_TOO_SLOW: 'The database query timed out. Request less data at a time, or try again later.',
    OIDC_UNREACHABLE:
      'The identity provider {issuer} does not respond correctly: {problem}. Sign in another way or try again. The operator should check BELFRY_OIDC_ISSUER.',
    ARTIFACT_STORE_UNAVAILABLE: 'The artifact store cannot be reached at the moment. Try again.',
    STORAGE_UNAVAILABLE: 'The database cannot be reached at the moment. Try again.',
  }),
} as const satisfies Record<string, FaultRow>

export type FaultCode = keyof typeof faults
