import { beforeAll, describe, expect, it } from 'vitest'
import { isAudited } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { examples } from './examples.ts'
import type { Injected, OperationCall } from './inject-operation.ts'
import type { SeededAccount } from './seeded-account.ts'
import { rows, useOperations } from './use-operations.ts'
import { recordWrites, takeWritten } from './written-tables.ts'

const scene = useOperations()
const db = () => scene.database.db()
beforeAll(() => recordWrites(db()))

/** Some cannot succeed by one call. */
const audited = rows.filter(([id, row]) => isAudited(row) && (examples[id]?.answers ?? 200) < 300)

const call = (id: OperationId, seed: SeededAccount, more: Partial<OperationCall> = {}): Promise<Injected> =>
  scene.call(id, seed, { headers: { 'user-agent': 'conformance' }, ...more })

interface Entry {
  readonly operation: string
  readonly address: string
  readonly userAgent: string
  readonly actorType: string
}

const entriesOf = (accountId: string): Promise<Entry[]> =>
  db().rows<Entry & Record<string, unknown>>('select * from audit_log where account_id = $1 order by id', [accountId])

/** What takes something away comes last, and parts before what they belong to, so that one account has something for nearly all. */
const lastOf = ({ method, path }: OperationRow): number => (method === 'DELETE' ? 1 / path.split('/').length : 0)
const inOrder = audited.toSorted(([, a], [, b]) => lastOf(a) - lastOf(b))

/** What else is in the log, because the operation calls it. */
const carriedOut: Readonly<Partial<Record<OperationId, readonly OperationId[]>>> = {
  confirmAgentPlan: ['createCheckGroupV2'],
  undoAgentPlan: ['deleteCheckGroup'],
}

const isUsedUp = ({ statusCode }: Injected): boolean => [401, 404, 409].includes(statusCode)

describe('every operation that changes something', () => {
  let seed: SeededAccount
  beforeAll(() => {
    seed = scene.owner()
  })

  /** With a new account where the operations before have used up what this one is about. */
  async function perform(id: OperationId, isNew = false): Promise<Injected> {
    const more = await credentialsOf(id, seed)
    await db().rows('delete from audit_log')
    const answer = await call(id, seed, more)
    if (isNew || !isUsedUp(answer)) return answer
    seed = await scene.newAccount()
    return perform(id, true)
  }

  it.each(inOrder)('%s is in the log with who, from where and by what', async (id, row) => {
    expect(await perform(id)).toSatisfy(({ statusCode }: Injected) => statusCode < 300)
    const written = await entriesOf(seed.accountId)
    expect(new Set(written.map(({ operation }) => operation))).toEqual(new Set([id, ...(carriedOut[id] ?? [])]))
    for (const entry of written)
      expect(entry).toMatchObject({
        address: '192.0.2.1',
        userAgent: 'conformance',
        actorType: row.access === 'public' ? 'PERSON' : 'API_KEY',
      })
  })
})

/** Who signs out is signed in. */
async function credentialsOf(id: OperationId, seed: SeededAccount): Promise<Partial<OperationCall>> {
  if (id !== 'signOut') return {}
  const { headers } = await scene.call('signInWithPassword', seed, { key: null })
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  return { key: null, headers: { cookie, 'user-agent': 'conformance' } }
}

describe('while the log cannot be written', () => {
  let signedIn: Partial<OperationCall>
  beforeAll(async () => {
    signedIn = await credentialsOf('signOut', scene.otherAccount())
    await db().query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the log is full'; end $$`)
    await db().query('create trigger refuse before insert on audit_log for each row execute function refuse()')
    await takeWritten(db())
  })

  it.each(audited)('%s changes nothing', async (id) => {
    // Nothing of it changes, so that the next operation finds it whole.
    const { statusCode } = await call(id, scene.otherAccount(), id === 'signOut' ? signedIn : {})
    expect({ statusCode, written: await takeWritten(db()) }).toEqual({ statusCode: 500, written: [] })
  })
})
