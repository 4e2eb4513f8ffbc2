import type { palette as English } from '../en/palette.ts'

export const palette: typeof English = {
  placeholder: 'Prüfung oder Seite finden',
  nothing: 'Nichts heißt so.',
  newCheck: 'Neue Prüfung',
  keys: 'Tasten: ⌘K suchen, g und ein Buchstabe für eine Seite, c neue Prüfung, / filtern, j und k nächste und vorige Zeile, Enter öffnen, Esc schließen.',
}
