import type { projects as English } from '../en/projects.ts'

export const projects: typeof English = {
  deployedFrom: 'Bereitgestellt aus dem Projekt',
  commit: (id) => `Commit ${id}`,
  changedByHand: (fields) => `Seit dem letzten Deployment von Hand geändert: ${fields}`,
  anything: 'die Felder sind nicht bekannt, weil eine ältere Version sie bereitgestellt hat',
  values: 'Von Hand geändert',
  unsubscribed: 'Kanalabonnement (gelöscht)',
  unassigned: 'privater Standort (entfernt)',
  secret: 'ein Geheimnis',
  anotherSecret: 'ein anderes Geheimnis',
  longText: 'ein langer Text',
  anotherText: 'ein anderer Text',
  nothing: '–',
  overwrites: 'Das nächste Deployment überschreibt, was Sie hier ändern. Ändern Sie es auch im Code.',
}
