import type { palette as English } from '../en/palette.ts'

export const palette: typeof English = {
  placeholder: 'Prüfung, Gruppe, Kanal … finden oder etwas tun',
  nothing: 'Nichts heißt so.',
  newCheck: 'Neue Prüfung',
  watchUrl: 'Eine URL überwachen',
  undo: 'Letzte Änderung von Prüfungen rückgängig machen',
  failing: 'Zeigen, was fehlschlägt',
  switchTo: (account) => `Zum Konto ${account} wechseln`,
  actions: 'Tun',
  keyHelp: 'Tastenkürzel',
  everywhere: 'Überall',
  inLists: 'In Listen',
  globalKeys: [
    { keys: ['⌘K', 'Strg K'], does: 'Finden oder tun' },
    { keys: ['?'], does: 'Diese Liste' },
    { keys: ['/'], does: 'Liste filtern' },
    { keys: ['c'], does: 'Neue Prüfung' },
    { keys: ['Esc'], does: 'Schließen, leeren, verlassen' },
  ],
  listKeys: [
    { keys: ['j', '↓'], does: 'Nächste Zeile' },
    { keys: ['k', '↑'], does: 'Vorige Zeile' },
    { keys: ['Enter', 'o'], does: 'Öffnen' },
    { keys: ['x'], does: 'Auswählen' },
    { keys: ['⇧j', '⇧k'], does: 'Auswahl erweitern' },
    { keys: ['z'], does: 'Letzte Änderung vieler rückgängig machen' },
  ],
  kinds: {
    check: 'Prüfungen',
    group: 'Gruppen',
    channel: 'Alarmkanäle',
    location: 'Standorte',
    variable: 'Variablen',
  },
  keys: '↑ ↓ wählen, Enter öffnen, Esc schließen',
}
