import type { health as English } from '../en/health.ts'
import { healthMessages as messages } from './health-messages.ts'

const names: Readonly<Record<string, string>> = {
  failingChannel: 'Alarmkanäle',
  privateLocation: 'Private Standorte',
  owner: 'Inhaber',
  mail: 'Mail',
  database: 'Datenbank',
  disk: 'Platte der Datenbank',
  loops: 'Arbeit im Hintergrund',
  eventLoop: 'Rechenzeit',
  clocks: 'Uhr',
  ticks: 'Fällige Prüfungen',
  ahead: 'Zeitpläne',
  queues: 'Warteschlangen',
  returnedRuns: 'Wiederholte Läufe',
  notifications: 'Zustellungen',
  'alert channels': 'Alarmkanäle aller Konten',
  artifacts: 'Dateien von Läufen',
  scripts: 'Isolierung von Skripten',
  runtimes: 'Laufzeiten',
  runs: 'Ergebnisse',
  migrations: 'Tabellen',
  versions: 'Versionen',
  space: 'Speicherplatz',
  databaseServer: 'Datenbankserver',
  artifactStore: 'Dateispeicher',
  dns: 'Namensauflösung',
  outbound: 'Verbindungen nach außen',
  ping: 'Ping',
  browser: 'Browser',
  agents: 'Abstürze von Agenten',
  providers: 'Anbieter',
}

const advice: Readonly<Record<string, string>> = {
  failingChannel: 'Den Kanal berichtigen und testen; er ist wieder in Ordnung, sobald er zustellt.',
  privateLocation:
    'Am Standort einen Agenten mit einem seiner Schlüssel starten, oder den Standort löschen. Bis dahin laufen seine Prüfungen nicht.',
  owner: 'Einen Inhaber mit Mailadresse einladen. Für das erste Konto setzt der Betreiber BELFRY_OWNER_EMAIL.',
  mail: 'BELFRY_SMTP_URL und BELFRY_MAIL_FROM setzen und den Dienst neu starten.',
  database:
    'Den Server von DATABASE_URL prüfen. Die eingebaute Datenbank startet von selbst neu; das Protokoll sagt, warum sie endete.',
  disk: 'Platz schaffen oder BELFRY_RETENTION_DAYS senken. Die Arbeit geht von selbst weiter.',
  loops: 'Die Meldung nennt die Schleife; das Protokoll des Dienstes enthält ihren Fehler.',
  eventLoop: 'Nach anderer Arbeit auf der Maschine sehen und dem Dienst mehr Rechenzeit geben.',
  clocks: 'Maschine und Datenbankserver mit NTP abgleichen und warten: die Meldung sagt, wie lange.',
  ticks: 'Einen Prozess mit der Rolle scheduler starten; Rechenzeit und Datenbank ansehen.',
  ahead: 'Der Dienst berichtigt Zeitpläne von selbst; die Uhr ansehen.',
  queues: 'BELFRY_RUNNER_CONCURRENCY erhöhen oder einen Server mit der Rolle runner hinzufügen.',
  returnedRuns: 'Dem Dienst mehr Rechenzeit geben; nach angehaltenen virtuellen Maschinen sehen.',
  notifications: 'Einen Prozess mit der Rolle notifier starten; das Alarmprotokoll zeigt langsame Empfänger.',
  'alert channels': 'Die Kanäle berichtigen; npx belfry doctor zeigt ihre Fehler.',
  artifacts: 'Die Einstellungen BELFRY_ARTIFACTS_… und den freien Platz ansehen.',
  scripts:
    'bubblewrap installieren und User-Namespaces erlauben (im Container: die Optionen von docs/script-isolation.md); npx belfry doctor sagt, was fehlt.',
  runtimes: 'Das Protokoll sagt, warum. Prüfungen ohne Skripte brauchen sie nicht.',
  runs: 'Dem Dienst mehr Rechenzeit geben; nach angehaltenen virtuellen Maschinen sehen.',
  migrations: 'Diesen Server mit der neuen Version neu starten.',
  space: 'Platz schaffen oder BELFRY_RETENTION_DAYS senken.',
  databaseServer: 'Die Uhren dieser Maschine und des Datenbankservers abgleichen (NTP).',
  artifactStore:
    'Bis er funktioniert, gehen Dateien von Läufen verloren. Die Einstellungen BELFRY_ARTIFACTS_… und den freien Platz ansehen.',
  dns: '/etc/resolv.conf ansehen. Prüfungen von Namen scheitern; Adressen funktionieren weiter.',
  outbound: 'Firewall und Proxy ansehen, außer wenn diese Maschine nur ihr eigenes Netz überwacht.',
  ping: 'Dem Benutzer des Dienstes Pings erlauben (docs/checks-icmp.md).',
  browser:
    'Der Dienst installiert Laufzeiten, während er läuft; das Protokoll sagt, warum das scheiterte. Andere Prüfungen brauchen keinen Browser.',
  agents:
    'Dort, wo der Agent läuft, die neueste Version installieren. Die Tabelle agent_crashes hat alle Einzelheiten.',
  providers: 'docs/alert-channels.md sagt, welche Einstellungen ein Kanaltyp braucht.',
}

export const health: typeof English = {
  messages,
  scopes: { ACCOUNT: 'Dieses Konto', INSTALLATION: 'Installation' },
  states: { OK: 'In Ordnung', DEGRADED: 'Braucht Aufmerksamkeit', FAILING: 'Gestört' },
  names,
  advice,
  failing: 'Etwas funktioniert nicht',
  sinceLabel: 'Seit',
  found: 'Befund',
  look: { ALERT_CHANNEL: 'Kanal öffnen', PRIVATE_LOCATION: 'Standort öffnen' },
}
