import type { Value } from '../../counterparts/hosted/checks.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { escalationAfter, retriesOf } from '../../counterparts/retries.ts'
import type { SourceFields } from '../../source-fields.ts'

const mostRetries = 5
const longestRetries = 600

/** Retries, the time of failures before an alert, how many locations have to fail, and reminders. */
export function alertsFrom(options: SourceFields, places: number): Value {
  const seconds = options.number('min_failure_duration') ?? 0
  const after = seconds > 0 ? escalationAfter(seconds) : null
  options.noted('min_failure_duration', after?.note)
  const usual = retriesOf({ failures: 0, retrySeconds: 0, intervalSeconds: 60 })
  const fields = alertFieldsOf(after?.escalation ?? usual.escalation, remindersFrom(options))
  return {
    retryStrategy: retriesFrom(options),
    ...fields,
    alertSettings: { ...fields.alertSettings, ...thresholdFrom(options, places) },
  }
}

function retriesFrom(options: SourceFields): Value | null {
  const retry = options.fields('retry')
  const count = Math.min(mostRetries, Math.max(0, Math.round(retry.number('count') ?? 0)))
  const ms = Math.max(0, retry.number('interval') ?? 300)
  const baseBackoffSeconds = Math.round(ms / 1000)
  const isSame = baseBackoffSeconds * 1000 === ms || count === 0
  retry.exact('count')
  retry.noted('interval', isSame ? null : `Retries begin ${baseBackoffSeconds} seconds later: seconds are whole here.`)
  retry.finish()
  if (count === 0) return null
  return { type: 'FIXED', baseBackoffSeconds, maxRetries: count, maxDurationSeconds: longestRetries, sameRegion: true }
}

/** A share of the locations in steps of ten percent. */
function thresholdFrom(options: SourceFields, places: number): Value {
  const wanted = Math.max(1, Math.round(options.number('min_location_failed') ?? 1))
  if (wanted === 1 || places < 2) {
    options.noted('min_location_failed', wanted === 1 ? null : 'It runs in one location, which decides.')
    return {}
  }
  const share = Math.min(1, wanted / places)
  const percentage = Math.max(10, Math.floor(share * 10 + 1e-9) * 10)
  options.approximated('min_location_failed', `Alerts when ${percentage} % of the locations fail in one run.`)
  return { parallelRunFailureThreshold: { enabled: true, percentage } }
}

function remindersFrom(options: SourceFields) {
  const monitor = options.fields('monitor_options')
  const minutes = monitor.number('renotify_interval') ?? 0
  const amount = monitor.number('renotify_occurrences') ?? undefined
  const found = remindersOf(minutes > 0 ? minutes * 60 : null, amount)
  monitor.noted('renotify_interval', found.note)
  monitor.exact('renotify_occurrences')
  monitor.impossible('escalation_message', 'Write a template of the channel.')
  monitor.ignored(...monitorFields)
  monitor.finish()
  return found
}

const monitorFields: readonly string[] = (
  'notification_preset_name on_missing_data include_tags new_host_delay notify_audit notify_no_data no_data_timeframe ' +
  'timeout_h locked require_full_window silenced thresholds enable_logs_sample'
).split(' ')

/** Options that change nothing here, or nothing that a check has. */
export function finishOptions(options: SourceFields): void {
  options.ignored(...unimportant)
  options.ignoredUnlessRead('follow_redirects', 'allow_insecure', 'accept_self_signed', 'ignoreCertificateValidation')
  if (['any', null].includes(options.text('httpVersion') ?? options.text('http_version')))
    options.ignored('httpVersion', 'http_version')
  else options.impossible('httpVersion', 'The version of HTTP is that of the server.')
  options.finish()
}

const unimportant: readonly string[] = (
  'monitor_name ci restricted_roles bindings device_ids noScreenshot no_screenshot disableCors disable_cors disableCsp disable_csp ' +
  'checkCertificateRevocation check_certificate_revocation disableAiaIntermediateFetching disable_aia_intermediate_fetching ' +
  'initialNavigationTimeout initial_navigation_timeout blockedRequestPatterns blocked_request_patterns rumSettings rum_settings ' +
  'captureNetworkPayloads capture_network_payloads ignoreServerCertificateError ignore_server_certificate_error enableProfiling ' +
  'enable_profiling enableSecurityTesting enable_security_testing mobileApplication allowApplicationCrash disableAutoAcceptAlert ' +
  'defaultStepTimeout verbosity'
).split(' ')
