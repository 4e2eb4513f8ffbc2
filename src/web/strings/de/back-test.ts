import type { backTest as english } from '../en/back-test.ts'
import { number } from '../plural.ts'

const outages = (count: number): string => number(count, '1 Ausfall', `${count} Ausfälle`)
/** One or several, of a number as it is shown. */
const shown = (count: string, one: string, several: string): string =>
  number(Number(count), `1 ${one}`, `${count} ${several}`)
const wouldBe = (count: number): string => number(count, 'wäre', 'wären')

export const backTest: typeof english = {
  title: 'An der Vergangenheit testen',
  text: 'Spielt die gespeicherten Läufe mit den Alarmeinstellungen und Wiederholungen aus diesem Formular noch einmal durch. Geändert wird nichts.',
  changed: 'Die Einstellungen haben sich seitdem geändert. Testen Sie sie noch einmal.',
  range: 'Zeitraum',
  days: (count) => `${count} Tage`,
  same: (count) => `Es hätte wie jetzt ${count}-mal Alarm gegeben.`,
  instead: (proposed, now) => `Es hätte ${proposed}-mal statt ${now}-mal Alarm gegeben.`,
  later: (count, longest) =>
    number(
      count,
      `1 Ausfall wäre ${longest} später gemeldet worden.`,
      `${count} Ausfälle wären bis zu ${longest} später gemeldet worden.`,
    ),
  missed: (count) => `${outages(count)} ${wouldBe(count)} nicht gemeldet worden.`,
  added: (count) => `${outages(count)} ${wouldBe(count)} zusätzlich gemeldet worden.`,
  now: 'Jetzt',
  proposed: 'Vorschlag',
  failing: 'Fehlerhaft',
  degraded: 'Beeinträchtigt',
  alert: 'Alarm',
  lineOf: (title, intervals, alerts) =>
    `${title}: ${shown(intervals, 'Störung', 'Störungen')}, ${shown(alerts, 'Alarm', 'Alarme')}`,
  kinds: {
    failure: 'Fehler',
    degraded: 'Beeinträchtigungen',
    recovery: 'Erholungen',
    reminder: 'Erinnerungen',
  },
  ofKind: (kind, now, proposed) => `${kind}: ${now} → ${proposed}`,
  outage: 'Ausfall',
  lasts: 'dauert an',
  never: 'Kein Alarm',
  atOnce: 'Sofort',
  after: (time) => `Nach ${time}`,
  limits: {
    HISTORY_SHORTER: (_count, from) => `Ergebnisse sind erst ab ${from} gespeichert; der Test beginnt dort.`,
    HEARTBEATS_LEFT_OUT: (count) =>
      `${shown(count, 'Heartbeat ist', 'Heartbeats sind')} nicht berücksichtigt: Heartbeats alarmieren bei ausgebliebenen Pings.`,
    RETRIES_UNKNOWN: (count) =>
      `${shown(count, 'fehlgeschlagener Lauf wäre', 'fehlgeschlagene Läufe wären')} öfter wiederholt worden als damals. Hier gilt jeder davon als fehlgeschlagen.`,
    KINDS_OF_ERRORS_UNKNOWN: () =>
      'Wiederholt werden hier alle Fehler: Welche davon Netzwerkfehler waren, ist nicht bekannt.',
    RECORDED_DIFFERS: (count) =>
      `Tatsächlich gab es in diesem Zeitraum ${shown(count, 'Alarm', 'Alarme')}: Einstellungen, Stummschaltungen oder Bestätigungen waren damals andere.`,
    LISTS_SHORTENED: (count) =>
      `${shown(count, 'weiterer Ausfall ist', 'weitere Ausfälle sind')} mitgezählt, aber nicht aufgeführt.`,
  },
}
