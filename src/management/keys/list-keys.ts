import type { Role } from '#contract'
import { listApiKeys } from '#storage'
import type { ApiKeyKind, Store } from '#storage'

export interface KeySummary {
  readonly id: string
  readonly kind: ApiKeyKind
  readonly name: string
  /** The first characters of the key, to recognise it by. */
  readonly prefix: string
  /** Null for user keys: they have the role of their user. */
  readonly role: Role | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

/** The keys of an account, revoked ones included, oldest first. */
export async function listKeys(store: Store, accountId: string): Promise<KeySummary[]> {
  const rows = await listApiKeys(store.db, accountId)
  return rows.map(({ id, kind, name, prefix, role, created_at: createdAt, revoked_at: revokedAt }) => ({
    id,
    kind,
    name,
    prefix,
    role,
    createdAt,
    revokedAt,
  }))
}
