import { beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { mergePatchType, operations } from '#contract'
import { aTestApi } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { describedOperations } from './described-operations.ts'
import type { Described } from './described-operations.ts'
import { publicOperations, sameNames } from './public-operations.ts'

const database = useDatabase()

/** What we have beyond the hosted API, and why. */
const beyond: Readonly<Record<string, string>> = {
  'POST /v1/checks/{id}/acknowledge': 'stops the reminders of an outage',
  'DELETE /v1/checks/{id}/acknowledge': 'takes an acknowledgement back',
  'POST /v1/checks/{id}/snooze': 'silences a check for a time, and alerts again after it',
  'DELETE /v1/checks/{id}/snooze': 'ends a snooze',
  'POST /v1/checks/{id}/mute': 'mutes a check, for a time or until it is unmuted',
  'DELETE /v1/checks/{id}/mute': 'unmutes a check',
  'POST /v1/check-groups/{id}/mute': 'mutes the checks of a group',
  'DELETE /v1/check-groups/{id}/mute': 'unmutes the checks of a group',
  'POST /v1/alert-channels/{id}/subscribe': 'subscribes a channel to all checks, by tag or by group',
  'POST /v1/alert-channels/{id}/test': 'sends a marked example through a channel',
  'GET /v1/alert-channels/{id}/preview': 'shows what a channel would send',
  'POST /v1/alert-channels/test': 'sends a marked example through a channel that does not exist yet',
  'POST /v1/alert-channels/preview': 'shows what a channel that does not exist yet would send',
  'POST /v1/accounts': 'creates another account',
  'GET /v1/account-of-resource': 'which account a link leads to',
  'GET /v1/accounts/me/defaults': 'what new checks begin with that people make in the interface',
  'PUT /v1/accounts/me/defaults': 'changes that',
  'GET /v1/accounts/me/alert-settings': 'the alert settings of checks that have none of their own',
  'PUT /v1/accounts/me/alert-settings': 'changes them',
  'GET /v1/accounts/{accountId}/alert-settings': 'the same by the id of the account',
  'PUT /v1/accounts/{accountId}/alert-settings': 'changes them',
  'GET /v1/import-sources': 'lists the tools that checks can be imported from',
  'POST /v1/import-sources/{source}/read': 'reads files of another tool',
  'POST /v1/import-sources/{source}/plan': 'says what an import would change',
  'POST /v1/import-sources/{source}/imports': 'imports from another tool',
  'GET /v1/import-sources/{source}/comparison': 'compares what was imported with the states of the other tool',
  'POST /v1/import-sources/{source}/states': 'replaces those states',
  'GET /v1/projects': 'lists projects of code',
  'POST /v1/projects/deploy': 'the command line tool deploys here',
  'POST /v1/projects/preview': 'says what a deployment would change',
  'GET /v1/projects/{projectLogicalId}/drift': 'says what was changed by hand since the last deployment',
  'DELETE /v1/projects/{projectLogicalId}': 'the command line tool deletes projects here',
  'GET /v1/projects/{projectLogicalId}/deployments/{deploymentId}': 'shows a deployment',
  'GET /v1/projects/{projectLogicalId}/deployments/{deploymentId}/completion': 'the command line tool waits here',
  'GET /v1/projects/{projectLogicalId}/deployments/{deploymentId}/events':
    'the command line tool follows progress here',
  'POST /v1/projects/{projectLogicalId}/deployments/{deploymentId}/cancel': 'the command line tool cancels here',
  'POST /next-v2/projects/deploy': 'older command line tools deploy here',
  'DELETE /next/projects/{projectLogicalId}': 'older command line tools delete projects here',
  'GET /next/projects': 'the command line tool lists projects here',
  'POST /next/projects': 'the command line tool creates projects here',
  'GET /next/projects/{projectLogicalId}': 'the command line tool looks for its project here',
  'POST /next/projects/{projectLogicalId}/imports': 'the command line tool plans imports here',
  'GET /next/projects/{projectLogicalId}/imports': 'the command line tool lists import plans here',
  'GET /next/projects/imports': 'lists those of all projects',
  'GET /next/projects/imports/{id}': 'shows one',
  'POST /next/projects/imports/{id}/apply': 'the command line tool applies import plans here',
  'POST /next/projects/imports/{id}/commit': 'the command line tool commits them here',
  'DELETE /next/projects/imports/{id}': 'the command line tool cancels them here',
  'POST /v1/golden-files': 'stores a file that comparisons of browser and multi-step checks use',
  'GET /v1/golden-files/{key}': 'shows one',
  'GET /v1/code-bundles': 'lists the projects of Playwright suites that are stored',
  'POST /v1/code-bundles': 'stores one',
  'GET /v1/code-bundles/{id}': 'shows one',
  'DELETE /v1/code-bundles/{id}': 'deletes one',
  'POST /v1/checks/dry-run': 'runs a check that is not saved',
  'GET /v1/checks/dry-run/{dryRunId}': 'waits for its result',
  'GET /v1/check-sessions/{checkSessionId}/progress': 'waits for what happens in its runs',
  'POST /v1/heartbeat-schedules/preview': 'the next times of a schedule',
  'GET /v1/checks/dry-run/{dryRunId}/progress': 'waits for what happens in it',
  'DELETE /v1/checks/dry-run/{dryRunId}': 'cancels it',
  'GET /v1/test-sessions/{testSessionId}/progress': 'waits for the steps of its runs',
  'POST /v1/checks/{id}/drill': 'makes a check fail on purpose, so that its channels show the message of it',
  'GET /v1/checks/{id}/drill/{drillId}': 'what came of it in each channel',
  'GET /v1/check-rows': 'lists checks as screens show them, with their states',
  'GET /v1/service-health': 'what needs attention, and what to do',
  'GET /v1/outgoing-heartbeats': 'whom the service tells that it works',
  'PUT /v1/outgoing-heartbeats': 'has it tell another one',
  'DELETE /v1/outgoing-heartbeats/{host}': 'ends that',
  'GET /v1/events': 'follows what happens in an account',
  'GET /v1/overview': 'whether anything is wrong, and who was notified',
  'GET /v1/alert-notifications/{id}': 'one notification of any age, for links to it',
  'GET /v1/status-page-summaries': 'status pages of both versions with their states and subscribers',
  'POST /v1/status-page-previews': 'a status page as it would be',
  'POST /v1/status-page-feeds/try': 'reads the page of a provider once',
  'GET /v3/status-pages/{statusPageId}/feeds': 'the pages of providers that components follow',
  'GET /v1/status-page-sources': 'the checks that open incidents on services',
  'GET /v1/tagged-checks': 'the checks that a rule would concern',
  'GET /v1/status-pages/{statusPageId}/definition': 'a page with cards and how it is displayed',
  'PUT /v1/status-pages/{statusPageId}/definition': 'changes both together',
  'GET /v3/status-pages/{statusPageId}/definition': 'a status page with all its components',
  'PUT /v3/status-pages/{statusPageId}/definition': 'replaces it as a whole',
  'GET /v1/web-push-key': 'the key for which browsers subscribe to notifications',
  'GET /v1/accounts/me/use': 'how much of each limit of the plan is used',
  'GET /v1/accounts/me/use/history': 'how much was used on each of the last days',
  'PUT /v1/accounts/me': 'renames the account',
  'POST /v1/accounts/me/deletion': 'deletes the account with everything in it',
  'GET /v1/accounts/me/export': 'the configuration of the account as files',
  'GET /v1/errors': 'errors of checks and test sessions, as screens show them',
  'GET /v1/errors/{id}': 'shows one with where and when it occurred',
  'POST /v1/errors/changes': 'archives many at once',
  'GET /v1/reports/availability': 'availability and response times of a range, compared with the one before',
  'GET /v1/reports/availability.csv': 'the same as a file',
  'GET /v1/client-certificates/{id}/uses': 'the checks that present one',
  'GET /v1/runtimes/{id}/uses': 'the checks and groups that choose one',
  'GET /v1/golden-files': 'lists the checks that have golden files',
  'GET /v1/checks/{id}/golden-files': 'the golden files of a check, and what differs from them',
  'PUT /v1/checks/{id}/golden-files': 'sets one of them',
  'GET /v1/agent-request': 'shows a person which program asks',
  'POST /v1/agent-request': 'lets it in',
  'GET /v1/agent-connections': 'lists programs that were let in',
  'DELETE /v1/agent-connections/{id}': 'disconnects one',
  'GET /v1/agent-access': 'whether agents may use the account',
  'PUT /v1/agent-access': 'turns them on or off',
  'GET /v1/probe-targets': 'lists hosts that keys may probe',
  'PUT /v1/probe-targets': 'replaces them',
  'GET /v1/agent-plans': 'lists what programs propose',
  'POST /v1/agent-plans': 'proposes a change',
  'GET /v1/agent-plans/{id}': 'one of them',
  'POST /v1/agent-plans/{id}/confirm': 'a person carries it out',
  'POST /v1/agent-plans/{id}/reject': 'a person rejects it',
  'POST /v1/agent-plans/{id}/undo': 'a person undoes it',
  'GET /v1/alert-sources': 'lists where other tools send their alerts',
  'POST /v1/alert-sources': 'creates one, with its token',
  'PUT /v1/alert-sources/{id}': 'changes one',
  'POST /v1/alert-sources/{id}/token': 'makes another token',
  'DELETE /v1/alert-sources/{id}': 'deletes one with its alerts',
  'GET /v1/received-alerts': 'lists alerts of other tools',
  'GET /v1/received-alerts/{id}': 'shows one',
  'POST /v1/received-alerts/{id}/acknowledge': 'acknowledges one',
  'DELETE /v1/received-alerts/{id}/acknowledge': 'undoes that',
  'GET /v1/alert-silences': 'lists silences of labels',
  'POST /v1/alert-silences': 'silences alerts of other tools by their labels',
  'DELETE /v1/alert-silences/{id}': 'ends such a silence',
  'GET /v1/scheduled-reports': 'lists reports that are mailed regularly',
  'POST /v1/scheduled-reports': 'has one mailed',
  'POST /v1/scheduled-reports/preview': 'the mail as it would be',
  'PUT /v1/scheduled-reports/{id}': 'changes one',
  'DELETE /v1/scheduled-reports/{id}': 'ends one',
  'POST /v1/scheduled-reports/{id}/send': 'sends one now',
  'GET /v1/escalation-policies': 'lists escalation policies',
  'POST /v1/escalation-policies': 'creates one',
  'GET /v1/escalation-policies/{id}': 'shows one',
  'PUT /v1/escalation-policies/{id}': 'changes one',
  'DELETE /v1/escalation-policies/{id}': 'deletes one',
  'GET /v1/objectives': 'lists service level objectives with their error budgets',
  'POST /v1/objectives': 'creates one',
  'GET /v1/objectives/{id}': 'shows one',
  'PUT /v1/objectives/{id}': 'changes one',
  'DELETE /v1/objectives/{id}': 'deletes one',
  'GET /v1/objectives/{id}/history': 'its budget day by day',
  'POST /v1/checks/{id}/back-test': 'tries settings of a check on its history',
  'POST /v1/back-tests': 'the same of all checks or a group',
  'GET /v1/noise': 'which checks and channels alert most, and what would have spared alerts',
  'POST /v1/dashboards/preview': 'a dashboard as it would be',
  'POST /v1/dashboards/{dashboardId}/keys': 'replaces the key of a private dashboard',
  'GET /v1/dashboards/{dashboardId}/incidents': 'lists the incidents of a dashboard',
  'GET /v1/check-ticks': 'the last runs of many checks',
  'GET /v1/check-metrics': 'availability and p95 of many checks',
  'GET /v1/check-facets': 'the tags and locations that checks can be filtered by',
  'GET /v1/checks/{id}/summary': 'when a check runs next, its counts and its neighbours',
  'GET /v1/check-results/{checkId}/certificates': 'the certificates that the last runs of a check saw',
  'GET /v1/check-results/{checkId}/export.csv': 'results as a file',
  'GET /v1/check-groups/{id}/order': 'the checks of a group in their order',
  'PUT /v1/check-groups/{id}/order': 'puts them in another order',
  'POST /v1/check-groups/{id}/run': 'runs a group without a trigger',
  'GET /v1/check-cells': 'the state of every check in few bytes',
  'GET /v1/checks/{id}/alert-preview': 'who would be notified, or why nobody',
  'GET /v1/checks/{id}/explain': 'how the state of a check came about',
  'GET /v1/check-alerts/{id}/explain': 'how an alert came about',
  'GET /v1/checks/{id}/effective-settings': 'which level each setting comes from',
  'GET /v1/check-results/{checkId}/{checkResultId}/neighbours': 'the results around one, and when it broke',
  'GET /v1/check-results/{checkId}/{checkResultId}/differences': 'in what a run differs from the last good one',
  'GET /v1/maintenance-occurrences': 'the maintenances of all windows in a range',
  'GET /v1/maintenance-windows/{id}/coverage': 'which checks a window covers',
  'GET /v1/maintenance-schedule': 'every window with what is under way, next and last',
  'POST /v1/maintenance-windows/preview': 'when a window would take place, and what it would cover',
  'POST /v1/maintenance-windows/{id}/start': 'starts a maintenance now',
  'POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/end': 'ends one now',
  'GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/effect': 'which alerts one held back',
  'GET /v1/checks/heartbeats/{checkId}/timeline': 'when pings were due and when they came',
  'GET /v1/checks/heartbeats/{checkId}/signals/{id}': 'what a ping said, with its body',
  'GET /v1/ping-key': 'the key with which jobs ping by name',
  'POST /v1/ping-key': 'makes or replaces it',
  'DELETE /v1/ping-key': 'deletes it',
  'GET /v1/check-groups/{id}/uses': 'what a group reaches, and what would miss it',
  'GET /v1/alert-channels/{id}/uses': 'what notifies by a channel',
  'GET /v1/variables/{key}/uses': 'which checks and groups use it',
  'GET /v1/snippets/{id}/uses': 'which checks and groups use it',
  'GET /v1/checks/{id}/series': 'results by interval for all types, with what else happened',
  'GET /v1/search': 'finds resources by name',
  'POST /v1/bulk-changes': 'changes many checks at once',
  'POST /v1/bulk-changes/{id}/undo': 'undoes that',
  'GET /v1/audit-log': 'lists who changed what',
  'GET /v1/audit-log/export.csv': 'the same as a file',
  'GET /v1/audit-log/export.jsonl': 'the same as lines of JSON',
  'GET /v1/api-keys': 'lists the keys of the account',
  'POST /v1/api-keys': 'creates one',
  'DELETE /v1/api-keys/{id}': 'revokes one',
  'GET /v1/accounts/me/invites': 'lists the open invites of the account',
  'POST /v1/accounts/me/invites': 'invites somebody',
  'POST /v1/accounts/me/invites/{id}/renew': 'makes another link of an invite',
  'DELETE /v1/accounts/me/invites/{id}': 'revokes one',
  'POST /v1/invites/offer': 'shows what an invite offers',
  'POST /v1/invites/accept': 'accepts one with a password',
  'POST /v1/invites/join': 'accepts one as the person who is signed in',
  'GET /v1/saved-views': 'lists the filters a person has named',
  'POST /v1/saved-views': 'saves one',
  'DELETE /v1/saved-views/{id}': 'deletes one',
  'GET /v1/sign-in': 'how people can sign in',
  'POST /v1/sign-in/passkey': 'starts a sign-in with a passkey',
  'POST /v1/sign-in/passkey/finish': 'opens a session with what an authenticator signed',
  'POST /v1/passkeys/options': 'starts to add a passkey',
  'POST /v1/passkeys': 'adds one',
  'GET /v1/passkeys': 'lists those of a person',
  'PUT /v1/passkeys/{id}': 'names one',
  'DELETE /v1/passkeys/{id}': 'removes one',
  'POST /v1/sign-in/oidc': 'starts a sign-in at the identity provider',
  'POST /v1/sign-in/oidc/finish': 'opens a session with what the provider says',
  'POST /v1/sign-in/password': 'opens the session of a browser',
  'POST /v1/sign-in/link': 'opens one with a link that works once',
  'POST /v1/sign-out': 'ends it',
  'GET /v1/session': 'shows who is signed in',
  'GET /v1/sessions': 'lists the browsers of a person',
  'DELETE /v1/sessions/{id}': 'signs one of them out',
  'GET /v1/email-address': 'shows the address of a person, and the one that waits to be confirmed',
  'PUT /v1/email-address': 'changes it, once the new one is confirmed',
  'DELETE /v1/email-address/pending': 'withdraws the new one',
  'POST /v1/email-address/confirm': 'confirms the new one with the token of its link',
  'DELETE /v1/accounts/me/members/{userId}/pending-address': 'withdraws that of a member',
  'PUT /v1/password': 'sets the password of a person',
  'GET /v1/check-groups/{id}/badge': 'badges of groups have addresses that cannot be enumerated',
  'PUT /v1/check-groups/{id}/badge': 'turns the badge of a group on',
  'DELETE /v1/check-groups/{id}/badge': 'turns the badge of a group off',
  'GET /next/accounts': 'the command line tool lists accounts here',
  'GET /next/accounts/{accountId}': 'the command line tool asks for its account before every command',
  'GET /v1/usage/terms': 'the command line tool asks for usage credits',
  'GET /v1/usage/summary': 'the command line tool asks for usage credits',
  'GET /v1/usage/series': 'the command line tool asks for usage credits',
  'GET /v1/analytics/grpc-checks/{id}': 'the command line tool asks for the metrics of gRPC checks here',
  'GET /v1/analytics/traceroute/{id}': 'the command line tool asks for the metrics of traceroute monitors here',
  'GET /v1/analytics/agentic-checks/{id}': 'the command line tool asks for the metrics of agentic checks here',
  'POST /next/test-sessions/create': 'the reporter of Playwright begins a session here',
  'POST /next/test-sessions/{testSessionId}/results/{testSessionResultId}':
    'the reporter of Playwright ends a result here',
  'POST /next/test-sessions/{testSessionId}/results/{testSessionResultId}/upload':
    'the reporter of Playwright uploads here',
  'POST /next/test-sessions/github-checks/preflight': 'the action of GitHub asks whether it can create checks',
  'POST /next/checkly-storage/upload-code-bundle': 'the command line tool and the Go client upload projects here',
  'POST /next/checkly-storage/peek-code-bundle': 'the Go client asks whether a project is there',
  'POST /next/checkly-storage/upload': 'the command line tool uploads golden files here',
  'POST /next/checkly-storage/download': 'the command line tool downloads golden files here',
  'GET /next/users/me': 'the command line tool asks who it is',
  'POST /v1/test-sessions/run': 'the command line tool runs checks here that are not saved',
  'POST /next/test-sessions/run': 'older versions of the command line tool do so here',
  'GET /v1/test-sessions/scheduling/{schedulingId}/completion':
    'the command line tool waits here until they are queued',
  'GET /next/assets/log/{region}/{key}': 'the command line tool shows the log of a run that failed',
  'GET /next/assets/check-run-data/{region}/{key}': 'the same of its request and response',
  'GET /next/test-sessions/{testSessionId}/link': 'the command line tool shows the link of a session',
  'GET /next/test-sessions/{testSessionId}/results/{testSessionResultId}/links': 'the same of a result that failed',
  'POST /next/test-sessions/trigger': 'the command line tool runs saved checks here',
  'PATCH /v1/status-pages/incidents/{incidentId}': 'the command line tool changes the severity of incidents here',
  'GET /v1/status-page-incidents': 'lists the incidents of pages of all generations',
  'GET /v1/status-page-incidents/affected': 'what an incident of some checks would be about',
  'GET /v1/status-pages/{statusPageId}/access': 'whether a page of either version is private',
  'PUT /v1/status-pages/{statusPageId}/access': 'makes it private or public',
  'GET /v1/status-pages/{statusPageId}/readers': 'who may read a private page',
  'POST /v1/status-pages/{statusPageId}/readers': 'invites them',
  'DELETE /v1/status-pages/{statusPageId}/readers/{readerId}': 'removes one',
  'DELETE /v1/status-pages/{statusPageId}/password': 'leaves a private page to them alone',
  'GET /v1/status-page-displays/{statusPageId}': 'pictures, languages, charts and sites of a page',
  'PUT /v1/status-page-displays/{statusPageId}': 'changes them',
  'POST /v1/status-page-displays/{statusPageId}/pictures': 'uploads a logo or a favicon',
  'GET /v1/status-page-incidents/{incidentId}': 'one of them with what is behind it',
  'PUT /v1/status-page-incidents/{incidentId}': 'takes it over, hides it, and writes its post-mortem',
  'POST /v1/status-page-incidents/preview': 'shows an update before it is posted',
  'GET /v1/incident-templates': 'lists the templates for updates of incidents',
  'POST /v1/incident-templates': 'creates one',
  'PUT /v1/incident-templates/{id}': 'changes one',
  'DELETE /v1/incident-templates/{id}': 'deletes one',
  'GET /v3/status-pages': 'lists the pages of the third generation',
  'POST /v3/status-pages': 'creates one',
  'GET /v3/status-pages/{statusPageId}': 'shows one',
  'PUT /v3/status-pages/{statusPageId}': 'replaces its settings',
  'DELETE /v3/status-pages/{statusPageId}': 'deletes one',
  'GET /v3/status-pages/{statusPageId}/components': 'lists its components',
  'POST /v3/status-pages/{statusPageId}/components': 'adds one',
  'GET /v3/status-pages/{statusPageId}/components/{componentId}': 'shows one',
  'PUT /v3/status-pages/{statusPageId}/components/{componentId}': 'replaces one',
  'DELETE /v3/status-pages/{statusPageId}/components/{componentId}': 'deletes one',
  'GET /v3/status-pages/{statusPageId}/custom-domain-verifications': 'tells how its domain is verified',
  'POST /v3/status-pages/{statusPageId}/custom-domain-verifications/recheck': 'verifies it',
  'GET /v3/status-pages/{statusPageId}/incidents': 'lists its incidents',
  'POST /v3/status-pages/{statusPageId}/incidents': 'opens one',
  'GET /v3/status-pages/{statusPageId}/incidents/{incidentId}': 'shows one',
  'PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}': 'renames one and sets its impacts',
  'DELETE /v3/status-pages/{statusPageId}/incidents/{incidentId}': 'deletes one',
  'PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}/component-impacts': 'corrects its impacts',
  'GET /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates': 'lists its updates',
  'POST /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates': 'posts one',
  'GET /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId}': 'shows one',
  'PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId}': 'replaces one',
  'DELETE /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId}': 'deletes one',
  'GET /v3/status-pages/{statusPageId}/subscribers': 'lists its subscribers',
  'POST /v3/status-pages/{statusPageId}/subscribers/bulk': 'subscribes addresses',
  'DELETE /v3/status-pages/{statusPageId}/subscribers/{subscriberId}': 'unsubscribes one',
  'GET /v3/status-pages/{statusPageId}/automation-rules': 'lists its automation rules',
  'POST /v3/status-pages/{statusPageId}/automation-rules': 'creates one',
  'GET /v3/status-pages/{statusPageId}/automation-rules/{ruleId}': 'shows one',
  'PUT /v3/status-pages/{statusPageId}/automation-rules/{ruleId}': 'replaces one',
  'DELETE /v3/status-pages/{statusPageId}/automation-rules/{ruleId}': 'deletes one',
  'POST /v1/checks/grpc': 'the Go client creates gRPC monitors here',
  'PUT /v1/checks/grpc/{id}': 'the Go client updates gRPC monitors here',
  'POST /v1/checks/playwright': 'the Go client creates Playwright suites here',
  'PUT /v1/checks/playwright/{id}': 'the Go client updates Playwright suites here',
  'POST /v1/checks/traceroute': 'the Go client creates traceroute monitors here',
  'PUT /v1/checks/traceroute/{id}': 'the Go client updates traceroute monitors here',
}

/** Single fields are changed at the address of the whole, with merge patches, which the hosted API does not have. */
const patches = Object.values(operations)
  .filter((row) => 'bodyType' in row && row.bodyType === mergePatchType)
  .map(({ path }) => `PATCH ${path}`)

/** Where our success differs from the hosted API, and why. */
const otherSuccess: Readonly<Record<string, readonly number[]>> = {}

/** Parameters of the hosted API that mean nothing here; they are ignored, like every unknown parameter. */
const ignoredParameters: readonly string[] = [
  // Sends an update of a dashboard incident without any change, to see whether it exists.
  'PUT /v1/incidents/{id} ?probe',
]

let described: ReadonlyMap<string, Described>
beforeAll(async () => {
  const app = aTestApi({ db: database.db(), handlers })
  const answer = await app.inject('/openapi.json')
  await app.close()
  described = new Map(describedOperations(answer.json()))
})

const required = publicOperations.map((row) => ({ ...row, key: sameNames(row.operation) }))
const successes = (row: Described): number[] =>
  Object.keys(row.responses)
    .map(Number)
    .filter((status) => status < 300)

describe('the OpenAPI document', () => {
  it('is compared with all 194 operations, each once', () => {
    expect(new Set(required.map(({ key }) => key)).size).toBe(194)
  })

  it('has every operation of the hosted API', () => {
    expect(required.filter(({ key }) => !described.has(key)).map(({ operation }) => operation)).toEqual([])
  })

  it('has no other operations than those that are listed here with a reason', () => {
    const known = new Set([...required.map(({ key }) => key), ...[...Object.keys(beyond), ...patches].map(sameNames)])
    expect([...described.keys()].filter((operation) => !known.has(operation))).toEqual([])
  })

  it('promises the same statuses of success', () => {
    const differing = required.flatMap(({ operation, key, success }) => {
      const row = described.get(key)
      const expected = otherSuccess[operation] ?? success
      return row && successes(row).join() !== expected.join() ? [`${operation}: ${successes(row).join()}`] : []
    })
    expect(differing).toEqual([])
  })

  it('takes every parameter of the query', () => {
    const missing = required.flatMap(({ operation, key, query }) => {
      const names = described.get(key)?.parameters.map(({ name }) => name)
      return names ? query.filter((name) => !names.includes(name)).map((name) => `${operation} ?${name}`) : []
    })
    expect(missing).toEqual(ignoredParameters)
  })

  it('lets every operation behind a key name its account', () => {
    const without = [...described].filter(
      ([, { security, parameters }]) => !security && !parameters.some(({ $ref }) => $ref?.endsWith('/account')),
    )
    expect(without.map(([operation]) => operation)).toEqual([])
  })
})
