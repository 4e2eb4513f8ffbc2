import { isWireType } from '#contract'
import type { CheckDefinition, UsedByResource } from '#contract'
import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { findClientCertificates, listLinkedChecks } from '#storage/checks'
import type { ClientCertificate } from '#storage/checks'
import type { Store } from '#storage/database'
import { clientCertificateForRequest } from './client-certificate-for-request.ts'

const mostChecks = 20_000
const listed = 100

/**
 * Which checks present a client certificate, by the same rules as their runs. A URL whose host is a template is of no host
 * here. Throws CLIENT_CERTIFICATE_NOT_FOUND.
 */
export async function findUsesOfCertificate(store: Store, { accountId }: Caller, id: string): Promise<UsedByResource> {
  const rows = await findClientCertificates(store.db, accountId)
  if (!isUuid(id) || !rows.some((row) => row.id === id.toLowerCase())) throw new Fault('CLIENT_CERTIFICATE_NOT_FOUND')
  // The latest first, as for runs. The ids stand for the keys, which nobody needs here.
  const certificates = rows.toReversed().map((row) => ({ ...row, accountId, key: row.id, passphrase: null }))
  const order = { by: 'name', isDescending: false } as const
  const { items } = await listLinkedChecks(
    store.db,
    store.encryption,
    { accountId },
    { limit: mostChecks, offset: 0, order },
  )
  const using = items.filter(({ check }) => certificateOf(certificates, check) === id.toLowerCase())
  return {
    checks: using.slice(0, listed).map(({ check }) => ({ id: check.id, name: check.name, checkType: check.checkType })),
    groups: [],
    totalChecks: using.length,
    totalGroups: 0,
  }
}

/** The id of the certificate that a check presents; null for none. */
function certificateOf(
  certificates: readonly ClientCertificate[],
  { checkType, settings: { request } }: CheckDefinition,
): string | null {
  if (!isWireType(checkType) || !request) return null
  const found = clientCertificateForRequest(certificates, checkType, request)
  return found === null || found === 'missing' ? null : found.key
}
