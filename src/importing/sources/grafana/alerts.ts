import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { retriesOf } from '../../counterparts/retries.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { SourceFields } from '../../source-fields.ts'

const meanings: Readonly<Record<string, string>> = {
  ProbeFailedExecutionsTooHigh: 'Failed runs in a row are counted, not those in a period.',
  TLSTargetCertificateCloseToExpiring: 'Let an alert channel warn of certificates, or make a check of the certificate.',
}

function notesOf({ name, runbookUrl }: Fields): readonly string[] {
  const meaning = meanings[textIn(name)] ?? 'A run that is slower is degraded, not an average.'
  return textIn(runbookUrl) === '' ? [meaning] : [meaning, 'Add the runbook to the description.']
}

/** When a check alerts; thresholds of durations become degraded results. */
export function alertsFrom(fields: SourceFields, made: Value, seconds: number): Value {
  const alerts = listIn(fields.value('alerts'))
  const named = (name: string): Fields | undefined => alerts.find((alert) => alert['name'] === name)
  const failures = Number(textIn(named('ProbeFailedExecutionsTooHigh')?.['threshold'])) || 1
  const slow = alerts.find(({ name }) => textIn(name).endsWith('DurationTooHighAvg'))
  fields.noted('alerts', alerts.flatMap((alert) => notesOf(alert)).join(' '))
  const tolerated = Math.min(4, Math.max(0, Math.round(failures) - 1))
  const { escalation } = retriesOf({ failures: tolerated, retrySeconds: seconds, intervalSeconds: seconds })
  const degraded = Math.round(Number(textIn(slow?.['threshold'])) || 0)
  const most = Number(made['maxResponseTime'] ?? 30_000)
  return {
    ...alertFieldsOf(escalation, remindersOf(null)),
    ...(degraded > 0 && made['checkType'] !== 'ICMP' && { degradedResponseTime: Math.min(degraded, most) }),
  }
}
