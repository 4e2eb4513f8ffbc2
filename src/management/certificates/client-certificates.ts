import type { ClientCertificateBody } from '#contract'
import { Fault, invariant, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance, touchVariables } from '#storage/accounts'
import {
  deleteClientCertificate as removeCertificate,
  findClientCertificates,
  insertClientCertificate,
  lockClientCertificate,
} from '#storage/checks'
import type { ClientCertificateRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { validatedCertificate } from './validate-certificate.ts'

/**
 * Adds a client certificate, used by runs from now on. Throws BODY_INVALID for one that cannot be presented to a host.
 */
export async function createClientCertificate(
  store: Store,
  caller: Caller,
  body: ClientCertificateBody,
): Promise<ClientCertificateRow> {
  const valid = validatedCertificate(body)
  const id = timeOrderedId(caller.nowMs)
  return store.db.transaction(async (tx) => {
    await insertClientCertificate(tx, store.encryption, {
      ...valid,
      accountId: caller.accountId,
      id,
      host: body.host.toLowerCase(),
      path: body.path?.replace(/\/+$/, '') || null,
      createdAt: new Date(caller.nowMs),
    })
    await assertAllowance(tx, caller, 'CLIENT_CERTIFICATES')
    await touchVariables(tx, caller.accountId)
    const [created] = await findClientCertificates(tx, caller.accountId, id)
    invariant(created, 'what was inserted is there')
    return created
  })
}

/** Throws CLIENT_CERTIFICATE_NOT_FOUND, and CLIENT_CERTIFICATE_IN_USE while an SSL check names it. */
export async function deleteClientCertificate(store: Store, caller: Caller, id: string): Promise<void> {
  await store.db.transaction(async (tx) => {
    const checks = isUuid(id) ? await lockClientCertificate(tx, caller.accountId, id.toLowerCase()) : null
    if (checks === null) throw new Fault('CLIENT_CERTIFICATE_NOT_FOUND')
    if (checks > 0) throw new Fault('CLIENT_CERTIFICATE_IN_USE', { values: { checks } })
    await removeCertificate(tx, caller.accountId, id)
    await touchVariables(tx, caller.accountId)
  })
}

/** The public parts of the account's client certificates, oldest first. */
export const listClientCertificates = (store: Store, caller: Caller): Promise<ClientCertificateRow[]> =>
  findClientCertificates(store.db, caller.accountId)

/** Throws CLIENT_CERTIFICATE_NOT_FOUND. */
export async function getClientCertificate(store: Store, caller: Caller, id: string): Promise<ClientCertificateRow> {
  const [found] = isUuid(id) ? await findClientCertificates(store.db, caller.accountId, id) : []
  if (found === undefined) throw new Fault('CLIENT_CERTIFICATE_NOT_FOUND')
  return found
}
