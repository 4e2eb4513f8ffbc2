import { createSignInLink } from '#management'
import { listPeople } from '#storage/accounts'
import type { Parts } from '../parts.ts'

/** Signs in once the person whom the first start has created. */
export async function ownerToken({
  opened: { store },
  clock,
}: Pick<Parts, 'opened' | 'clock'>): Promise<string | null> {
  const [owner] = await listPeople(store.db)
  return owner === undefined ? null : createSignInLink(store, owner.id, new Date(clock.now()))
}
