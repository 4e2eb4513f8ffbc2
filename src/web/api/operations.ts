import type { OperationResponse, OperationId, OperationInput, Operations } from '#contract'

type AddressOf<K extends OperationId> = `${Operations[K]['access']} ${Operations[K]['method']} ${Operations[K]['path']}`

/**
 * The operations that the interface uses, each with its access level, method and path. The contract itself would be too
 * large for a browser; a row that differs from it is a compile error.
 */
export const operations = {
  getSignedIn: 'read GET /v1/session',
  signInWithPassword: 'public POST /v1/sign-in/password',
  getSignInOptions: 'public GET /v1/sign-in',
  startOidcSignIn: 'public POST /v1/sign-in/oidc',
  finishOidcSignIn: 'public POST /v1/sign-in/oidc/finish',
  startPasskeySignIn: 'public POST /v1/sign-in/passkey',
  finishPasskeySignIn: 'public POST /v1/sign-in/passkey/finish',
  startPasskey: 'read POST /v1/passkeys/options',
  createPasskey: 'read POST /v1/passkeys',
  listPasskeys: 'read GET /v1/passkeys',
  renamePasskey: 'read PUT /v1/passkeys/{id}',
  deletePasskey: 'read DELETE /v1/passkeys/{id}',
  signInWithLink: 'public POST /v1/sign-in/link',
  signOut: 'public POST /v1/sign-out',
  createUrlCheck: 'write POST /v1/checks/url',
  listCheckCells: 'read GET /v1/check-cells',
  getOverview: 'read GET /v1/overview',
  listCheckTicks: 'read GET /v1/check-ticks',
  listCheckMetrics: 'read GET /v1/check-metrics',
  listCheckFacets: 'read GET /v1/check-facets',
  search: 'read GET /v1/search',
  changeChecks: 'write POST /v1/bulk-changes',
  undoBulkChange: 'write POST /v1/bulk-changes/{id}/undo',
  listSavedViews: 'read GET /v1/saved-views',
  saveView: 'read POST /v1/saved-views',
  deleteSavedView: 'read DELETE /v1/saved-views/{id}',
  startDryRun: 'write POST /v1/checks/dry-run',
  createAlertChannel: 'write POST /v1/alert-channels',
  createCheckGeneric: 'write POST /v1/checks',
  getDryRunProgress: 'write GET /v1/checks/dry-run/{dryRunId}/progress',
  getDryRun: 'write GET /v1/checks/dry-run/{dryRunId}',
  startDrill: 'run POST /v1/checks/{id}/drill',
  getDrill: 'run GET /v1/checks/{id}/drill/{drillId}',
  listProjects: 'read GET /v1/projects',
  getProjectDrift: 'read GET /v1/projects/{projectLogicalId}/drift',
  getCheck: 'read GET /v1/checks/{id}',
  deleteCheck: 'write DELETE /v1/checks/{id}',
  updateCheckGeneric: 'write PUT /v1/checks/{id}',
  getCheckResult: 'read GET /v1/check-results/{checkId}/{checkResultId}',
  getResultNeighbours: 'read GET /v1/check-results/{checkId}/{checkResultId}/neighbours',
  listCheckResultsV2: 'read GET /v2/check-results/{checkId}',
  listCheckResultAssets: 'read GET /v1/check-results/{checkId}/{checkResultId}/assets',
  listTestSessions: 'read GET /v1/test-sessions',
  getTestSession: 'read GET /v1/test-sessions/{testSessionId}',
  cancelTestSession: 'run POST /v1/test-sessions/{testSessionId}/cancel',
  getTestSessionResult: 'read GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}',
  listTestSessionResultAssets: 'read GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets',
  listCheckAlerts: 'read GET /v1/check-alerts',
  listCheckAlertsOfCheck: 'read GET /v1/check-alerts/{checkId}',
  listAlertNotifications: 'read GET /v1/alert-notifications',
  getAlertNotification: 'read GET /v1/alert-notifications/{id}',
  acknowledgeCheck: 'run POST /v1/checks/{id}/acknowledge',
  unacknowledgeCheck: 'run DELETE /v1/checks/{id}/acknowledge',
  muteCheck: 'write POST /v1/checks/{id}/mute',
  unmuteCheck: 'write DELETE /v1/checks/{id}/mute',
  unsnoozeCheck: 'run DELETE /v1/checks/{id}/snooze',
  getCheckSummary: 'read GET /v1/checks/{id}/summary',
  exportCheckResults: 'read GET /v1/check-results/{checkId}/export.csv',
  getCheckGroupOrder: 'read GET /v1/check-groups/{id}/order',
  setCheckGroupOrder: 'write PUT /v1/check-groups/{id}/order',
  runCheckGroup: 'run POST /v1/check-groups/{id}/run',
  getCheckSessionV2: 'read GET /v2/check-sessions/{checkSessionId}',
  getCheckSessionCompletionV2: 'read GET /v2/check-sessions/{checkSessionId}/completion',
  getAlertPreview: 'read GET /v1/checks/{id}/alert-preview',
  getEffectiveSettings: 'read GET /v1/checks/{id}/effective-settings',
  getUsesOfVariable: 'read GET /v1/variables/{key}/uses',
  getUsesOfCheckGroup: 'read GET /v1/check-groups/{id}/uses',
  getUsesOfAlertChannel: 'read GET /v1/alert-channels/{id}/uses',
  getUsesOfSnippet: 'read GET /v1/snippets/{id}/uses',
  getCheckSeries: 'read GET /v1/checks/{id}/series',
  listMaintenanceOccurrences: 'read GET /v1/maintenance-occurrences',
  listHeartbeatEvents: 'read GET /v1/checks/heartbeats/{checkId}/events',
  getCheckStatus: 'read GET /v1/check-statuses/{checkId}',
  triggerCheckSessionsV2: 'run POST /v2/check-sessions/trigger',
  getAvailabilityReport: 'read GET /v1/reports/availability',
  exportAvailabilityReport: 'read GET /v1/reports/availability.csv',
  listErrors: 'read GET /v1/errors',
  getError: 'read GET /v1/errors/{id}',
  changeErrors: 'write POST /v1/errors/changes',
  listErrorGroupsOfCheck: 'read GET /v1/error-groups/checks/{checkId}',
  getErrorGroup: 'read GET /v1/error-groups/{id}',
  requestAnalysis: 'run POST /v1/root-cause-analyses/error-groups/{errorGroupId}',
  requestTestSessionAnalysis: 'run POST /v1/root-cause-analyses/test-session-error-groups/{testSessionErrorGroupId}',
  getRootCauseAnalysis: 'read GET /v1/root-cause-analyses/{id}',
  updateErrorGroup: 'write PATCH /v1/error-groups/{id}',
  listCheckGroups: 'read GET /v1/check-groups',
  listLocations: 'public GET /v1/locations',
  listStaticIpsByRegion: 'public GET /v1/static-ips-by-region',
  listStaticIpv6sByRegion: 'public GET /v1/static-ipv6s-by-region',
  listRuntimes: 'public GET /v1/runtimes',
  listPrivateLocations: 'read GET /v1/private-locations',
  listAlertChannels: 'read GET /v1/alert-channels',
  listCheckRows: 'read GET /v1/check-rows',
  getAlertChannel: 'read GET /v1/alert-channels/{id}',
  updateAlertChannel: 'write PUT /v1/alert-channels/{id}',
  updateAlertChannelSubscription: 'write PUT /v1/alert-channels/{id}/subscriptions',
  subscribeToAlertChannel: 'write POST /v1/alert-channels/{id}/subscribe',
  deleteAlertChannel: 'write DELETE /v1/alert-channels/{id}',
  testNewAlertChannel: 'write POST /v1/alert-channels/test',
  testAlertChannel: 'write POST /v1/alert-channels/{id}/test',
  previewNewAlertChannel: 'write POST /v1/alert-channels/preview',
  getCheckGroup: 'read GET /v1/check-groups/{id}',
  createCheckGroupV2: 'write POST /v2/check-groups',
  updateCheckGroup: 'write PUT /v1/check-groups/{id}',
  deleteCheckGroup: 'write DELETE /v1/check-groups/{id}',
  createPrivateLocation: 'admin POST /v1/private-locations',
  getPrivateLocation: 'read GET /v1/private-locations/{id}',
  updatePrivateLocation: 'admin PUT /v1/private-locations/{id}',
  deletePrivateLocation: 'admin DELETE /v1/private-locations/{id}',
  createPrivateLocationKey: 'admin POST /v1/private-locations/{id}/keys',
  deletePrivateLocationKey: 'admin DELETE /v1/private-locations/{id}/keys/{keyId}',
  getPrivateLocationMetrics: 'read GET /v1/private-locations/{id}/metrics',
  createAccount: 'admin POST /v1/accounts',
  listBrowserSessions: 'read GET /v1/sessions',
  endBrowserSession: 'read DELETE /v1/sessions/{id}',
  setPassword: 'read PUT /v1/password',
  listOwnMembers: 'read GET /v1/accounts/me/members',
  updateOwnMember: 'admin PATCH /v1/accounts/me/members/{userId}',
  removeOwnMember: 'admin DELETE /v1/accounts/me/members/{userId}',
  withdrawOwnMemberAddress: 'admin DELETE /v1/accounts/me/members/{userId}/pending-address',
  getEmailAddress: 'read GET /v1/email-address',
  changeEmailAddress: 'read PUT /v1/email-address',
  withdrawEmailAddress: 'read DELETE /v1/email-address/pending',
  confirmEmailAddress: 'public POST /v1/email-address/confirm',
  listInvites: 'admin GET /v1/accounts/me/invites',
  createInvite: 'admin POST /v1/accounts/me/invites',
  renewInvite: 'admin POST /v1/accounts/me/invites/{id}/renew',
  revokeInvite: 'admin DELETE /v1/accounts/me/invites/{id}',
  getInviteOffer: 'public POST /v1/invites/offer',
  acceptInvite: 'public POST /v1/invites/accept',
  joinByInvite: 'read POST /v1/invites/join',
  findAccountOfResource: 'read GET /v1/account-of-resource',
  getAccountDefaults: 'read GET /v1/accounts/me/defaults',
  updateAccountDefaults: 'admin PUT /v1/accounts/me/defaults',
  getOwnAlertSettings: 'read GET /v1/accounts/me/alert-settings',
  updateOwnAlertSettings: 'admin PUT /v1/accounts/me/alert-settings',
  listApiKeys: 'admin GET /v1/api-keys',
  createApiKey: 'admin POST /v1/api-keys',
  revokeApiKey: 'admin DELETE /v1/api-keys/{id}',
  listAuditLog: 'admin GET /v1/audit-log',
  exportAuditLogCsv: 'admin GET /v1/audit-log/export.csv',
  exportAuditLogLines: 'admin GET /v1/audit-log/export.jsonl',
  getServiceHealth: 'admin GET /v1/service-health',
  listVariables: 'read GET /v1/variables',
  createVariable: 'write POST /v1/variables',
  updateVariable: 'write PUT /v1/variables/{key}',
  deleteVariable: 'write DELETE /v1/variables/{key}',
  listSnippets: 'read GET /v1/snippets',
  createSnippet: 'write POST /v1/snippets',
  updateSnippet: 'write PUT /v1/snippets/{id}',
  deleteSnippet: 'write DELETE /v1/snippets/{id}',
} as const satisfies { readonly [K in OperationId]?: AddressOf<K> }

export type UsedOperation = keyof typeof operations

type Filled<T> = { readonly [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : K extends 'query' ? K : never }[keyof T]
type Loose<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>

/** The input of a call: `params` and `body` where the operation has them, `query` always optional. */
export type Input<K extends OperationId> = Loose<Filled<OperationInput<Operations[K]>>>
export type Answer<K extends OperationId> = OperationResponse<Operations[K]>
/** Optional exactly when the operation needs nothing. */
export type InputArguments<K extends OperationId> =
  Record<never, never> extends Input<K> ? [input?: Input<K>] : [input: Input<K>]

export type Access = 'public' | 'read' | 'run' | 'write' | 'admin'

export interface Address {
  readonly access: Access
  readonly method: string
  readonly path: string
}

/** The parts of a row; the type of the table guarantees them. */
export function addressOf(id: UsedOperation): Address {
  const [access, method, path] = operations[id].split(' ') as [Access, string, string]
  return { access, method, path }
}
