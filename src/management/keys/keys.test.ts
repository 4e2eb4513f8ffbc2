import { expect, it } from 'vitest'
import { isReachableAddress } from '#contract'
import { createEncryption, hashToken, randomId } from '#kernel'
import { findApiKeyGrants } from '#storage/accounts'
import { findOwnerAddress } from '#storage/alerts'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createKey, listKeys } from './keys.ts'
import { setUpFirstAccount } from './set-up-first-account.ts'

const database = useDatabase()
const store = (): Store => ({ db: database.db(), encryption: createEncryption('for tests') })
const now = new Date('2026-01-01T00:00:00.000Z')
const counts = async () => {
  const [row] = await database.db()
    .rows(`select (select count(*)::int from accounts) as accounts, (select count(*)::int from users) as users,
                  (select count(*)::int from api_keys) as keys`)
  return row
}

it('fifty set-ups at once make one account with one key', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => setUpFirstAccount(store(), { name: 'Main' }, now)),
  )
  expect(await counts()).toEqual({ accounts: 1, users: 1, keys: 1 })
  expect(outcomes.filter(({ isNewAccount }) => isNewAccount)).toHaveLength(1)
  const keys = outcomes.flatMap(({ newKey }) => newKey ?? [])
  expect(keys).toHaveLength(1)
  const grants = await findApiKeyGrants(database.db(), hashToken(keys[0] ?? ''))
  expect(grants?.grants).toEqual([{ accountId: outcomes[0]?.accountId, role: 'OWNER' }])
})

it('a given account and key are there afterwards, however often they are given', async () => {
  const given = { accountId: randomId(), apiKey: 'a-key-of-the-operator', name: 'Given' }
  const first = await setUpFirstAccount(store(), given, now)
  const second = await setUpFirstAccount(store(), given, now)
  expect({ first, second }).toEqual({
    first: { accountId: given.accountId, newKey: undefined, isNewAccount: true },
    second: { accountId: given.accountId, newKey: undefined, isNewAccount: false },
  })
  const grants = await findApiKeyGrants(database.db(), hashToken(given.apiKey))
  expect(grants?.grants).toEqual([{ accountId: given.accountId, role: 'OWNER' }])
})

it('the owner has the address that was given last, and without one an address that never gets mail', async () => {
  const accountId = randomId()
  const address = () => findOwnerAddress(database.db(), accountId)
  await setUpFirstAccount(store(), { accountId, name: 'Addressed' }, now)
  expect({ address: await address(), isReachableAddress: isReachableAddress((await address()) ?? '') }).toEqual({
    address: 'owner@localhost',
    isReachableAddress: false,
  })
  await setUpFirstAccount(store(), { accountId, ownerEmail: 'ops@mail.example', name: 'Addressed' }, now)
  await setUpFirstAccount(store(), { accountId, name: 'Addressed' }, now)
  expect({ address: await address(), isReachableAddress: isReachableAddress((await address()) ?? '') }).toEqual({
    address: 'ops@mail.example',
    isReachableAddress: true,
  })
})

it('a key belongs to an account that exists', async () => {
  const input = { kind: 'service', accountId: randomId(), name: 'Lost', role: 'ADMIN' } as const
  await expect(createKey(store(), input, now)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
})

it('the keys of an account are listed without the keys themselves', async () => {
  const { accountId } = await setUpFirstAccount(store(), { accountId: randomId(), name: 'Listed' }, now)
  const made = await createKey(store(), { kind: 'service', accountId, name: 'CI', role: 'READ_RUN' }, now)
  const keys = await listKeys(store(), accountId)
  expect(keys.find(({ id }) => id === made.id)).toEqual({
    id: made.id,
    kind: 'service',
    name: 'CI',
    prefix: made.prefix,
    userId: null,
    role: 'READ_RUN',
    agentMode: null,
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
  })
})
