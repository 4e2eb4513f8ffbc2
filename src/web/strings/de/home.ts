import { number } from '../plural.ts'
import type { home as English } from '../en/home.ts'

export const home: typeof English = {
  title: 'Übersicht',
  allPassing: 'Alle Prüfungen sind in Ordnung',
  nothingYet: 'Noch keine Prüfung ist gelaufen',
  failing: (count) => number(count, '1 Prüfung schlägt fehl', `${count} Prüfungen schlagen fehl`),
  degraded: (count) => number(count, '1 Prüfung ist beeinträchtigt', `${count} Prüfungen sind beeinträchtigt`),
  counts: 'Prüfungen nach Zustand',
  failingPane: 'Fehlerhaft',
  degradedPane: 'Beeinträchtigt',
  since: (length) => `Seit ${length}`,
  lastRun: 'Letzter Lauf',
  acknowledgedBy: (name) => `Bestätigt von ${name}`,
  acknowledge: 'Bestätigen',
  muted: 'Stummgeschaltet: niemand wird benachrichtigt',
  notAcknowledged: 'Nicht bestätigt',
  openResult: 'Letztes Ergebnis öffnen',
  more: (count) => `${count} weitere`,
  all: 'Alle Prüfungen',
  checksIn: (checks, groups) =>
    `${number(checks, '1 Prüfung', `${checks} Prüfungen`)} in ${number(groups, '1 Gruppe', `${groups} Gruppen`)}, schlechteste zuerst`,
  noGroup: 'Ohne Gruppe',
  groupLabel: (name, counts) => `${name}: ${counts}`,
  events: 'Letzte Alarme',
  noEvents: 'Kein Alarm in den letzten 6 Stunden.',
  firstTitle: 'Etwas überwachen',
  firstText:
    'Fügen Sie eine URL ein. Sie wird sofort geprüft, dann alle paar Minuten, und Sie erfahren, wenn sie ausfällt.',
  newCheck: 'Neue Prüfung',
  alert: {
    ALERT_FAILURE: 'fehlerhaft',
    ALERT_FAILURE_REMAIN: 'weiter fehlerhaft',
    ALERT_FAILURE_DEGRADED: 'beeinträchtigt nach Fehler',
    ALERT_RECOVERY: 'erholt',
    ALERT_DEGRADED: 'beeinträchtigt',
    ALERT_DEGRADED_REMAIN: 'weiter beeinträchtigt',
    ALERT_DEGRADED_FAILURE: 'fehlerhaft nach Beeinträchtigung',
    ALERT_DEGRADED_RECOVERY: 'erholt',
    ALERT_SSL: 'Zertifikat läuft bald ab',
    NO_ALERT: 'geändert',
  },
}
