import type { effectiveSettings as English } from '../en/effective-settings.ts'
import { number } from '../plural.ts'

export const effectiveSettings: typeof English = {
  title: 'Wirksame Einstellungen',
  fromGroup: 'aus Gruppe',
  from: { CHECK: 'aus dieser Prüfung', GROUP: 'aus der Gruppe', ACCOUNT: 'aus dem Konto', DEFAULT: 'Voreinstellung' },
  instead: { CHECK: 'diese Prüfung', GROUP: 'die Gruppe', ACCOUNT: 'das Konto', DEFAULT: 'die Voreinstellung' },
  insteadOf: (levels) => `überschreibt ${levels}`,
  own: (value) => `Einstellung der Prüfung, überschrieben: ${value}`,
  and: ' und ',
  yes: 'Ja',
  no: 'Nein',
  none: '–',
  snippet: (id) => `Snippet ${id}`,
  script: 'Skript',
  inactive: 'inaktiv',
  rules: (amount, isRuns) =>
    isRuns
      ? number(amount, 'Nach 1 fehlgeschlagenen Lauf', `Nach ${amount} fehlgeschlagenen Läufen in Folge`)
      : `Nach ${amount} Minuten im Fehler`,
  window: (failed, runs) => `Wenn ${failed} der letzten ${runs} Läufe ${number(failed, 'fehlschlägt', 'fehlschlagen')}`,
  recovery: (passed) => `erholt sich nach ${passed} bestandenen Läufen in Folge`,
  reminders: (amount, interval) =>
    amount >= 100_000
      ? `Erinnerungen alle ${interval} Minuten`
      : `${number(amount, '1 Erinnerung', `${amount} Erinnerungen`)}, alle ${interval} Minuten`,
  share: (percent) => `${percent} % der Standorte müssen fehlschlagen`,
  fields: {
    activated: 'Nach Zeitplan ausführen',
    muted: 'Stummgeschaltet',
    locations: 'Standorte',
    privateLocations: 'Private Standorte',
    retryStrategy: 'Wiederholungen',
    alertSettings: 'Alarmregeln',
    baseUrl: 'Basis-URL',
    basicAuth: 'Zugangsdaten',
    alertChannels: 'Alarmkanäle',
    tags: 'Tags',
    environmentVariables: 'Variablen',
    headers: 'Header',
    queryParameters: 'Query-Parameter',
    assertions: 'Assertions',
    setup: 'Setup',
    tearDown: 'Teardown',
  },
}
