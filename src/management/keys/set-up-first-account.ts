import { defaultAlertSettings, runtimeIds, unknownOwnerAddress } from '#contract'
import { hashToken, timeOrderedId } from '#kernel'
import {
  findAccounts,
  findApiKeyGrants,
  findOldestAccountId,
  findOwner,
  insertAccount,
  insertApiKey,
  insertMembership,
  insertUser,
  lockSetUp,
  updateUserEmail,
} from '#storage/accounts'
import type { Store, Transaction } from '#storage/database'
import { keyRow, randomKey } from './keys.ts'

export interface SetUp {
  /** A uuid; the account gets this id, whether or not other accounts exist. */
  readonly accountId?: string
  /** Stored as it is, so that a key can be distributed before the service runs. */
  readonly apiKey?: string
  /** Address of the owner, whether or not the account exists already. Without it a new owner has one at localhost. */
  readonly ownerEmail?: string
  readonly name: string
}

export interface SetUpOutcome {
  readonly accountId: string
  /** The key when it was generated; undefined when it was configured or nothing was missing. */
  readonly newKey: string | undefined
  readonly isNewAccount: boolean
}

/**
 * Creates an account with an owner and a key unless they exist. Without a configured id an existing account is not
 * changed; a configured id or key is added when missing. Processes that start concurrently wait for one another.
 */
export function setUpFirstAccount(store: Store, input: SetUp, now: Date): Promise<SetUpOutcome> {
  return store.db.transaction(async (tx) => {
    await lockSetUp(tx)
    const requested = input.accountId?.toLowerCase() ?? (await findOldestAccountId(tx)) ?? timeOrderedId(now.getTime())
    const [existing] = await findAccounts(tx, [requested])
    if (existing === undefined) await addAccount(tx, requested, input.name, now)
    const userId = await ownerOf(tx, requested, input.apiKey, now)
    if (input.ownerEmail !== undefined) await updateUserEmail(tx, userId, { email: input.ownerEmail, isVerified: true })
    const key = input.apiKey ?? (existing === undefined ? randomKey('user') : undefined)
    if (key !== undefined) {
      const owner = { kind: 'user', accountId: null, userId, role: null, agentMode: null } as const
      await insertApiKey(tx, keyRow(key, 'Initial key', owner, now))
    }
    const newKey = input.apiKey === undefined ? key : undefined
    return { accountId: requested, newKey, isNewAccount: existing === undefined }
  })
}

const addAccount = (tx: Transaction, id: string, name: string, now: Date): Promise<unknown> =>
  insertAccount(tx, { id, name, runtimeId: runtimeIds[0], alertSettings: defaultAlertSettings, createdAt: now })

/** A new account belongs to the user of the configured key when that key exists already. */
async function ownerOf(tx: Transaction, accountId: string, apiKey: string | undefined, now: Date): Promise<string> {
  const owner = await findOwner(tx, accountId)
  if (owner !== null) return owner
  const known = apiKey === undefined ? null : await findApiKeyGrants(tx, hashToken(apiKey))
  const userId = known?.userId ?? timeOrderedId(now.getTime())
  if (!known?.userId) await insertUser(tx, { id: userId, name: 'Owner', email: unknownOwnerAddress, createdAt: now })
  await insertMembership(tx, { accountId, userId, role: 'OWNER', createdAt: now })
  return userId
}
