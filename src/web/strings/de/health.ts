import type { health as English } from '../en/health.ts'

const names: Readonly<Record<string, string>> = {
  failingChannel: 'Alarmkanäle',
  privateLocation: 'Private Standorte',
  owner: 'Inhaber',
  mail: 'Mail',
  database: 'Datenbank',
  disk: 'Festplatte',
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
  'alert channels': 'npx belfry doctor nennt sie; dann berichtigen.',
  artifacts: 'Die Einstellungen BELFRY_ARTIFACTS_… und den freien Platz ansehen.',
  scripts: 'bubblewrap installieren und User-Namespaces erlauben; npx belfry doctor sagt, was fehlt.',
  runtimes: 'Das Protokoll sagt, warum. Prüfungen ohne Skripte brauchen sie nicht.',
  runs: 'Dem Dienst mehr Rechenzeit geben; nach angehaltenen virtuellen Maschinen sehen.',
  migrations: 'Diesen Server mit der neuen Version neu starten.',
}

export const health: typeof English = {
  scopes: { ACCOUNT: 'Dieses Konto', INSTALLATION: 'Installation' },
  states: { OK: 'In Ordnung', DEGRADED: 'Braucht Aufmerksamkeit', FAILING: 'Gestört' },
  names,
  advice,
  failing: 'Etwas funktioniert nicht',
  sinceLabel: 'Seit',
  found: 'Befund',
  look: { ALERT_CHANNEL: 'Kanal öffnen', PRIVATE_LOCATION: 'Standort öffnen' },
}
