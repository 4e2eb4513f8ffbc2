import type { Store } from '#storage/database'
import { listDeployedForms } from '#storage/projects'
import type { ProjectRow } from '#storage/projects'
import { keyOf } from '../references.ts'
import type { Reference } from '../references.ts'
import { decryptedForm } from './read-forms.ts'
import type { SealedForm } from './sealed-form.ts'

/** The forms of resources of a project as the last deployment left them, by their keys; without those nobody deployed yet. */
export async function readBases(
  { db, encryption }: Store,
  { accountId, id: projectId }: ProjectRow,
  resources: readonly Reference[],
): Promise<ReadonlyMap<string, SealedForm>> {
  const rows = resources.length === 0 ? [] : await listDeployedForms(db, { accountId, projectId, resources })
  return new Map(
    rows.flatMap((row) =>
      row.encryptedForm === null ? [] : [[keyOf(row), decryptedForm(encryption, row.encryptedForm)]],
    ),
  )
}
