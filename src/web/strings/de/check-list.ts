import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'
import type { checkList as English } from '../en/check-list.ts'

const several = (count: number): string => number(count, '1 Prüfung', `${formatNumber(count)} Prüfungen`)

export const checkList: typeof English = {
  searchChoices: 'Suchen …',
  noChoices: 'Noch keine',
  noChoice: 'Keine Treffer',
  searchIn: (label) => `In ${label} suchen`,
  moreChoices: (count) => `${formatNumber(count)} weitere: zum Suchen tippen`,
  removeFilters: 'Alle Filter entfernen',
  addFirst: 'Erste Prüfung anlegen',
  empty: 'Keine passenden Prüfungen',
  emptyText: 'Entfernen Sie einen Filter, oder ändern Sie die Suche.',
  none: 'Noch keine Prüfungen',
  noneText:
    'Eine Prüfung ruft nach Zeitplan eine URL auf, löst einen Namen auf, verbindet sich mit einem Port oder führt ein Skript aus, und alarmiert bei Fehlschlägen.',
  choice: {
    check: 'Prüfung',
    checks: 'Prüfungen',
    search: 'Prüfungen nach Namen suchen',
    none: 'Keine Prüfung hat das im Namen.',
    noMore: 'Alle Treffer sind ausgewählt.',
  },
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
  editHint: 'Nur ausgefüllte Felder werden geändert.',
  addTags: 'Tags hinzufügen',
  removeTags: 'Tags entfernen',
  tagsHint: 'Trennen Sie Tags durch Kommas.',
  keepGroup: 'Gruppe beibehalten',
  noGroup: 'Keine Gruppe',
  keepFrequency: 'Häufigkeit beibehalten',
  frequencyLabel: 'Ausführen alle',
  locationsLabel: 'Ausführen in',
  keepLocations: 'Standorte beibehalten',
  apply: 'Anwenden',
  changed: (count) => `${several(count)} geändert`,
}
