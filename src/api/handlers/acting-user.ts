import type { ActingUser } from '#notifying'
import { findKeyHolder } from '#storage/accounts'
import type { RequestContext } from '../request-context.ts'

/** The name of the user, or of the key when it belongs to no user. */
export async function actingUserOf({ store, accountId, keyId, now }: RequestContext): Promise<ActingUser> {
  const holder = await findKeyHolder(store.db, keyId)
  return { accountId, by: holder?.name ?? 'An API key', nowMs: now.getTime() }
}
