import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAudited, operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { createApi, handlers } from '#api'
import { silentLog, TestClock } from '#kernel'
import { everyRepository, testOutlet, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { examples } from './examples.ts'
import { exampleCall } from './example-call.ts'
import { injectOperation } from './inject-operation.ts'
import type { Injected, OperationCall } from './inject-operation.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'
import { recordWrites, writtenTables } from './written-tables.ts'

const database = useDatabase()
const clock = new TestClock()
let files: ReturnType<typeof testArtifacts>
let app: ReturnType<typeof createApi>
let shared: SeededAccount

beforeAll(async () => {
  const store = testStore(database.db())
  files = testArtifacts(store, clock)
  app = createApi({
    repositoryGrants: everyRepository,
    store,
    clock,
    log: silentLog,
    serviceName: 'service',
    publicUrl: 'http://localhost:3000',
    handlers,
    artifacts: files.tools,
    channels: testOutlet(clock),
    defaultLimit: { requests: 100_000, seconds: 60 },
  })
  shared = await fresh()
  await recordWrites(database.db())
})
afterAll(async () => {
  await app.close()
  files.remove()
})

const fresh = (): Promise<SeededAccount> => seedAccount({ app, store: testStore(database.db()), clock })

const rows: readonly (readonly [OperationId, OperationRow])[] = Object.entries(operations).map(([id, row]) => [
  operationId(id),
  row,
])
/** Some cannot succeed by one call. */
const audited = rows.filter(([id, row]) => isAudited(row) && (examples[id]?.answers ?? 200) < 300)

/** Sound because the name is a key of the table. */
function operationId(name: string): OperationId {
  return name as OperationId
}

/** What an operation deletes or uses up, others need. */
const accountFor = (row: OperationRow): Promise<SeededAccount> | SeededAccount =>
  row.method === 'DELETE' || row.access === 'public' ? fresh() : shared

const call = (id: OperationId, seed: SeededAccount, more: Partial<OperationCall> = {}): Promise<Injected> =>
  injectOperation(app, operations[id], {
    ...exampleCall(id, seed),
    key: seed.key,
    headers: { 'user-agent': 'conformance' },
    ...more,
  })

const isSuccess = ({ statusCode }: Injected): boolean => statusCode < 300

interface Entry {
  readonly operation: string
  readonly address: string
  readonly userAgent: string
  readonly actorType: string
}

const entriesOf = (accountId: string): Promise<Entry[]> =>
  database
    .db()
    .rows<Entry & Record<string, unknown>>('select * from audit_log where account_id = $1 order by id', [accountId])

describe('every operation that changes something', () => {
  it.each(audited)('%s is in the log with who, from where and by what', async (id, row) => {
    const seed = await accountFor(row)
    const more = id === 'signOut' ? await cookieOf(seed) : {}
    const before = (await entriesOf(seed.accountId)).length
    const answer = await call(id, seed, more)
    expect(answer).toSatisfy(isSuccess)
    const written = (await entriesOf(seed.accountId)).slice(before)
    expect(written).not.toEqual([])
    for (const entry of written)
      expect(entry).toMatchObject({
        operation: id,
        address: '192.0.2.1',
        userAgent: 'conformance',
        actorType: row.access === 'public' ? 'PERSON' : 'API_KEY',
      })
  })
})

async function cookieOf(seed: SeededAccount): Promise<Partial<OperationCall>> {
  const { headers } = await call('signInWithPassword', seed, { key: null })
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  return { key: null, headers: { cookie, 'user-agent': 'conformance' } }
}

describe('while the log cannot be written', () => {
  beforeAll(async () => {
    shared = await fresh()
    // Rows turn it on and off: a trigger that comes and goes would have every connection plan its statements anew.
    const db = database.db()
    await db.query('create table refusing ()')
    await db.query(`create function refuse() returns trigger language plpgsql as
      $$ begin if exists (select from refusing) then raise exception 'the log is full'; end if; return new; end $$`)
    await db.query('create trigger refuse before insert on audit_log for each row execute function refuse()')
  })
  const refusing = async (work: () => Promise<void>): Promise<void> => {
    await database.db().query('insert into refusing default values')
    await work().finally(() => database.db().query('delete from refusing'))
  }

  it.each(audited)('%s changes nothing', async (id) => {
    // Nothing of it changes, so that the next operation finds it whole.
    const seed = shared
    const more = id === 'signOut' ? await cookieOf(seed) : {}
    await refusing(async () => {
      let answer: Injected | undefined
      const written = await writtenTables(database.db(), async () => (answer = await call(id, seed, more)))
      expect({ status: answer?.statusCode, written }).toEqual({ status: 500, written: [] })
    })
  })
})
