import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { findClientCertificates } from '#storage'
import type { ClientCertificateRow, Store } from '#storage'

/** What may be shown of the account's client certificates, oldest first. */
export const listClientCertificates = (store: Store, caller: Caller): Promise<ClientCertificateRow[]> =>
  findClientCertificates(store.db, caller.accountId)

/** Throws CLIENT_CERTIFICATE_NOT_FOUND. */
export async function getClientCertificate(store: Store, caller: Caller, id: string): Promise<ClientCertificateRow> {
  const [found] = isUuid(id) ? await findClientCertificates(store.db, caller.accountId, id) : []
  if (found === undefined) throw new Fault('CLIENT_CERTIFICATE_NOT_FOUND')
  return found
}
