export interface PublicOperation {
  readonly operation: string
  /** The statuses of success. */
  readonly success: readonly number[]
  /** The names of the parameters of the query. */
  readonly query: readonly string[]
}

/**
 * The operations of the hosted API, one a line: method, path, statuses of success, and after a question mark the
 * parameters of the query. Where Belfry differs on purpose, the test that reads this list says so.
 */
const lines = `
GET /v1/accounts 200
GET /v1/accounts/me 200
GET /v1/accounts/me/entitlements 200
GET /v1/accounts/me/members 200 ?search&type&role&status&limit&nextId
DELETE /v1/accounts/me/members/{userId} 204
PATCH /v1/accounts/me/members/{userId} 200
GET /v1/accounts/{accountId} 200
GET /v1/accounts/{accountId}/entitlements 200
GET /v1/accounts/{accountId}/members 200 ?search&type&role&status&limit&nextId
DELETE /v1/accounts/{accountId}/members/{userId} 204
PATCH /v1/accounts/{accountId}/members/{userId} 200
GET /v1/alert-channels 200 ?limit&page
POST /v1/alert-channels 201
DELETE /v1/alert-channels/{id} 204
GET /v1/alert-channels/{id} 200
PUT /v1/alert-channels/{id} 200
PUT /v1/alert-channels/{id}/subscriptions 200
GET /v1/alert-notifications 200 ?limit&page&from&to&alertChannelId&hasFailures
GET /v1/analytics/api-checks/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/browser-checks/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
POST /v1/analytics/checks 200 ?quickRange
GET /v1/analytics/dns/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/heartbeat-checks/{id} 200 ?from&to&quickRange&filterByStatus&metrics&limit&page
GET /v1/analytics/icmp/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/metrics 200 ?checkType
GET /v1/analytics/multistep-checks/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/playwright-checks/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/ssl/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/tcp-checks/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/analytics/url-monitors/{id} 200 ?from&to&quickRange&aggregationInterval&filterByStatus&groupBy&metrics&limit&page
GET /v1/badges/checks/{checkId} 200 ?style&theme&responseTime
GET /v1/badges/groups/{groupId} 200 ?style&theme&responseTime
GET /v1/check-alerts 200 ?limit&page&from&to
GET /v1/check-alerts/{checkId} 200 ?limit&page&from&to
GET /v1/check-groups 200 ?limit&page&tag&name
POST /v1/check-groups 201 ?autoAssignAlerts
GET /v1/check-groups/{groupId}/checks/{checkId} 200
DELETE /v1/check-groups/{id} 204
GET /v1/check-groups/{id} 200
PUT /v1/check-groups/{id} 200 ?autoAssignAlerts
GET /v1/check-groups/{id}/checks 200 ?limit&page
GET /v1/check-results/{checkId} 200 ?limit&location&checkType&hasFailures&resultType&from&to&page
GET /v1/check-results/{checkId}/{checkResultId} 200
GET /v1/check-results/{checkId}/{checkResultId}/assets 200 ?type&name
POST /v1/check-sessions/trigger 201
GET /v1/check-sessions/{checkSessionId} 200
POST /v1/check-sessions/{checkSessionId}/cancel 204
GET /v1/check-sessions/{checkSessionId}/completion 200 ?maxWaitSeconds
GET /v1/check-statuses 200
GET /v1/check-statuses/{checkId} 200
GET /v1/checks 200 ?limit&page&apiCheckUrlFilterPattern&tag&checkType&search&status&applyGroupSettings
POST /v1/checks 201 ?autoAssignAlerts
POST /v1/checks/api 201 ?autoAssignAlerts
PUT /v1/checks/api/{id} 200 ?autoAssignAlerts
POST /v1/checks/browser 201 ?autoAssignAlerts
PUT /v1/checks/browser/{id} 200 ?autoAssignAlerts
POST /v1/checks/dns 201 ?autoAssignAlerts
PUT /v1/checks/dns/{id} 200 ?autoAssignAlerts
POST /v1/checks/heartbeat 201 ?autoAssignAlerts
PUT /v1/checks/heartbeat/{id} 200 ?autoAssignAlerts
GET /v1/checks/heartbeats/{checkId}/availability 200 ?startTime&endTime
GET /v1/checks/heartbeats/{checkId}/events 200 ?startTime&endTime&limit
GET /v1/checks/heartbeats/{checkId}/events/{id} 200
POST /v1/checks/icmp 201 ?autoAssignAlerts
PUT /v1/checks/icmp/{id} 200 ?autoAssignAlerts
POST /v1/checks/multistep 201 ?autoAssignAlerts
PUT /v1/checks/multistep/{id} 200 ?autoAssignAlerts
POST /v1/checks/ssl 201 ?autoAssignAlerts
PUT /v1/checks/ssl/{id} 200 ?autoAssignAlerts
POST /v1/checks/tcp 201 ?autoAssignAlerts
PUT /v1/checks/tcp/{id} 200 ?autoAssignAlerts
POST /v1/checks/url 201 ?autoAssignAlerts
PUT /v1/checks/url/{id} 200 ?autoAssignAlerts
DELETE /v1/checks/{id} 204
GET /v1/checks/{id} 200 ?includeDependencies&applyGroupSettings
PUT /v1/checks/{id} 200 ?autoAssignAlerts
GET /v1/client-certificates 200
POST /v1/client-certificates 201
DELETE /v1/client-certificates/{id} 204
GET /v1/client-certificates/{id} 200
GET /v1/dashboards 200 ?limit&page
POST /v1/dashboards 201
DELETE /v1/dashboards/{dashboardId} 204
GET /v1/dashboards/{dashboardId} 200 ?type
PUT /v1/dashboards/{dashboardId} 200
GET /v1/deployment-triggers 200
POST /v1/deployment-triggers 200|201
GET /v1/error-groups 200 ?limit&page
GET /v1/error-groups/checks/{checkId} 200 ?limit&page
GET /v1/error-groups/{id} 200
PATCH /v1/error-groups/{id} 200
POST /v1/incidents 200
DELETE /v1/incidents/{id} 204
GET /v1/incidents/{id} 200 ?includeAllIncidentUpdates
PUT /v1/incidents/{id} 200 ?probe
POST /v1/incidents/{incidentId}/updates 201
DELETE /v1/incidents/{incidentId}/updates/{id} 204
PUT /v1/incidents/{incidentId}/updates/{id} 200
GET /v1/locations 200
GET /v1/maintenance-windows 200 ?limit&page&startsAt&endsAt
POST /v1/maintenance-windows 201
DELETE /v1/maintenance-windows/{id} 204
GET /v1/maintenance-windows/{id} 200
PUT /v1/maintenance-windows/{id} 200
GET /v1/maintenance-windows/{id}/maintenances 200 ?page&limit
DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId} 204
GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId} 200
PATCH /v1/maintenance-windows/{id}/maintenances/{maintenanceId} 200
POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates 201
DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId} 204
PUT /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId} 200
GET /v1/private-locations 200 ?versions
POST /v1/private-locations 201
DELETE /v1/private-locations/{id} 204
GET /v1/private-locations/{id} 200
PUT /v1/private-locations/{id} 200
POST /v1/private-locations/{id}/keys 201
DELETE /v1/private-locations/{id}/keys/{keyId} 204
GET /v1/private-locations/{id}/metrics 200 ?from&to
GET /v1/reporting 200 ?from&to&quickRange&filterByTags&deactivated&granularity&timezone
POST /v1/root-cause-analyses/error-groups/{errorGroupId} 202
POST /v1/root-cause-analyses/test-session-error-groups/{testSessionErrorGroupId} 202
GET /v1/root-cause-analyses/{id} 200|202
GET /v1/runtimes 200
GET /v1/runtimes/{id} 200
GET /v1/secret-scans 200
GET /v1/snippets 200 ?limit&page
POST /v1/snippets 201
DELETE /v1/snippets/{id} 204
GET /v1/snippets/{id} 200
PUT /v1/snippets/{id} 200
GET /v1/static-ips 200
GET /v1/static-ips-by-region 200
GET /v1/static-ips.txt 200
GET /v1/static-ipv6s 200
GET /v1/static-ipv6s-by-region 200
GET /v1/static-ipv6s.txt 200
GET /v1/status-pages 200 ?limit&nextId
POST /v1/status-pages 201
GET /v1/status-pages/incidents 200 ?limit&nextId
POST /v1/status-pages/incidents 201
DELETE /v1/status-pages/incidents/{incidentId} 204
GET /v1/status-pages/incidents/{incidentId} 200
PUT /v1/status-pages/incidents/{incidentId} 200
GET /v1/status-pages/incidents/{incidentId}/incident-updates 200
POST /v1/status-pages/incidents/{incidentId}/incident-updates 200
DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId} 204
GET /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId} 200
PUT /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId} 200
GET /v1/status-pages/services 200 ?limit&nextId&paginated
POST /v1/status-pages/services 200
DELETE /v1/status-pages/services/{serviceId} 204
GET /v1/status-pages/services/{serviceId} 200
PUT /v1/status-pages/services/{serviceId} 200
DELETE /v1/status-pages/{statusPageId} 204
GET /v1/status-pages/{statusPageId} 200
PUT /v1/status-pages/{statusPageId} 200
GET /v1/status-pages/{statusPageId}/subscriptions 200
POST /v1/status-pages/{statusPageId}/subscriptions/bulk 201
DELETE /v1/status-pages/{statusPageId}/subscriptions/{subscriptionId} 204
GET /v1/test-session-error-groups 200 ?limit&page
GET /v1/test-session-error-groups/projects/{projectId} 200
GET /v1/test-session-error-groups/{id} 200
PATCH /v1/test-session-error-groups/{id} 200
GET /v1/test-sessions 200 ?from&to&limit&statuses&branches&users&providers&noUsers&nextId&textSearch&errorGroupId
POST /v1/test-sessions/trigger 201
GET /v1/test-sessions/{testSessionId} 200
POST /v1/test-sessions/{testSessionId}/cancel 204
GET /v1/test-sessions/{testSessionId}/completion 200 ?maxWaitSeconds
GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId} 200
GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets 200 ?type&name
DELETE /v1/triggers/check-groups/{groupId} 204
GET /v1/triggers/check-groups/{groupId} 200
POST /v1/triggers/check-groups/{groupId} 201
DELETE /v1/triggers/checks/{checkId} 204
GET /v1/triggers/checks/{checkId} 200
POST /v1/triggers/checks/{checkId} 201
GET /v1/variables 200 ?limit&page
POST /v1/variables 201
DELETE /v1/variables/{key} 204
GET /v1/variables/{key} 200
PUT /v1/variables/{key} 200
POST /v2/check-groups 201 ?autoAssignAlerts
GET /v2/check-groups/{groupId}/checks/{checkId} 200
PUT /v2/check-groups/{id} 200 ?autoAssignAlerts
GET /v2/check-groups/{id}/checks 200 ?limit&page
GET /v2/check-results/{checkId} 200 ?limit&location&checkType&hasFailures&resultType&from&to&nextId&fields
POST /v2/check-sessions/trigger 201
GET /v2/check-sessions/{checkSessionId} 200
GET /v2/check-sessions/{checkSessionId}/completion 200 ?maxWaitSeconds
GET /v2/checks 200 ?limit&page&apiCheckUrlFilterPattern&tag&checkType&search&status&applyGroupSettings
GET /v2/checks/{id} 200 ?includeDependencies&applyGroupSettings
GET /v3/checks 200 ?limit&page&apiCheckUrlFilterPattern&tag&checkType&search&status&applyGroupSettings
GET /v3/checks/{id} 200 ?includeDependencies&applyGroupSettings
`

export const publicOperations: readonly PublicOperation[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [method, path, statuses = '', query = ''] = line.split(' ')
    return {
      operation: `${method} ${path}`,
      success: statuses.split('|').map(Number),
      query: query === '' ? [] : query.slice(1).split('&'),
    }
  })
