import type { projects as English } from '../en/projects.ts'

export const projects: typeof English = {
  deployedFrom: 'Bereitgestellt aus dem Projekt',
  commit: (id) => `Commit ${id}`,
  overwrites: 'Das nächste Deployment überschreibt, was Sie hier ändern. Ändern Sie es auch im Code.',
}
