import { formatNumber } from '../../ui/format.ts'
import type { shell as English } from '../en/shell.ts'

export const shell: typeof English = {
  skip: 'Zum Inhalt springen',
  find: 'Suchen oder Befehl ausführen',
  search: 'Suchen …',
  pages: 'Seiten',
  main: 'Hauptnavigation',
  nav: {
    home: 'Übersicht',
    checks: 'Prüfungen',
    alerts: 'Alarme',
    testSessions: 'Testsitzungen',
    locations: 'Standorte',
    channels: 'Alarmkanäle',
    groups: 'Gruppen',
    variables: 'Variablen',
    settings: 'Einstellungen',
  },
  setUp: 'Konfiguration',
  theme: 'Zwischen hell und dunkel wechseln',
  you: (name) => `Angemeldet als ${name}`,
  newAccount: 'Neues Konto',
  newAccountTitle: 'Ein Konto anlegen',
  accountName: 'Name des Kontos',
  signOut: 'Abmelden',
  reference: 'API-Referenz',
  pulse: {
    ok: 'Live',
    degraded: 'Handlungsbedarf',
    failing: 'Gestört',
    unread: 'Zustand unbekannt',
    lost: 'Verbindung verloren',
    unknown: 'Verbindung wird aufgebaut',
  },
  lost: 'Verbindung zum Dienst verloren. Daten können veraltet sein. Verbindung wird wiederhergestellt …',
  failing: (count) => `${formatNumber(count)} fehlerhaft`,
}
