import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'
import type { home as English } from '../en/home.ts'

export const home: typeof English = {
  title: 'Übersicht',
  allPassing: 'Alle Prüfungen sind in Ordnung',
  nothingYet: 'Noch keine Prüfung ist gelaufen',
  failing: (count) => number(count, '1 Prüfung schlägt fehl', `${formatNumber(count)} Prüfungen schlagen fehl`),
  degraded: (count) =>
    number(count, '1 Prüfung ist beeinträchtigt', `${formatNumber(count)} Prüfungen sind beeinträchtigt`),
  unknown: (count) => number(count, '1 Prüfung läuft nicht', `${formatNumber(count)} Prüfungen laufen nicht`),
  counts: 'Prüfungen nach Zustand',
  failingPane: 'Fehlerhaft',
  degradedPane: 'Beeinträchtigt',
  unknownPane: 'Unbekannt',
  sinceLabel: 'Seit',
  acknowledgedBy: (name) => `Bestätigt von ${name}`,
  acknowledge: 'Bestätigen',
  muted: 'Stummgeschaltet: keine Benachrichtigungen',
  openResult: 'Letztes Ergebnis öffnen',
  incident: (name) => `Vorfall: ${name}`,
  openIncident: 'Vorfall eröffnen …',
  more: (count) => `${formatNumber(count)} weitere`,
  all: 'Alle Prüfungen',
  checksIn: (checks, groups) =>
    `${number(checks, '1 Prüfung', `${formatNumber(checks)} Prüfungen`)} in ${number(groups, '1 Gruppe', `${formatNumber(groups)} Gruppen`)}, schlechteste zuerst`,
  run: 'Ausführen …',
  arrangeBy: 'Gruppieren nach',
  arrangements: { group: 'Gruppe', tag: 'Tag', location: 'Standort', type: 'Typ' },
  arrangedIn: {
    tag: (count) => `${number(count, '1 Tag', `${formatNumber(count)} Tags`)}, schlechteste zuerst`,
    location: (count) => `${number(count, '1 Standort', `${formatNumber(count)} Standorte`)}, schlechteste zuerst`,
    type: (count) => `${number(count, '1 Typ', `${formatNumber(count)} Typen`)}, schlechteste zuerst`,
  },
  without: { group: 'Ohne Gruppe', tag: 'Ohne Tag', location: 'Ohne Standort', type: '' },
  groupLabel: (name, counts) => `${name}: ${counts}`,
  since: (name: string, time: string) => `${name} seit ${time}`,
  alertLog: 'Alarmprotokoll',
  events: 'Letzte Ereignisse',
  noEvents: 'Keine Alarme und Änderungen in den letzten 7 Tagen.',
  firstTitle: 'Prüfung anlegen',
  firstText:
    'Fügen Sie eine URL ein. Sie wird sofort und dann alle paar Minuten geprüft, und Sie werden bei einem Ausfall alarmiert.',
  firstOfOthers: 'Noch keine Prüfungen. Bitten Sie ein Mitglied mit Bearbeitungsrechten, die erste anzulegen.',
  nobody: (reason) => `Niemand wurde benachrichtigt. ${reason}`,
  notDecided: 'Es wurde noch niemand benachrichtigt.',
  notified: (names, time) => `${names} um ${time} benachrichtigt.`,
  notifying: (names) => `Wird benachrichtigt: ${names}.`,
  notDelivered: (names) => `Nicht zugestellt an ${names}.`,
  sameReason: (count, group) =>
    group === null
      ? `${formatNumber(count)} Prüfungen mit demselben Fehler`
      : `${formatNumber(count)} Prüfungen in ${group}`,
  showChecks: 'Prüfungen anzeigen',
  hideChecks: 'Prüfungen ausblenden',
  unknownReason: 'Das letzte Ergebnis hat keine Fehlermeldung.',
  changes: (count) => number(count, '1 Änderung', `${formatNumber(count)} Änderungen`),
  told: (names) => `${names} benachrichtigt`,
  newCheck: 'Neue Prüfung',
  changed: { CREATED: 'legte an:', UPDATED: 'änderte', DELETED: 'löschte' },
  deployed: 'stellte bereit:',
  things: (count) => `${formatNumber(count)} Prüfungen und Gruppen`,
  silentNow: (checks, held) =>
    `Jetzt stumm: ${number(checks, '1 Prüfung', `${formatNumber(checks)} Prüfungen`)}${held === 0 ? '' : `, ${number(held, '1 Alarm', `${formatNumber(held)} Alarme`)} zurückgehalten`}.`,
  window: (name, until) => (until === null ? `Wartung: ${name}.` : `Wartung bis ${until}: ${name}.`),
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
