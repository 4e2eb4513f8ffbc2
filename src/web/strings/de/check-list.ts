import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'
import type { checkList as English } from '../en/check-list.ts'

const several = (count: number): string => number(count, '1 Prüfung', `${formatNumber(count)} Prüfungen`)

export const checkList: typeof English = {
  searchChoices: 'Suchen …',
  noChoices: 'Es gibt noch keine',
  noChoice: 'Nichts passt',
  searchIn: (label) => `In ${label} suchen`,
  moreChoices: (count) => `${formatNumber(count)} weitere: suchen Sie danach`,
  removeFilters: 'Alle Filter entfernen',
  addFirst: 'Erste Prüfung anlegen',
  empty: 'Keine Prüfung passt',
  emptyText: 'Entfernen Sie einen Filter, oder suchen Sie etwas anderes.',
  none: 'Noch keine Prüfungen',
  noneText:
    'Prüfungen rufen eine URL auf, lösen einen Namen auf, öffnen einen Port oder führen ein Skript aus, nach Plan, und melden, wenn das fehlschlägt.',
  selected: (count) => `${formatNumber(count)} ausgewählt`,
  delete: 'Löschen',
  runNow: 'Jetzt ausführen',
  clear: 'Auswahl aufheben',
  done: {
    pause: (count) => `${several(count)} pausiert`,
    resume: (count) => `${several(count)} fortgesetzt`,
    mute: (count) => `${several(count)} stummgeschaltet`,
    unmute: (count) => `${several(count)} nicht mehr stumm`,
    delete: (count) => `${several(count)} gelöscht`,
  },
  allMatching: (count) => `Alle ${formatNumber(count)} passenden auswählen`,
  allSelected: (count) => `Alle ${formatNumber(count)} passenden sind ausgewählt`,
  edit: 'Bearbeiten …',
  editTitle: (count) => `${several(count)} bearbeiten`,
  editHint: 'Nur was Sie ausfüllen, wird geändert.',
  addTags: 'Tags hinzufügen',
  removeTags: 'Tags entfernen',
  tagsHint: 'Trennen Sie Tags durch Kommas.',
  keepGroup: 'Gruppe beibehalten',
  noGroup: 'In keiner Gruppe',
  keepFrequency: 'Häufigkeit beibehalten',
  frequencyLabel: 'Ausführen alle',
  locationsLabel: 'Ausführen in',
  keepLocations: 'Standorte beibehalten',
  apply: 'Anwenden',
  changed: (count) => `${several(count)} geändert`,
}
