import type { Role } from '#contract'
import { Fault } from '#kernel'
import { findAccounts, findOwner, insertApiKey } from '#storage'
import type { Store } from '#storage'
import { keyRow, randomKey } from './make-key.ts'
import type { KeyOwner } from './make-key.ts'

/** A service key has a role in one account. A user key acts as its user, by default the owner of the account. */
export type NewKey =
  | { readonly kind: 'service'; readonly accountId: string; readonly name: string; readonly role: Role }
  | { readonly kind: 'user'; readonly accountId: string; readonly name: string; readonly userId?: string }

export interface CreatedKey {
  readonly id: string
  readonly name: string
  /** Shown this once; only its hash is stored. */
  readonly key: string
}

/** Makes an API key. Throws ACCOUNT_NOT_FOUND when there is no such account, or nobody owns it. */
export function createKey(store: Store, input: NewKey, now: Date): Promise<CreatedKey> {
  return store.db.transaction(async (tx) => {
    const [account] = await findAccounts(tx, [input.accountId])
    if (account === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
    const owner = input.kind === 'user' ? (input.userId ?? (await findOwner(tx, input.accountId))) : null
    if (input.kind === 'user' && owner === null) throw new Fault('ACCOUNT_NOT_FOUND')
    const key = randomKey(input.kind)
    const row = keyRow(key, input.name, ownerOf(input, owner), now)
    await insertApiKey(tx, row)
    return { id: row.id, name: row.name, key }
  })
}

const ownerOf = (input: NewKey, userId: string | null): KeyOwner =>
  input.kind === 'user'
    ? { kind: 'user', accountId: null, userId, role: null }
    : { kind: 'service', accountId: input.accountId, userId: null, role: input.role }
