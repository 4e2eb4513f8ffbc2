import { formatNumber } from '../../ui/format.ts'
import type { runChecks as English } from '../en/run-checks.ts'
import { number } from '../plural.ts'

export const runChecks: typeof English = {
  title: 'Prüfungen jetzt ausführen',
  which: 'Welche Prüfungen',
  inState: { FAILING: 'Fehlerhafte', DEGRADED: 'Beeinträchtigte' },
  all: 'Alle Prüfungen',
  group: (name) => `Gruppe ${name}`,
  counted: (label, count) => `${label} (${formatNumber(count)})`,
  text: 'Sie laufen einmal, neben ihrem Plan. Ein Fehlschlag alarmiert wie jeder andere.',
  run: (count) => number(count, '1 Prüfung ausführen', `${formatNumber(count)} Prüfungen ausführen`),
  started: (count) => number(count, '1 Prüfung läuft', `${formatNumber(count)} Prüfungen laufen`),
  none: 'Keine Prüfung kann laufen: es gibt keine, oder alle sind pausiert.',
}
