import { formatNumber } from '../../ui/format.ts'
import type { runChecks as English } from '../en/run-checks.ts'
import { number } from '../plural.ts'

export const runChecks: typeof English = {
  title: 'Prüfungen jetzt ausführen',
  which: 'Prüfungen',
  inState: { FAILING: 'Fehlerhafte', DEGRADED: 'Beeinträchtigte' },
  all: 'Alle Prüfungen',
  group: (name) => `Gruppe ${name}`,
  counted: (label, count) => `${label} (${formatNumber(count)})`,
  text: 'Jede Prüfung läuft einmal, zusätzlich zum Zeitplan. Fehlschläge lösen wie üblich Alarme aus.',
  run: (count) => number(count, '1 Prüfung ausführen', `${formatNumber(count)} Prüfungen ausführen`),
  started: (count) => number(count, '1 Prüfung gestartet', `${formatNumber(count)} Prüfungen gestartet`),
  none: 'Keine Prüfungen auszuführen: Es gibt keine, oder alle sind pausiert.',
}
