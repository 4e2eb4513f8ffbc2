import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isWebUrlText, webUrlFormat } from '../check-types/request-fields.ts'
import { describe, expect, test } from 'vitest'
import { checkTypes, faults, mergePatchType } from '../index.ts'
import { faultsOf, givenBody, operations, pageWindow, routerFaults, updateOfPatch, updateRules } from './index.ts'
import type { Handlers } from './index.ts'
import type { OperationRow } from './row.ts'

const rows: Readonly<Record<string, OperationRow>> = operations
const entries = Object.entries(rows)

const ajv = new Ajv({ discriminator: true, strict: true, allowUnionTypes: true, allErrors: true })
ajv.addVocabulary(['x-rule', 'x-resource-type'])
addFormats.default(ajv)
ajv.addFormat(webUrlFormat, isWebUrlText)

const issuePaths = `
  GET /v1/status-pages/{statusPageId}/access, PUT /v1/status-pages/{statusPageId}/access,
  GET /v1/private-locations, POST /v1/private-locations, GET /v1/private-locations/{id},
  PUT /v1/private-locations/{id}, DELETE /v1/private-locations/{id}, POST /v1/private-locations/{id}/keys,
  DELETE /v1/private-locations/{id}/keys/{keyId}, GET /v1/private-locations/{id}/metrics,
  GET /v1/maintenance-windows, POST /v1/maintenance-windows, GET /v1/maintenance-windows/{id},
  PUT /v1/maintenance-windows/{id}, DELETE /v1/maintenance-windows/{id},
  GET /v1/maintenance-windows/{id}/maintenances, GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId},
  PATCH /v1/maintenance-windows/{id}/maintenances/{maintenanceId},
  DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId},
  POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates,
  PUT /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId},
  DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId},
  GET /v1/snippets, POST /v1/snippets, GET /v1/snippets/{id}, PUT /v1/snippets/{id}, DELETE /v1/snippets/{id},
  GET /v1/client-certificates, POST /v1/client-certificates, GET /v1/client-certificates/{id},
  DELETE /v1/client-certificates/{id}, GET /v1/secret-scans,
  GET /v1/static-ips, GET /v1/static-ips-by-region, GET /v1/static-ips.txt,
  GET /v1/static-ipv6s, GET /v1/static-ipv6s-by-region, GET /v1/static-ipv6s.txt,
  GET /v1/accounts/me/members, PATCH /v1/accounts/me/members/{userId}, DELETE /v1/accounts/me/members/{userId},
  DELETE /v1/accounts/me/members/{userId}/pending-address,
  GET /v1/accounts/me/invites, POST /v1/accounts/me/invites, POST /v1/accounts/me/invites/{id}/renew,
  DELETE /v1/accounts/me/invites/{id}, POST /v1/invites/offer, POST /v1/invites/accept, POST /v1/invites/join,
  GET /v1/audit-log, GET /v1/audit-log/export.csv, GET /v1/audit-log/export.jsonl,
  GET /v1/api-keys, POST /v1/api-keys, DELETE /v1/api-keys/{id},
  GET /v1/accounts/{accountId}/members, PATCH /v1/accounts/{accountId}/members/{userId},
  DELETE /v1/accounts/{accountId}/members/{userId},
  POST /v1/checks/tcp, PUT /v1/checks/tcp/{id}, POST /v1/checks/dns, PUT /v1/checks/dns/{id},
  POST /v1/checks/url, PUT /v1/checks/url/{id}, POST /v1/checks/api, PUT /v1/checks/api/{id},
  POST /v1/checks/browser, PUT /v1/checks/browser/{id}, POST /v1/checks/multistep, PUT /v1/checks/multistep/{id},
  POST /v1/checks/ssl, PUT /v1/checks/ssl/{id}, POST /v1/checks/grpc, PUT /v1/checks/grpc/{id},
  POST /v1/checks/traceroute, PUT /v1/checks/traceroute/{id},
  POST /v1/checks/playwright, PUT /v1/checks/playwright/{id},
  POST /v1/checks/icmp, PUT /v1/checks/icmp/{id}, POST /v1/checks/heartbeat, PUT /v1/checks/heartbeat/{id},
  GET /v1/service-health, GET /v1/outgoing-heartbeats, PUT /v1/outgoing-heartbeats, DELETE /v1/outgoing-heartbeats/{host},
  GET /v1/overview, GET /v1/check-ticks, GET /v1/check-metrics, GET /v1/check-facets, GET /v1/check-cells, GET /v1/search, GET /v1/checks/{id}/series,
  GET /v1/checks/{id}/summary, GET /v1/check-results/{checkId}/export.csv, GET /v1/check-groups/{id}/order,
  PUT /v1/check-groups/{id}/order, POST /v1/check-groups/{id}/run,
  GET /v1/checks/{id}/explain, GET /v1/check-alerts/{id}/explain,
  GET /v1/checks/{id}/alert-preview, GET /v1/checks/{id}/effective-settings, GET /v1/check-results/{checkId}/{checkResultId}/neighbours,
  GET /v1/check-results/{checkId}/{checkResultId}/differences, GET /v1/check-results/{checkId}/certificates,
  GET /v1/web-push-key, GET /v1/accounts/me/use, GET /v1/accounts/me/use/history,
  PUT /v1/accounts/me, POST /v1/accounts/me/deletion, GET /v1/accounts/me/export,
  GET /v1/errors, GET /v1/errors/{id}, POST /v1/errors/changes,
  GET /v1/reports/availability, GET /v1/reports/availability.csv,
  GET /v1/client-certificates/{id}/uses, GET /v1/runtimes/{id}/uses, GET /v1/golden-files, GET /v1/checks/{id}/golden-files, PUT /v1/checks/{id}/golden-files,
  GET /v1/alert-sources, POST /v1/alert-sources, PUT /v1/alert-sources/{id}, POST /v1/alert-sources/{id}/token,
  DELETE /v1/alert-sources/{id}, GET /v1/received-alerts, GET /v1/received-alerts/{id},
  POST /v1/received-alerts/{id}/acknowledge, DELETE /v1/received-alerts/{id}/acknowledge, GET /v1/alert-silences, POST /v1/alert-silences,
  DELETE /v1/alert-silences/{id},
  GET /v1/scheduled-reports, POST /v1/scheduled-reports, POST /v1/scheduled-reports/preview,
  PUT /v1/scheduled-reports/{id}, DELETE /v1/scheduled-reports/{id}, POST /v1/scheduled-reports/{id}/send,
  GET /v1/escalation-policies, POST /v1/escalation-policies, GET /v1/escalation-policies/{id},
  PUT /v1/escalation-policies/{id}, DELETE /v1/escalation-policies/{id},
  GET /v1/objectives, POST /v1/objectives, GET /v1/objectives/{id}, PUT /v1/objectives/{id},
  DELETE /v1/objectives/{id}, GET /v1/objectives/{id}/history,
  POST /v1/checks/{id}/back-test, POST /v1/back-tests, GET /v1/noise,
  POST /v1/dashboards/preview, POST /v1/dashboards/{dashboardId}/keys, GET /v1/dashboards/{dashboardId}/incidents,
  GET /v1/maintenance-occurrences, GET /v1/maintenance-schedule, POST /v1/maintenance-windows/preview,
  GET /v1/maintenance-windows/{id}/coverage, POST /v1/maintenance-windows/{id}/start,
  POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/end,
  GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/effect, GET /v1/checks/heartbeats/{checkId}/timeline,
  GET /v1/checks/heartbeats/{checkId}/signals/{id}, GET /v1/ping-key, POST /v1/ping-key, DELETE /v1/ping-key,
  GET /v1/variables/{key}/uses, GET /v1/check-groups/{id}/uses, GET /v1/alert-channels/{id}/uses, GET /v1/snippets/{id}/uses,
  POST /v1/bulk-changes, POST /v1/bulk-changes/{id}/undo,
  GET /v1/agent-request, POST /v1/agent-request, GET /v1/agent-connections, DELETE /v1/agent-connections/{id},
  GET /v1/agent-access, PUT /v1/agent-access, GET /v1/probe-targets, PUT /v1/probe-targets,
  GET /v1/agent-plans, POST /v1/agent-plans, GET /v1/agent-plans/{id}, POST /v1/agent-plans/{id}/confirm,
  POST /v1/agent-plans/{id}/reject, POST /v1/agent-plans/{id}/undo,
  GET /v1/saved-views, POST /v1/saved-views, DELETE /v1/saved-views/{id},
  GET /v1/check-rows, GET /v1/checks, GET /v2/checks, GET /v3/checks, GET /v1/checks/{id}, GET /v2/checks/{id}, GET /v3/checks/{id},
  DELETE /v1/checks/{id}, POST /v1/checks, PUT /v1/checks/{id},
  GET /v3/status-pages, POST /v3/status-pages, GET /v3/status-pages/{statusPageId},
  PUT /v3/status-pages/{statusPageId}, DELETE /v3/status-pages/{statusPageId}, GET /v3/status-pages/{statusPageId}/components,
  POST /v3/status-pages/{statusPageId}/components, GET /v3/status-pages/{statusPageId}/components/{componentId},
  PUT /v3/status-pages/{statusPageId}/components/{componentId}, DELETE /v3/status-pages/{statusPageId}/components/{componentId},
  GET /v3/status-pages/{statusPageId}/definition, PUT /v3/status-pages/{statusPageId}/definition,
  GET /v1/status-pages/{statusPageId}/readers, POST /v1/status-pages/{statusPageId}/readers,
  DELETE /v1/status-pages/{statusPageId}/readers/{readerId}, DELETE /v1/status-pages/{statusPageId}/password,
  GET /v1/status-pages/{statusPageId}/definition, PUT /v1/status-pages/{statusPageId}/definition,
  GET /v1/status-page-displays/{statusPageId}, PUT /v1/status-page-displays/{statusPageId},
  POST /v1/status-page-displays/{statusPageId}/pictures,
  GET /v1/status-page-summaries, POST /v1/status-page-previews, POST /v1/status-page-feeds/try, GET /v3/status-pages/{statusPageId}/feeds, GET /v1/status-page-sources, GET /v1/tagged-checks,
  GET /v3/status-pages/{statusPageId}/custom-domain-verifications,
  POST /v3/status-pages/{statusPageId}/custom-domain-verifications/recheck,
  GET /v3/status-pages/{statusPageId}/incidents,
  POST /v3/status-pages/{statusPageId}/incidents,
  GET /v3/status-pages/{statusPageId}/incidents/{incidentId},
  PUT /v3/status-pages/{statusPageId}/incidents/{incidentId},
  DELETE /v3/status-pages/{statusPageId}/incidents/{incidentId},
  PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}/component-impacts,
  GET /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates,
  POST /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates,
  GET /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId},
  PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId},
  DELETE /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId},
  GET /v3/status-pages/{statusPageId}/subscribers,
  POST /v3/status-pages/{statusPageId}/subscribers/bulk,
  DELETE /v3/status-pages/{statusPageId}/subscribers/{subscriberId},
  GET /v3/status-pages/{statusPageId}/automation-rules,
  POST /v3/status-pages/{statusPageId}/automation-rules,
  GET /v3/status-pages/{statusPageId}/automation-rules/{ruleId},
  PUT /v3/status-pages/{statusPageId}/automation-rules/{ruleId},
  DELETE /v3/status-pages/{statusPageId}/automation-rules/{ruleId},
  GET /v1/checks/heartbeats/{checkId}/events, GET /v1/checks/heartbeats/{checkId}/events/{id},
  GET /v1/checks/heartbeats/{checkId}/availability,
  POST /v2/check-groups, PUT /v2/check-groups/{id}, GET /v1/check-groups, POST /v1/check-groups,
  GET /v1/check-groups/{id}, PUT /v1/check-groups/{id}, DELETE /v1/check-groups/{id},
  GET /v1/check-groups/{id}/checks, GET /v2/check-groups/{id}/checks,
  GET /v1/check-groups/{groupId}/checks/{checkId}, GET /v2/check-groups/{groupId}/checks/{checkId},
  GET /v1/variables, POST /v1/variables, GET /v1/variables/{key}, PUT /v1/variables/{key}, DELETE /v1/variables/{key},
  GET /v1/alert-channels, POST /v1/alert-channels, GET /v1/alert-channels/{id}, PUT /v1/alert-channels/{id},
  DELETE /v1/alert-channels/{id}, PUT /v1/alert-channels/{id}/subscriptions,
  POST /v1/checks/{id}/acknowledge, DELETE /v1/checks/{id}/acknowledge,
  POST /v1/checks/{id}/snooze, DELETE /v1/checks/{id}/snooze, POST /v1/checks/{id}/mute, DELETE /v1/checks/{id}/mute,
  POST /v1/check-groups/{id}/mute, DELETE /v1/check-groups/{id}/mute,
  GET /v1/alert-notifications, GET /v1/alert-notifications/{id}, GET /v1/check-alerts, GET /v1/check-alerts/{checkId},
  POST /v1/check-sessions/trigger, GET /v1/check-sessions/{checkSessionId},
  GET /v1/check-sessions/{checkSessionId}/progress, POST /v1/heartbeat-schedules/preview,
  GET /v1/check-sessions/{checkSessionId}/completion, POST /v1/check-sessions/{checkSessionId}/cancel,
  POST /v2/check-sessions/trigger, GET /v2/check-sessions/{checkSessionId},
  GET /v2/check-sessions/{checkSessionId}/completion,
  GET /v1/test-sessions, POST /v1/test-sessions/trigger, GET /v1/test-sessions/{testSessionId},
  GET /v1/test-sessions/{testSessionId}/completion, GET /v1/test-sessions/{testSessionId}/progress, POST /v1/test-sessions/{testSessionId}/cancel,
  GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId},
  GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets,
  GET /v1/check-results/{checkId}/{checkResultId}/assets,
  GET /v1/triggers/checks/{checkId}, POST /v1/triggers/checks/{checkId}, DELETE /v1/triggers/checks/{checkId},
  GET /v1/triggers/check-groups/{groupId}, POST /v1/triggers/check-groups/{groupId},
  DELETE /v1/triggers/check-groups/{groupId}, GET /v1/deployment-triggers, POST /v1/deployment-triggers,
  GET /v1/check-results/{checkId}, GET /v2/check-results/{checkId}, GET /v1/check-results/{checkId}/{checkResultId},
  GET /v1/check-statuses, GET /v1/check-statuses/{checkId},
  GET /v1/analytics/api-checks/{id}, GET /v1/analytics/url-monitors/{id}, GET /v1/analytics/browser-checks/{id},
  GET /v1/analytics/multistep-checks/{id}, GET /v1/analytics/playwright-checks/{id}, GET /v1/analytics/dns/{id},
  GET /v1/analytics/tcp-checks/{id}, GET /v1/analytics/icmp/{id}, GET /v1/analytics/ssl/{id},
  GET /v1/analytics/grpc-checks/{id}, GET /v1/analytics/traceroute/{id}, GET /v1/analytics/agentic-checks/{id},
  GET /v1/analytics/heartbeat-checks/{id}, GET /v1/analytics/metrics, POST /v1/analytics/checks, GET /v1/reporting,
  GET /v1/badges/checks/{checkId}, GET /v1/badges/groups/{groupId},
  GET /v1/check-groups/{id}/badge, PUT /v1/check-groups/{id}/badge, DELETE /v1/check-groups/{id}/badge, GET /v1/locations,
  GET /v1/runtimes, GET /v1/runtimes/{id}, GET /v1/account-of-resource, GET /v1/accounts, POST /v1/accounts, GET /v1/accounts/me, GET /v1/accounts/{accountId},
  GET /next/accounts, GET /next/accounts/{accountId}, GET /next/users/me,
  POST /v1/test-sessions/run, POST /next/test-sessions/run, POST /next/test-sessions/trigger,
  GET /v1/test-sessions/scheduling/{schedulingId}/completion,
  GET /next/assets/log/{region}/{key}, GET /next/assets/check-run-data/{region}/{key},
  GET /next/test-sessions/{testSessionId}/link,
  GET /next/test-sessions/{testSessionId}/results/{testSessionResultId}/links,
  GET /v1/error-groups, GET /v1/error-groups/checks/{checkId}, GET /v1/error-groups/{id}, PATCH /v1/error-groups/{id},
  GET /v1/test-session-error-groups, GET /v1/test-session-error-groups/projects/{projectId},
  GET /v1/test-session-error-groups/{id}, PATCH /v1/test-session-error-groups/{id},
  POST /v1/root-cause-analyses/error-groups/{errorGroupId},
  POST /v1/root-cause-analyses/test-session-error-groups/{testSessionErrorGroupId}, GET /v1/root-cause-analyses/{id},
  GET /v1/usage/terms, GET /v1/usage/summary, GET /v1/usage/series,
  GET /v1/accounts/me/entitlements, GET /v1/accounts/{accountId}/entitlements,
  GET /v1/status-pages/services, POST /v1/status-pages/services, GET /v1/status-pages/services/{serviceId},
  PUT /v1/status-pages/services/{serviceId}, DELETE /v1/status-pages/services/{serviceId},
  GET /v1/status-pages/incidents, POST /v1/status-pages/incidents, GET /v1/status-pages/incidents/{incidentId},
  PUT /v1/status-pages/incidents/{incidentId}, PATCH /v1/status-pages/incidents/{incidentId}, DELETE /v1/status-pages/incidents/{incidentId},
  GET /v1/status-pages/incidents/{incidentId}/incident-updates,
  POST /v1/status-pages/incidents/{incidentId}/incident-updates,
  GET /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId},
  PUT /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId},
  DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId},
  GET /v1/status-page-incidents, GET /v1/status-page-incidents/affected, GET /v1/status-page-incidents/{incidentId}, PUT /v1/status-page-incidents/{incidentId},
  POST /v1/status-page-incidents/preview, GET /v1/incident-templates, POST /v1/incident-templates,
  PUT /v1/incident-templates/{id}, DELETE /v1/incident-templates/{id},
  POST /v1/incidents, GET /v1/incidents/{id}, PUT /v1/incidents/{id}, DELETE /v1/incidents/{id},
  POST /v1/incidents/{incidentId}/updates, PUT /v1/incidents/{incidentId}/updates/{id},
  DELETE /v1/incidents/{incidentId}/updates/{id},
  GET /v1/dashboards, POST /v1/dashboards, GET /v1/dashboards/{dashboardId}, PUT /v1/dashboards/{dashboardId},
  DELETE /v1/dashboards/{dashboardId},
  GET /v1/status-pages, POST /v1/status-pages, GET /v1/status-pages/{statusPageId},
  PUT /v1/status-pages/{statusPageId}, DELETE /v1/status-pages/{statusPageId},
  GET /v1/status-pages/{statusPageId}/subscriptions, POST /v1/status-pages/{statusPageId}/subscriptions/bulk,
  DELETE /v1/status-pages/{statusPageId}/subscriptions/{subscriptionId},
  POST /v1/alert-channels/{id}/subscribe, POST /v1/alert-channels/{id}/test, GET /v1/alert-channels/{id}/preview,
  POST /v1/alert-channels/test, POST /v1/alert-channels/preview, GET /v1/accounts/me/defaults, PUT /v1/accounts/me/defaults, GET /v1/accounts/me/alert-settings, PUT /v1/accounts/me/alert-settings,
  GET /v1/accounts/{accountId}/alert-settings, PUT /v1/accounts/{accountId}/alert-settings,
  POST /v1/golden-files, GET /v1/golden-files/{key}, POST /next/checkly-storage/upload, POST /next/checkly-storage/download,
  POST /next/test-sessions/create, POST /next/test-sessions/{testSessionId}/results/{testSessionResultId},
  POST /next/test-sessions/{testSessionId}/results/{testSessionResultId}/upload, POST /next/test-sessions/github-checks/preflight,
  POST /next/checkly-storage/upload-code-bundle, POST /next/checkly-storage/peek-code-bundle,
  GET /v1/import-sources, POST /v1/import-sources/{source}/read, POST /v1/import-sources/{source}/plan, POST /v1/import-sources/{source}/imports,
  GET /v1/import-sources/{source}/comparison, POST /v1/import-sources/{source}/states,
  GET /v1/projects, POST /v1/projects/deploy, POST /v1/projects/preview, GET /v1/projects/{projectLogicalId}/drift, DELETE /v1/projects/{projectLogicalId},
  GET /v1/projects/{projectLogicalId}/deployments/{deploymentId},
  GET /v1/projects/{projectLogicalId}/deployments/{deploymentId}/completion,
  POST /v1/projects/{projectLogicalId}/deployments/{deploymentId}/cancel,
  POST /next-v2/projects/deploy, DELETE /next/projects/{projectLogicalId}, GET /next/projects, POST /next/projects,
  GET /next/projects/{projectLogicalId}, POST /next/projects/{projectLogicalId}/imports,
  GET /next/projects/{projectLogicalId}/imports, GET /next/projects/imports, GET /next/projects/imports/{id},
  POST /next/projects/imports/{id}/apply, POST /next/projects/imports/{id}/commit, DELETE /next/projects/imports/{id},
  GET /v1/code-bundles, POST /v1/code-bundles, GET /v1/code-bundles/{id}, DELETE /v1/code-bundles/{id},
  POST /v1/sign-in/passkey, POST /v1/sign-in/passkey/finish, POST /v1/passkeys/options, GET /v1/passkeys,
  POST /v1/passkeys, PUT /v1/passkeys/{id}, DELETE /v1/passkeys/{id},
  GET /v1/sign-in, POST /v1/sign-in/oidc, POST /v1/sign-in/oidc/finish,
  POST /v1/sign-in/password, POST /v1/sign-in/link, POST /v1/sign-out, GET /v1/session, GET /v1/sessions,
  DELETE /v1/sessions/{id}, PUT /v1/password,
  GET /v1/email-address, PUT /v1/email-address, DELETE /v1/email-address/pending, POST /v1/email-address/confirm,
  POST /v1/checks/dry-run, GET /v1/checks/dry-run/{dryRunId}, GET /v1/checks/dry-run/{dryRunId}/progress, DELETE /v1/checks/dry-run/{dryRunId},
  POST /v1/checks/{id}/drill, GET /v1/checks/{id}/drill/{drillId}
`
  .split(',')
  .map((line) => line.trim())

/** Faults of what is no operation: pings, pages, their forms, trigger URLs, webhooks, agents and commands, and of a resource of a deployment. */
const answeredElsewhere: readonly string[] = [
  ...routerFaults,
  'AGENT_MODE_TOO_LOW',
  'AGENT_PLAN_REQUIRED',
  'HEARTBEAT_UNKNOWN',
  'ALERT_SOURCE_UNKNOWN',
  'ALERT_SOURCE_BUSY',
  'PRIVATE_LOCATION_SLUG_FIXED',
  'STATUS_PAGE_VERSION_FIXED',
  'ADOPTION_NOT_POSSIBLE',
  'RESOURCE_CHANGED',
  'MAIL_ADDRESS_INVALID',
  'DASHBOARD_KEY_MISSING',
  'ASSET_NOT_FOUND',
  'EVENT_STREAMS_FULL',
  'CALLER_STREAMS_FULL',
  'ASSET_CONTENT_NOT_FOUND',
  'ARTIFACT_STORE_UNAVAILABLE',
  'RANGE_NOT_SATISFIABLE',
  'TRIGGER_UNKNOWN',
  'TRIGGER_NOTHING_TO_RUN',
  'TRIGGER_RUN_PENDING',
  'WEBHOOK_NOT_CONFIGURED',
  'WEBHOOK_SIGNATURE_INVALID',
  'AGENT_TOO_OLD',
  'AGENT_UNKNOWN',
  'AGENT_RUN_NOT_FOUND',
  'AGENT_UPLOAD_NOT_FOUND',
  'AGENT_UPLOAD_OFFSET_WRONG',
  'AGENT_UPLOAD_PART_INVALID',
  'AGENT_UPLOAD_NOT_KEPT',
  'AGENT_UPLOADS_FULL',
  'LOCATION_KEY_INVALID',
  'PUBLIC_LOCATION_UNKNOWN',
  'PUBLIC_LOCATION_KEYS_FULL',
]

const callOf = (row: OperationRow) => `${row.method} ${row.path}`
const parametersOf = (path: string): string[] => [...path.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name)
const propertiesOf = (schema: TSchema | undefined): string[] =>
  schema && 'properties' in schema ? Object.keys(Object(schema.properties)) : []

describe('the operations table', () => {
  test('no two operations share a method and path', () => {
    const calls = entries.map(([, row]) => callOf(row).replace(/\{\w+\}/g, '{}'))
    expect(new Set(calls).size).toBe(calls.length)
  })

  const isMergePatch = (row: OperationRow): boolean => row.bodyType === mergePatchType

  test('has an operation for every path of its scope, and no other', () => {
    const own = entries.filter(([, row]) => !isMergePatch(row))
    expect(own.map(([, row]) => callOf(row)).toSorted()).toEqual(issuePaths.toSorted())
  })

  test('a resource whose update has a rule for omitted fields can be patched, and no other', () => {
    const patched = entries.filter(([, row]) => isMergePatch(row)).map(([id]) => updateOfPatch(id))
    expect(patched.toSorted()).toEqual([...Object.keys(updateRules), 'updateCheckGeneric'].toSorted())
    for (const id of patched) {
      const [put, patch] = [rows[id], rows[id.replace(/^update/, 'patch')]]
      expect({ path: patch?.path, access: patch?.access, success: patch?.success }).toEqual({
        path: put?.path,
        access: put?.access,
        success: put?.success,
      })
    }
  })

  test.each(entries)('%s declares exactly the parameters of its path', (_id, row) => {
    expect(propertiesOf(row.params).toSorted()).toEqual(parametersOf(row.path).toSorted())
  })

  test.each(entries)('%s is named after its version, and has text for its documentation', (id, row) => {
    const [suffix = 'V1'] = /NextV2$|V2$|V3$|Next$/.exec(id) ?? []
    expect(row.path.split('/')[1]).toBe(suffix === 'NextV2' ? 'next-v2' : suffix.toLowerCase())
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(row.tag).not.toBe('')
  })

  test.each(entries)('%s lists known faults, each once', (_id, row) => {
    expect(row.faults.filter((code) => !(code in faults))).toEqual([])
    expect(new Set(row.faults).size).toBe(row.faults.length)
  })

  test('every fault is answered by an operation, or by what is around them', () => {
    const answered = new Set([...answeredElsewhere, ...entries.flatMap(([, row]) => [...faultsOf(row)])])
    expect(Object.keys(faults).filter((code) => !answered.has(code))).toEqual([])
  })

  const schemas = entries.flatMap(([id, { params, query, body, success }]) =>
    Object.entries({ params, query, body, answer: success.schema }).flatMap(([part, schema]) =>
      schema ? [{ id, part, schema }] : [],
    ),
  )
  test.each(schemas)('a strict validator compiles the $part of $id', ({ schema }) => {
    expect(ajv.compile(schema)).toBeTypeOf('function')
  })

  test.each(entries)('%s answers a body exactly when its status says so', (_id, row) => {
    const hasBody = row.success.schema !== undefined || row.success.contentType !== undefined
    expect(hasBody).toBe(row.success.status !== 204)
  })

  test.each(entries.filter(([, row]) => row.success.list === 'page'))('%s takes a limit and a page', (_id, row) => {
    expect(propertiesOf(row.query)).toEqual(expect.arrayContaining(['limit', 'page']))
  })

  test.each(entries.filter(([, row]) => row.method === 'PUT'))('%s fills in no defaults', (_id, row) => {
    expect(JSON.stringify(row.body ?? {})).not.toContain('"default":')
  })

  test.each(entries.filter(([, row]) => row.success.schema))('%s answers without inventing values', (_id, row) => {
    expect(JSON.stringify(row.success.schema)).not.toContain('"default":')
  })

  test('every check type with routes of its own has a create and an update', () => {
    const slugs = Object.values(checkTypes).flatMap(({ slug }) => slug ?? [])
    expect(slugs).toHaveLength(12)
    for (const slug of slugs) {
      const calls = entries.map(([, row]) => callOf(row))
      expect(calls).toEqual(expect.arrayContaining([`POST /v1/checks/${slug}`, `PUT /v1/checks/${slug}/{id}`]))
    }
  })

  test('the routes with their own rate limit have it', () => {
    const limited = entries.filter(([, row]) => row.limit).map(([id, row]) => [id, row.limit])
    const analytics = entries.filter(([id]) => /^get.*Analytics$/.test(id))
    expect(analytics).toHaveLength(14)
    expect(Object.fromEntries(limited)).toEqual({
      ...Object.fromEntries(analytics.map(([id]) => [id, { requests: 30, seconds: 60 }])),
      ...Object.fromEntries(
        ['createInvite', 'renewInvite', 'getInviteOffer', 'acceptInvite', 'joinByInvite'].map((id) => [
          id,
          { requests: 30, seconds: 60 },
        ]),
      ),
      createApiKey: { requests: 30, seconds: 60 },
      exportAuditLogCsv: { requests: 10, seconds: 60 },
      exportAuditLogLines: { requests: 10, seconds: 60 },
      exportCheckResults: { requests: 10, seconds: 60 },
      exportAvailabilityReport: { requests: 10, seconds: 60 },
      exportAccount: { requests: 10, seconds: 60 },
      getAvailabilityReport: { requests: 30, seconds: 60 },
      ...Object.fromEntries(
        ['listObjectives', 'createObjective', 'getObjective', 'getObjectiveHistory', 'updateObjective'].map((id) => [
          id,
          { requests: 60, seconds: 60 },
        ]),
      ),
      backTestCheck: { requests: 30, seconds: 60 },
      backTestChecks: { requests: 10, seconds: 60 },
      getNoise: { requests: 30, seconds: 60 },
      getUsesOfClientCertificate: { requests: 60, seconds: 60 },
      getUsesOfRuntime: { requests: 60, seconds: 60 },
      setGoldenFile: { requests: 120, seconds: 60 },
      createScheduledReport: { requests: 60, seconds: 60 },
      updateScheduledReport: { requests: 60, seconds: 60 },
      previewScheduledReport: { requests: 30, seconds: 60 },
      sendScheduledReport: { requests: 10, seconds: 60 },
      getUsesOfSnippet: { requests: 60, seconds: 60 },
      getUsesOfVariable: { requests: 60, seconds: 60 },
      getCheckSeries: { requests: 120, seconds: 60 },
      listCheckCells: { requests: 60, seconds: 60 },
      previewStatusPage: { requests: 120, seconds: 60 },
      getAgentRequest: { requests: 60, seconds: 60 },
      acceptAgentRequest: { requests: 30, seconds: 60 },
      proposeAgentPlan: { requests: 30, seconds: 60 },
      createStatusPagePicture: { requests: 60, seconds: 60 },
      tryFeed: { requests: 20, seconds: 60 },
      changeChecks: { requests: 60, seconds: 60 },
      undoBulkChange: { requests: 60, seconds: 60 },
      previewIncidentOfPages: { requests: 120, seconds: 60 },
      createCodeBundle: { requests: 60, seconds: 60 },
      createGoldenFile: { requests: 600, seconds: 60 },
      uploadReportNext: { requests: 60, seconds: 60 },
      uploadCodeBundleNext: { requests: 60, seconds: 60 },
      uploadSnapshotNext: { requests: 600, seconds: 60 },
      downloadSnapshotNext: { requests: 600, seconds: 60 },
      changeEmailAddress: { requests: 30, seconds: 60 },
      confirmEmailAddress: { requests: 30, seconds: 60 },
      setPassword: { requests: 30, seconds: 60 },
      createAccount: { requests: 30, seconds: 60 },
      updateOwnAccount: { requests: 60, seconds: 60 },
      deleteOwnAccount: { requests: 10, seconds: 60 },
      startPasskeySignIn: { requests: 30, seconds: 60 },
      finishPasskeySignIn: { requests: 30, seconds: 60 },
      startPasskey: { requests: 30, seconds: 60 },
      createPasskey: { requests: 30, seconds: 60 },
      startOidcSignIn: { requests: 30, seconds: 60 },
      finishOidcSignIn: { requests: 30, seconds: 60 },
      signInWithLink: { requests: 30, seconds: 60 },
      signInWithPassword: { requests: 30, seconds: 60 },
      readImport: { requests: 60, seconds: 60 },
      planImport: { requests: 60, seconds: 60 },
      startImport: { requests: 60, seconds: 60 },
      setImportStates: { requests: 60, seconds: 60 },
      startDryRun: { requests: 60, seconds: 60 },
      startDrill: { requests: 10, seconds: 60 },
      testNewAlertChannel: { requests: 10, seconds: 60 },
      testAlertChannel: { requests: 10, seconds: 60 },
      listAlertNotifications: { requests: 5, seconds: 10 },
      listCheckResults: { requests: 60, seconds: 60 },
      listCheckResultsV2: { requests: 60, seconds: 60 },
      getDashboard: { requests: 20, seconds: 20 },
      getPrivateLocationMetrics: { requests: 300, seconds: 86_400 },
    })
  })

  test('a page query becomes a window of items', () => {
    expect(pageWindow({})).toEqual({ limit: 10, offset: 0 })
    expect(pageWindow({ limit: 25, page: 3 })).toEqual({ limit: 25, offset: 50 })
  })
})

/** Compiles only while rows give handlers exact types; never called. */
export const typedHandlers: Pick<
  Handlers<null>,
  'createTcpCheck' | 'deleteCheck' | 'getCheckBadge' | 'listVariables' | 'triggerCheckSessionsV2' | 'updateDnsCheck'
> = {
  createTcpCheck: async ({ body }) => {
    const port: number = body.request.port
    throw new Error(`${body.name} ${port}`)
  },
  updateDnsCheck: async ({ params, body }) => {
    const query: string | undefined = givenBody(body, {}).request?.query
    throw new Error(`${params.id} ${query}`)
  },
  deleteCheck: async ({ query, body }) => {
    const absent: undefined = query ?? body
    return absent
  },
  getCheckBadge: async ({ query }) => `<svg>${query.style ?? 'flat'}</svg>`,
  listVariables: async () => ({
    items: [{ key: 'a', value: null, locked: false, secret: true }],
    offset: 0,
    total: 1,
  }),
  // @ts-expect-error -- the body of a trigger may be left out altogether.
  triggerCheckSessionsV2: async ({ body }) => ({ sessions: body.target ? [] : [] }),
}
