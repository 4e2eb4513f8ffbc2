import { operations, updateOfPatch } from '#contract'
import type { Handlers, PatchId } from '#contract'
import type { RequestContext } from '../request-context.ts'
import { accountExportHandlers } from './account-export.ts'
import { accountHandlers } from './accounts.ts'
import { agentConnectionHandlers } from './agent-connections.ts'
import { probeTargetHandlers } from './probe-targets.ts'
import { agentPlanHandlers } from './agent-plans.ts'
import { alertChannelHandlers } from './alert-channels.ts'
import { alertSourceHandlers } from './alert-sources.ts'
import { alertLogHandlers } from './alert-log.ts'
import { assetHandlers } from './assets.ts'
import { auditLogHandlers } from './audit-log.ts'
import { analyticsHandlers } from './analytics.ts'
import { automationRuleHandlers } from './automation-rules.ts'
import { backTestHandlers } from './back-tests.ts'
import { badgeHandlers } from './badges.ts'
import { catalogueHandlers } from './catalogue.ts'
import { checkGroupHandlers } from './check-groups.ts'
import { checkRowHandlers } from './check-rows.ts'
import { overviewHandlers } from './overview.ts'
import { bulkChangeHandlers } from './bulk-changes.ts'
import { checkResultHandlers } from './check-results.ts'
import { checkSeriesHandlers } from './check-series.ts'
import { checkSessionHandlers } from './check-sessions.ts'
import { checkStatusHandlers } from './check-statuses.ts'
import { checkSummaryHandlers } from './check-summary.ts'
import { checkHandlers } from './checks.ts'
import { componentFeedHandlers } from './component-feeds.ts'
import { componentPageHandlers } from './component-pages.ts'
import { dashboardHandlers } from './dashboards.ts'
import { drillHandlers } from './drills.ts'
import { dryRunHandlers } from './dry-runs.ts'
import { errorGroupHandlers } from './error-groups.ts'
import { heartbeatHandlers } from './heartbeats.ts'
import { importHandlers } from './imports.ts'
import { incidentOfPagesHandlers } from './incidents-of-pages.ts'
import { incidentHandlers } from './incidents.ts'
import { statusPageIncidentHandlers } from './status-page-incidents.ts'
import { statusPageServiceHandlers } from './status-page-services.ts'
import { statusPageHandlers } from './status-pages.ts'
import { reportedSessionHandlers } from './reported-sessions.ts'
import { runDataHandlers } from './run-data.ts'
import { testRunHandlers } from './test-runs.ts'
import { testSessionHandlers } from './test-sessions.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { clientCertificateHandlers } from './client-certificates.ts'
import { maintenanceWindowHandlers } from './maintenance-windows.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { emailAddressHandlers } from './email-addresses.ts'
import { inviteHandlers } from './invites.ts'
import { memberHandlers } from './members.ts'
import { pageDisplayHandlers } from './page-displays.ts'
import { pageEditorHandlers } from './page-editor.ts'
import { escalationPolicyHandlers } from './escalation-policies.ts'
import { objectiveHandlers } from './objectives.ts'
import { scheduledReportHandlers } from './scheduled-reports.ts'
import { pageIncidentHandlers } from './page-incidents.ts'
import { pageReaderHandlers } from './page-readers.ts'
import { pageSubscriberHandlers } from './page-subscribers.ts'
import { passkeyHandlers } from './passkeys.ts'
import { privateLocationHandlers } from './private-locations.ts'
import { projectHandlers } from './projects.ts'
import { oidcHandlers } from './oidc.ts'
import { signInHandlers } from './sign-in.ts'
import { outgoingHeartbeatHandlers } from './outgoing-heartbeats.ts'
import { serviceHealthHandlers } from './service-health.ts'
import { explanationHandlers } from './explanations.ts'
import { silenceHandlers } from './silences.ts'
import { secretScanHandlers } from './secret-scans.ts'
import { codeBundleHandlers } from './code-bundles.ts'
import { goldenFileHandlers } from './golden-files.ts'
import { snippetHandlers } from './snippets.ts'
import { sourceImportHandlers } from './source-imports.ts'
import { staticIpHandlers } from './static-ips.ts'
import { rootCauseAnalysisHandlers } from './root-cause-analyses.ts'
import { triggerHandlers } from './triggers.ts'
import { variableHandlers } from './variables.ts'

/** The functions behind the operations, one file per resource. */
const own = {
  ...checkHandlers,
  ...checkRowHandlers,
  ...checkSummaryHandlers,
  ...overviewHandlers,
  ...pageDisplayHandlers,
  ...pageEditorHandlers,
  ...bulkChangeHandlers,
  ...heartbeatHandlers,
  ...checkGroupHandlers,
  ...silenceHandlers,
  ...explanationHandlers,
  ...variableHandlers,
  ...agentConnectionHandlers,
  ...probeTargetHandlers,
  ...agentPlanHandlers,
  ...alertChannelHandlers,
  ...alertSourceHandlers,
  ...alertLogHandlers,
  ...checkSeriesHandlers,
  ...escalationPolicyHandlers,
  ...objectiveHandlers,
  ...scheduledReportHandlers,
  ...checkSessionHandlers,
  ...checkResultHandlers,
  ...assetHandlers,
  ...testSessionHandlers,
  ...testRunHandlers,
  ...reportedSessionHandlers,
  ...runDataHandlers,
  ...dryRunHandlers,
  ...drillHandlers,
  ...triggerHandlers,
  ...checkStatusHandlers,
  ...backTestHandlers,
  ...badgeHandlers,
  ...analyticsHandlers,
  ...accountHandlers,
  ...accountExportHandlers,
  ...signInHandlers,
  ...oidcHandlers,
  ...passkeyHandlers,
  ...catalogueHandlers,
  ...errorGroupHandlers,
  ...rootCauseAnalysisHandlers,
  ...staticIpHandlers,
  ...codeBundleHandlers,
  ...goldenFileHandlers,
  ...snippetHandlers,
  ...secretScanHandlers,
  ...privateLocationHandlers,
  ...projectHandlers,
  ...sourceImportHandlers,
  ...memberHandlers,
  ...inviteHandlers,
  ...emailAddressHandlers,
  ...apiKeyHandlers,
  ...auditLogHandlers,
  ...serviceHealthHandlers,
  ...outgoingHeartbeatHandlers,
  ...clientCertificateHandlers,
  ...statusPageServiceHandlers,
  ...statusPageIncidentHandlers,
  ...incidentOfPagesHandlers,
  ...importHandlers,
  ...incidentHandlers,
  ...dashboardHandlers,
  ...statusPageHandlers,
  ...componentFeedHandlers,
  ...componentPageHandlers,
  ...pageIncidentHandlers,
  ...pageReaderHandlers,
  ...pageSubscriberHandlers,
  ...automationRuleHandlers,
  ...subscriptionHandlers,
  ...maintenanceWindowHandlers,
} satisfies Partial<Handlers<RequestContext>>

/** A patch is handled as the update of the same resource; they differ in how their bodies are read. */
export const handlers = { ...own, ...patchHandlers(own) } satisfies Handlers<RequestContext>

/** The cast is safe because the name of a patch spells the name of its update, whose handler takes the same input. */
function patchHandlers(updates: Readonly<Record<string, unknown>>): PatchHandlers {
  const names = Object.keys(operations).filter((id) => updateOfPatch(id) in updates && !(id in updates))
  return Object.fromEntries(names.map((id) => [id, updates[updateOfPatch(id)]])) as PatchHandlers
}

type PatchHandlers = { readonly [K in PatchId]: Handlers<RequestContext>[K] }
