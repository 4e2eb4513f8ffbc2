import { formatNumber } from '../../ui/format.ts'
import type { shell as English } from '../en/shell.ts'

export const shell: typeof English = {
  skip: 'Zum Inhalt springen',
  find: 'Suche, Befehle',
  pages: 'Seiten',
  main: 'Hauptnavigation',
  nav: {
    home: 'Übersicht',
    checks: 'Prüfungen',
    alerts: 'Alarme',
    locations: 'Standorte',
    channels: 'Alarmkanäle',
    groups: 'Gruppen',
    variables: 'Variablen',
    settings: 'Einstellungen',
  },
  setUp: 'Einrichten',
  theme: 'Zwischen hell und dunkel wechseln',
  you: (name) => `Angemeldet als ${name}`,
  newAccount: 'Neues Konto',
  newAccountTitle: 'Ein Konto anlegen',
  accountName: 'Name des Kontos',
  signOut: 'Abmelden',
  reference: 'API-Referenz',
  pulse: {
    ok: 'Live',
    degraded: 'Braucht Aufmerksamkeit',
    failing: 'Arbeitet nicht richtig',
    unread: 'Zustand unbekannt',
    lost: 'Verbindung verloren',
    unknown: 'Verbindung wird aufgebaut',
  },
  lost: 'Die Verbindung zum Dienst ist verloren. Zahlen können veraltet sein. Es wird neu verbunden …',
  failing: (count) => `${formatNumber(count)} fehlerhaft`,
}
