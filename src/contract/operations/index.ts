import type { TSchema } from 'typebox'
import { descriptorOf, routedCheckTypes } from '../check-types/index.ts'
import { checkCreateBody } from '../resources/check-body.ts'
import { accountOperations } from './accounts.ts'
import { agentConnectionOperations } from './agent-connections.ts'
import { agentPlanOperations } from './agent-plans.ts'
import { probeTargetOperations } from './probe-targets.ts'
import { alertChannelOperations } from './alert-channels.ts'
import { alertSourceOperations } from './alert-sources.ts'
import { alertLogOperations } from './alert-log.ts'
import { auditLogOperations } from './audit-log.ts'
import { assetOperations } from './assets.ts'
import { analyticsOperations } from './analytics.ts'
import { automationRuleOperations } from './automation-rules.ts'
import { backTestOperations } from './back-tests.ts'
import { badgeOperations } from './badges.ts'
import { catalogueOperations } from './catalogue.ts'
import { checkGroupOperations } from './check-groups.ts'
import { checkRowOperations } from './check-rows.ts'
import { checkSummaryOperations } from './check-summary.ts'
import { overviewOperations } from './overview.ts'
import { bulkChangeOperations } from './bulk-changes.ts'
import { checkResultOperations } from './check-results.ts'
import { checkSeriesOperations } from './check-series.ts'
import { checkSessionOperations } from './check-sessions.ts'
import { checkOperations } from './checks.ts'
import { codeBundleOperations } from './code-bundles.ts'
import { componentFeedOperations } from './component-feeds.ts'
import { componentPageOperations } from './component-pages.ts'
import { goldenFileOperations } from './golden-files.ts'
import { dashboardOperations } from './dashboards.ts'
import { deploymentTriggerOperations } from './deployment-triggers.ts'
import { triggerOperations } from './triggers.ts'
import { drillOperations } from './drills.ts'
import { dryRunOperations } from './dry-runs.ts'
import { errorGroupOperations } from './error-groups.ts'
import { heartbeatOperations } from './heartbeats.ts'
import { incidentOfPagesOperations } from './incidents-of-pages.ts'
import { incidentOperations } from './incidents.ts'
import { clientCertificateOperations } from './client-certificates.ts'
import { maintenanceWindowOperations } from './maintenance-windows.ts'
import { apiKeyOperations } from './api-keys.ts'
import { emailAddressOperations } from './email-addresses.ts'
import { inviteOperations } from './invites.ts'
import { memberOperations } from './members.ts'
import { mergePatchOperations } from './merge-patches.ts'
import type { UpdateId } from './merge-patches.ts'
import { pageDisplayOperations } from './page-displays.ts'
import { pageEditorOperations } from './page-editor.ts'
import { scheduledReportOperations } from './scheduled-reports.ts'
import { escalationPolicyOperations } from './escalation-policies.ts'
import { objectiveOperations } from './objectives.ts'
import { pageIncidentOperations } from './page-incidents.ts'
import { pageReaderOperations } from './page-readers.ts'
import { pageSubscriberOperations } from './page-subscribers.ts'
import { passkeyOperations } from './passkeys.ts'
import { privateLocationOperations } from './private-locations.ts'
import { projectOperations } from './projects.ts'
import { outgoingHeartbeatOperations } from './outgoing-heartbeats.ts'
import { serviceHealthOperations } from './service-health.ts'
import { signInOperations } from './sign-in.ts'
import { explanationOperations } from './explanations.ts'
import { silenceOperations } from './silences.ts'
import { secretScanOperations } from './secret-scans.ts'
import { snippetOperations } from './snippets.ts'
import { sourceImportOperations } from './source-imports.ts'
import { staticIpOperations } from './static-ips.ts'
import { rootCauseAnalysisOperations } from './root-cause-analyses.ts'
import type { Given } from './given.ts'
import type { OperationResponse, OperationInput, OperationRow } from './row.ts'
import { statusPageIncidentOperations } from './status-page-incidents.ts'
import { statusPageServiceOperations } from './status-page-services.ts'
import { statusPageOperations } from './status-pages.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { reportedSessionOperations } from './reported-sessions.ts'
import { testRunOperations } from './test-runs.ts'
import { testSessionOperations } from './test-sessions.ts'
import { variableOperations } from './variables.ts'

/**
 * Every operation of the public API. The name is its operation id; a name without V2, V3 or Next belongs to a `/v1` path.
 * A row here without a handler does not compile.
 */
export const operations = {
  ...checkOperations,
  ...checkRowOperations,
  ...checkSummaryOperations,
  ...overviewOperations,
  ...bulkChangeOperations,
  ...heartbeatOperations,
  ...checkGroupOperations,
  ...silenceOperations,
  ...explanationOperations,
  ...variableOperations,
  ...alertChannelOperations,
  ...alertSourceOperations,
  ...alertLogOperations,
  ...checkSessionOperations,
  ...checkResultOperations,
  ...checkSeriesOperations,
  ...assetOperations,
  ...testSessionOperations,
  ...testRunOperations,
  ...reportedSessionOperations,
  ...dryRunOperations,
  ...drillOperations,
  ...codeBundleOperations,
  ...goldenFileOperations,
  ...triggerOperations,
  ...deploymentTriggerOperations,
  ...projectOperations,
  ...sourceImportOperations,
  ...backTestOperations,
  ...badgeOperations,
  ...analyticsOperations,
  ...escalationPolicyOperations,
  ...objectiveOperations,
  ...scheduledReportOperations,
  ...accountOperations,
  ...agentConnectionOperations,
  ...agentPlanOperations,
  ...probeTargetOperations,
  ...catalogueOperations,
  ...errorGroupOperations,
  ...rootCauseAnalysisOperations,
  ...staticIpOperations,
  ...snippetOperations,
  ...secretScanOperations,
  ...privateLocationOperations,
  ...memberOperations,
  ...inviteOperations,
  ...emailAddressOperations,
  ...apiKeyOperations,
  ...auditLogOperations,
  ...serviceHealthOperations,
  ...outgoingHeartbeatOperations,
  ...passkeyOperations,
  ...signInOperations,
  ...clientCertificateOperations,
  ...statusPageServiceOperations,
  ...statusPageIncidentOperations,
  ...incidentOfPagesOperations,
  ...incidentOperations,
  ...dashboardOperations,
  ...statusPageOperations,
  ...componentFeedOperations,
  ...componentPageOperations,
  ...pageDisplayOperations,
  ...pageEditorOperations,
  ...pageIncidentOperations,
  ...pageReaderOperations,
  ...pageSubscriberOperations,
  ...automationRuleOperations,
  ...subscriptionOperations,
  ...maintenanceWindowOperations,
  ...mergePatchOperations,
} as const satisfies Record<string, OperationRow>

export type Operations = typeof operations
export type OperationId = keyof Operations

/** The update behind an operation: a PATCH is handled as the PUT of the same resource. */
type UpdateOf<K extends OperationId> = K extends UpdateId
  ? K
  : K extends `patch${infer Name}`
    ? `update${Name}` & UpdateId
    : never

/** The input of a handler. The body of an update is completed once the stored resource is known. */
export type HandlerInput<K extends OperationId> = [UpdateOf<K>] extends [never]
  ? OperationInput<Operations[K]>
  : Omit<OperationInput<Operations[K]>, 'body'> & {
      readonly body: Given<Partial<OperationInput<Operations[UpdateOf<K>]>['body']>>
    }

/** The function behind one operation. */
export type Handler<K extends OperationId, Context> = (
  input: HandlerInput<K>,
  context: Context,
) => Promise<OperationResponse<Operations[K]>>

/** The functions behind all operations; a missing one is a compile error. */
export type Handlers<Context> = { readonly [K in OperationId]: Handler<K, Context> }

/** Success statuses that replace those of the table for clients of the hosted product. */
export const dropInStatuses: { readonly [K in OperationId]?: 201 } = {
  createStatusPageService: 201,
}

/** Bodies that replace those of the table where the clients of the hosted product are served as they are. */
export const dropInBodies: { readonly [K in OperationId]?: TSchema } = Object.fromEntries(
  routedCheckTypes.flatMap(({ type, routeName }) =>
    descriptorOf(type).requiredOnCreate === undefined
      ? []
      : [[`create${routeName}Check`, checkCreateBody(type, { relaxed: true })]],
  ),
)

export { auditFilters } from './audit-log.ts'
export { measuredTypes } from './analytics.ts'
export type { MeasuredOperationId } from './analytics.ts'
export * from './body-limits.ts'
export type { CallInput, CallOptions, InputArguments } from './call-input.ts'
export { checkRowOrders } from './check-rows.ts'
export type { CellArrangement, CheckRowOrder } from './check-rows.ts'
export * from './given.ts'
export type { PatchId } from './merge-patches.ts'
export { updateOfPatch } from './merge-patches.ts'
export * from './operation-faults.ts'
export * from './update-rules.ts'
export * from './request-parts.ts'
export * from './resource-versions.ts'
export * from './agent-roles.ts'
export * from './row.ts'
