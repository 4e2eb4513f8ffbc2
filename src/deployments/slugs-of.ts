import { findPrivateLocations } from '#storage/checks'
import type { RequestedProject } from './read-request.ts'
import type { ResourceTools } from './resource-type.ts'

/** The slug names of the private locations that a project owns or refers to, by key. */
export async function slugsOf(
  { store, caller }: ResourceTools,
  { resources }: RequestedProject,
): Promise<ReadonlyMap<string, string>> {
  const locations = resources.filter(({ type }) => type === 'private-location')
  const isAnyReferred = locations.some(({ payload }) => payload === null)
  const found = isAnyReferred ? await findPrivateLocations(store.db, store.encryption, caller.accountId) : []
  const slugs = new Map(found.map(({ id, slugName }) => [id, slugName]))
  return new Map(
    locations.map(({ key, payload, physicalId }) => [
      key,
      payload === null ? (slugs.get(physicalId ?? '') ?? '') : String(payload['slugName']),
    ]),
  )
}
