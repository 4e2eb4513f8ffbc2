import type { TSchema } from 'typebox'
import { checkCreateBody } from '../resources/check-body.ts'
import { accountOperations } from './accounts.ts'
import { alertChannelOperations } from './alert-channels.ts'
import { alertLogOperations } from './alert-log.ts'
import { assetOperations } from './assets.ts'
import { analyticsOperations } from './analytics.ts'
import { badgeOperations } from './badges.ts'
import { catalogueOperations } from './catalogue.ts'
import { checkGroupOperations } from './check-groups.ts'
import { checkResultOperations } from './check-results.ts'
import { checkSessionOperations } from './check-sessions.ts'
import { checkOperations } from './checks.ts'
import { dashboardOperations } from './dashboards.ts'
import { deploymentTriggerOperations } from './deployment-triggers.ts'
import { triggerOperations } from './triggers.ts'
import { errorGroupOperations } from './error-groups.ts'
import { heartbeatOperations } from './heartbeats.ts'
import { incidentOperations } from './incidents.ts'
import { clientCertificateOperations } from './client-certificates.ts'
import { maintenanceWindowOperations } from './maintenance-windows.ts'
import { memberOperations } from './members.ts'
import { privateLocationOperations } from './private-locations.ts'
import { silenceOperations } from './silences.ts'
import { secretScanOperations } from './secret-scans.ts'
import { snippetOperations } from './snippets.ts'
import { staticIpOperations } from './static-ips.ts'
import { rootCauseAnalysisOperations } from './root-cause-analyses.ts'
import type { OperationAnswer, OperationInput, OperationRow } from './row.ts'
import { statusPageIncidentOperations } from './status-page-incidents.ts'
import { statusPageServiceOperations } from './status-page-services.ts'
import { statusPageOperations } from './status-pages.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { testSessionOperations } from './test-sessions.ts'
import { variableOperations } from './variables.ts'

/**
 * Every operation of the public API. The name is its operation id; a name without V2, V3 or Next belongs to a `/v1` path.
 * A row here without a handler does not compile.
 */
export const operations = {
  ...checkOperations,
  ...heartbeatOperations,
  ...checkGroupOperations,
  ...silenceOperations,
  ...variableOperations,
  ...alertChannelOperations,
  ...alertLogOperations,
  ...checkSessionOperations,
  ...checkResultOperations,
  ...assetOperations,
  ...testSessionOperations,
  ...triggerOperations,
  ...deploymentTriggerOperations,
  ...badgeOperations,
  ...analyticsOperations,
  ...accountOperations,
  ...catalogueOperations,
  ...errorGroupOperations,
  ...rootCauseAnalysisOperations,
  ...staticIpOperations,
  ...snippetOperations,
  ...secretScanOperations,
  ...privateLocationOperations,
  ...memberOperations,
  ...clientCertificateOperations,
  ...statusPageServiceOperations,
  ...statusPageIncidentOperations,
  ...incidentOperations,
  ...dashboardOperations,
  ...statusPageOperations,
  ...subscriptionOperations,
  ...maintenanceWindowOperations,
} as const satisfies Record<string, OperationRow>

export type Operations = typeof operations
export type OperationId = keyof Operations

/** The function behind one operation. */
export type Handler<K extends OperationId, Context> = (
  input: OperationInput<Operations[K]>,
  context: Context,
) => Promise<OperationAnswer<Operations[K]>>

/** The functions behind all operations; a missing one is a compile error. */
export type Handlers<Context> = { readonly [K in OperationId]: Handler<K, Context> }

/** Statuses of success that replace those of the table for the same clients. */
export const dropInStatuses: { readonly [K in OperationId]?: 201 } = {
  createStatusPageService: 201,
}

/** Bodies that replace those of the table where the clients of the hosted product are served as they are. */
export const dropInBodies: { readonly [K in OperationId]?: TSchema } = {
  createDnsCheck: checkCreateBody('DNS', { relaxed: true }),
}

export * from './body-limits.ts'
export * from './operation-faults.ts'
export * from './request-parts.ts'
export * from './row.ts'
