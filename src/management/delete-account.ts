import { Fault, hourMs, minuteMs } from '#kernel'
import {
  deleteAccount as deleteStoredAccount,
  deleteRemains,
  findSweptAccounts,
  forgetDeletedAccount,
  lockForDeletion,
  releaseContents,
  sweepAgainAt,
} from '#storage/accounts'
import type { Store } from '#storage/database'
import { findFreshPerson } from './people/find-fresh-person.ts'
import type { FreshRequest } from './people/find-fresh-person.ts'

export interface AccountDeletion extends FreshRequest {
  readonly accountId: string
  /** As the person typed it. */
  readonly name: string
  readonly currentPassword?: string | undefined
}

/**
 * Deletes an account with everything in it: at once what anybody can reach, the rest in the background. Throws
 * ACCOUNT_NAME_MISMATCH, LAST_ACCOUNT, ACCOUNT_NOT_FOUND, and what `findFreshPerson` throws.
 */
export async function deleteAccount(store: Store, deletion: AccountDeletion): Promise<void> {
  await findFreshPerson(store, deletion, deletion.currentPassword)
  await store.db.transaction(async (tx) => {
    const account = await lockForDeletion(tx, deletion.accountId)
    if (account === null) throw new Fault('ACCOUNT_NOT_FOUND')
    if (account.name !== deletion.name) throw new Fault('ACCOUNT_NAME_MISMATCH')
    if (account.isLast) throw new Fault('LAST_ACCOUNT')
    await deleteStoredAccount(tx, deletion.accountId, new Date(deletion.nowMs))
  })
}

/**
 * Removes what deleted accounts left behind; can end at any statement. An account is swept until nothing is left, and once
 * more after an hour, because a run that was under way may have ended meanwhile.
 */
export async function sweepDeletedAccounts({ db }: Pick<Store, 'db'>, now: Date): Promise<void> {
  for (const { accountId, deletedAt } of await findSweptAccounts(db, now)) {
    const deleted = await deleteRemains(db, accountId)
    const hasFiles = await releaseContents(db, accountId, now)
    const lastMs = deletedAt.getTime() + hourMs
    if (deleted > 0 || hasFiles) await sweepAgainAt(db, accountId, new Date(now.getTime() + minuteMs))
    else if (now.getTime() < lastMs) await sweepAgainAt(db, accountId, new Date(lastMs))
    else await forgetDeletedAccount(db, accountId)
  }
}
