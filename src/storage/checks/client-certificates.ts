import type { Encryption } from '#kernel'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { ClientCertificatesTable } from '../generated/tables.ts'

/** The public fields of a client certificate. */
export type ClientCertificateRow = Omit<ClientCertificatesTable, 'accountId' | 'encryptedKey' | 'encryptedPassphrase'>

/** A client certificate with its secrets in clear. */
export interface ClientCertificate {
  readonly accountId: string
  readonly id: string
  /** A host name, perhaps with wildcards and a port. */
  readonly host: string
  /** Begins with a slash and ends without one; null: every path of the host. */
  readonly path: string | null
  readonly certificate: string
  readonly authority: string | null
  readonly key: string
  readonly passphrase: string | null
  readonly expiresAt: Date
  readonly createdAt: Date
}

type EncryptedRow = ClientCertificatesTable

const columns = 'id, host, path, certificate, authority, expires_at, created_at'

/** Oldest first; or the one with the id. */
export const findClientCertificates = (
  db: Queryable,
  accountId: string,
  id: string | null = null,
): Promise<ClientCertificateRow[]> =>
  db.rows(
    `select ${columns} from client_certificates where account_id = $1 and ($2::uuid is null or id = $2)
     order by created_at, id`,
    [accountId, id],
  )

/** The client certificates of several accounts with their keys, the latest first. */
export async function openClientCertificates(
  db: Queryable,
  encryption: Encryption,
  accountIds: readonly string[],
): Promise<ClientCertificate[]> {
  const rows = await db.namedRows<EncryptedRow>(
    'open-client-certificates',
    `select * from client_certificates where account_id = any($1::uuid[]) order by created_at desc, id desc`,
    [accountIds],
  )
  return rows.map((row) => ({
    accountId: row.accountId,
    id: row.id,
    host: row.host,
    path: row.path,
    certificate: row.certificate,
    authority: row.authority,
    key: encryption.decrypt(row.encryptedKey),
    passphrase: row.encryptedPassphrase === null ? null : encryption.decrypt(row.encryptedPassphrase),
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  }))
}

export const insertClientCertificate = (
  tx: Queryable,
  encryption: Encryption,
  one: ClientCertificate,
): Promise<unknown> =>
  tx.rows(
    `insert into client_certificates
       (account_id, id, host, path, certificate, authority, encrypted_key, encrypted_passphrase, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      one.accountId,
      one.id,
      one.host,
      one.path,
      one.certificate,
      one.authority,
      encryption.encrypt(one.key),
      one.passphrase === null ? null : encryption.encrypt(one.passphrase),
      one.expiresAt,
      one.createdAt,
    ],
  )

/** Whether the account has the certificate, which then stays until the transaction ends. */
export const holdClientCertificate = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `select 1 from client_certificates where account_id = $1 and id = $2 for key share`, [accountId, id])

/** Locks a certificate; how many checks name it, or null when the account has none with the id. */
export async function lockClientCertificate(tx: Queryable, accountId: string, id: string): Promise<number | null> {
  const locked = await tx.rows(`select 1 from client_certificates where account_id = $1 and id = $2 for update`, [
    accountId,
    id,
  ])
  if (locked.length === 0) return null
  const rows = await tx.rows<{ count: number }>(
    `select count(*)::int as count from checks
     where account_id = $1 and settings -> 'request' ->> 'sslClientCertificateId' = $2::text`,
    [accountId, id],
  )
  return rows[0]?.count ?? 0
}

export const deleteClientCertificate = (tx: Queryable, accountId: string, id: string): Promise<unknown> =>
  tx.rows(`delete from client_certificates where account_id = $1 and id = $2`, [accountId, id])
