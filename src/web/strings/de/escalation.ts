import type { escalation as English } from '../en/escalation.ts'
import { number } from '../plural.ts'

export const escalation: typeof English = {
  new: 'Neue Richtlinie',
  edit: 'Eskalationsrichtlinie',
  none: 'Keine Eskalationsrichtlinien',
  noneText: 'Eine Richtlinie benachrichtigt Schritt für Schritt weitere Kanäle, bis jemand den Alarm bestätigt.',
  name: 'Name',
  steps: 'Schritte',
  used: 'Verwendet von',
  usedBy: (account, groups, checks) =>
    [
      ...(account ? ['Konto'] : []),
      ...(groups > 0 ? [number(groups, '1 Gruppe', `${groups} Gruppen`)] : []),
      ...(checks > 0 ? [number(checks, '1 Prüfung', `${checks} Prüfungen`)] : []),
    ].join(', ') || 'Nicht verwendet',
  now: 'Sofort',
  after: (minutes) => `+${minutes} Min.`,
  repeated: (minutes, times) =>
    times === null
      ? `danach alle ${minutes} Min., bis jemand bestätigt`
      : `danach alle ${minutes} Min., ${number(times, 'einmal', `${times}-mal`)}`,
  quiet: (from, to, zone, isDegradedOnly) =>
    `Ruhezeit von ${from} bis ${to} (${zone})${isDegradedOnly ? ', nur bei Beeinträchtigung' : ''}`,
  noChannel: 'Kein Kanal',
  step: (count) => `Schritt ${count}`,
  minutes: 'Minuten nach dem Alarm',
  channels: 'Kanäle',
  noChannels: 'Es gibt noch keine Alarmkanäle.',
  addStep: 'Schritt hinzufügen',
  removeStep: 'Schritt entfernen',
  repeat: 'Letzten Schritt wiederholen',
  everyMinutes: 'Abstand, Minuten',
  times: 'Anzahl',
  timesHint: 'Leer: bis jemand bestätigt.',
  quietHours: 'Ruhezeit',
  from: 'Von',
  to: 'Bis',
  timeZone: 'Zeitzone',
  kinds: 'Gilt für',
  degradedOnly: 'Beeinträchtigung',
  everything: 'Fehler und Beeinträchtigung',
  deleteTitle: (name) => `Richtlinie ${name} löschen?`,
  deleteText: 'Ihre Schritte werden nicht mehr gesendet.',
  noPolicy: 'Keine',
}
