import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { leaseTables } from './lease-tables.ts'
import type { LeaseTable } from './lease-tables.ts'
import { backlogOf, claimRows, isHeld, releaseRows, renewRows, takeRows } from './leases.ts'
import type { HeldRow } from './leases.ts'
import { columnOf, propertyOf } from './records.ts'

const database = useDatabase()
const startMs = Date.UTC(2026, 0, 5)
const at = (minutes: number): Date => new Date(startMs + minutes * minuteMs)
const queue = 'eu-west-1'

type TableName = keyof typeof leaseTables

/** The columns that a row of work needs besides `claimable_at`. */
const needed: Readonly<Record<TableName, Readonly<Record<string, unknown>>>> = {
  runTasks: {
    id: randomId,
    accountId: randomId,
    checkId: randomId,
    sessionId: randomId,
    sequenceId: randomId,
    queue,
    sessionSize: 1,
    attempt: 1,
    runSource: 'SCHEDULER',
    scheduledFor: at(0),
    sequenceStartedAt: at(0),
    queuedAt: at(0),
  },
  notifications: {
    accountId: randomId,
    id: randomId,
    checkId: randomId,
    checkType: 'TCP',
    status: 'IN_PROGRESS',
    facts: {},
    isGroupable: false,
    createdAt: at(0),
  },
  rootCauseAnalyses: {
    accountId: randomId,
    id: randomId,
    errorGroupId: randomId,
    checkType: 'TCP',
    status: 'PENDING',
    isAutomatic: false,
    userContext: '',
    createdAt: at(0),
  },
  drills: { accountId: randomId, id: randomId, checkId: randomId, createdAt: at(0) },
  deployments: {
    accountId: randomId,
    id: randomId,
    logicalId: randomId,
    status: 'PENDING',
    options: {},
    requestedBy: {},
    createdAt: at(0),
  },
  commitStatuses: {
    accountId: randomId,
    id: randomId,
    sessionIds: [],
    repoName: 'owner/name',
    commitId: 'abc',
    context: 'shop',
    targetUrl: 'https://belfry.example',
    createdAt: at(0),
  },
  privateLocationMails: { accountId: randomId, id: randomId, eventId: randomId, address: 'a@company.com' },
  blindMails: {
    accountId: randomId,
    id: randomId,
    blindId: randomId,
    event: 'BLIND',
    at: at(0),
    address: 'a@company.com',
  },
  memberInvites: {
    accountId: randomId,
    id: randomId,
    email: () => `${randomId()}@mail.example`,
    role: 'READ_ONLY',
    inviterEmail: 'owner@mail.example',
    createdAt: at(0),
    expiresAt: at(60),
  },
  addressChanges: {
    userId: randomId,
    email: 'new@mail.example',
    tokenHash: () => Buffer.from(randomId()),
    createdAt: at(0),
    expiresAt: at(60),
  },
  scheduledReportMails: { accountId: randomId, id: randomId, recipientId: randomId, createdAt: at(0) },
  pageReaderMails: {
    accountId: randomId,
    id: randomId,
    statusPageId: randomId,
    email: 'reader@mail.example',
    isOnOwnDomain: false,
    expiresAt: at(60),
    createdAt: at(0),
  },
  subscriberMails: { messageId: 1, subscriberId: randomId, status: 'PENDING' },
}

/** The values behind $5 in the claims of the tables that have some. */
const ownValues: Partial<Record<TableName, readonly unknown[]>> = {
  runTasks: [[queue], 'runner', []],
  notifications: [[]],
}

/** In the database of this file, rows of work need not belong to anything. */
beforeAll(async () => {
  const foreignKeys = await database.db().rows<{ name: string; from: string }>(
    `select conname as name, conrelid::regclass::text as from from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any($1::text[])`,
    [Object.values(leaseTables).map(({ name }) => name)],
  )
  for (const { name, from } of foreignKeys) await database.db().query(`alter table ${from} drop constraint ${name}`)
})

/** Writes a row that is available after so many minutes. */
async function insertRow(name: TableName, minutes: number): Promise<void> {
  const columns: [string, unknown][] = Object.entries({ ...needed[name], claimableAt: at(minutes) })
  await database.db().query(
    `insert into ${leaseTables[name].name} (${columns.map(([property]) => columnOf(property)).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    columns.map(([, value]) => (typeof value === 'function' ? value() : value)),
  )
}

const claim = (name: TableName, minutes: number, limit = 10): Promise<Record<string, unknown>[]> =>
  claimRows(
    database.db(),
    leaseTables[name],
    { nowMs: at(minutes).getTime(), limit, leaseMs: 5 * minuteMs },
    ownValues[name],
  )

const heldRow = (table: LeaseTable, row: Readonly<Record<string, unknown>>): HeldRow => ({
  key: table.key.map(({ column }) => String(row[propertyOf(column)])),
  leaseToken: String(row['leaseToken']),
})

const tableNames: readonly TableName[] = [
  'runTasks',
  'notifications',
  'rootCauseAnalyses',
  'deployments',
  'commitStatuses',
  'privateLocationMails',
  'memberInvites',
  'addressChanges',
  'scheduledReportMails',
  'pageReaderMails',
  'subscriberMails',
]

it('every table with leases is a row of the table of them, with its primary key', async () => {
  const found = await database.db().rows<{ name: string; key: string[] }>(
    `select relation.relname as name, array_agg(key.attname::text || ' ' || format_type(key.atttypid, null)
       order by array_position(index.indkey, key.attnum)) as key
     from pg_class relation
     join pg_attribute token on token.attrelid = relation.oid and token.attname = 'lease_token'
     -- A partitioned table may have its primary key in its partitions alone.
     join lateral (
       select * from pg_index where indisprimary
       and (indrelid = relation.oid or indrelid in (select inhrelid from pg_inherits where inhparent = relation.oid))
       limit 1
     ) index on true
     join pg_attribute key on key.attrelid = index.indrelid and key.attnum = any(index.indkey)
     where relation.relkind in ('r', 'p') and not relation.relispartition
     group by relation.relname order by relation.relname`,
  )
  const declared = Object.values(leaseTables).map(({ name, key }) => ({
    name,
    key: key.map(({ column, type }) => `${column} ${type}`),
  }))
  expect(declared.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(found)
})

describe.each(tableNames)('a row of %s', (name) => {
  const table: LeaseTable = leaseTables[name]
  const keyOf = (row?: Readonly<Record<string, unknown>>) => row && heldRow(table, row).key.join()
  beforeEach(() => database.db().query(`truncate ${table.name}`))

  it('is claimed by one process only, the longest waiting first, and by another once the lease is over', async () => {
    await insertRow(name, 2)
    await insertRow(name, 1)
    await insertRow(name, 30)
    expect(await backlogOf(database.db(), table, at(3))).toEqual({ pending: 2, oldestSeconds: 120 })
    const [first] = await claim(name, 3, 1)
    const second = await claim(name, 3)
    const tokens = new Set([first, ...second].map((row) => row?.['leaseToken']))
    expect({ claimed: second.length, tokens: tokens.size }).toEqual({ claimed: 1, tokens: 2 })
    expect(first?.['claimableAt']).toEqual(at(8))
    const again = await claim(name, 8)
    expect(new Set(again.map(keyOf))).toEqual(new Set([first, ...second].map(keyOf)))
    expect(await claim(name, 8)).toEqual([])
  })

  it('is skipped, not waited for, while another process is claiming it', async () => {
    await insertRow(name, 1)
    await insertRow(name, 2)
    await database.db().transaction(async (tx) => {
      const request = { nowMs: at(3).getTime(), limit: 1, leaseMs: minuteMs }
      const own = await claimRows(tx, table, request, ownValues[name])
      const others = await database.db().transaction(async (other) => {
        // A claim that waits fails, instead of waiting for the end of this test.
        await other.query(`set local lock_timeout = '1s'`)
        return claimRows(other, table, { ...request, limit: 10 }, ownValues[name])
      })
      const keys = new Set([...own, ...others].map((row) => keyOf(row)))
      expect({ others: others.length, keys: keys.size }).toEqual({ others: 1, keys: 2 })
    })
  })

  it('is renewed, released and taken by the token of its claim and by no older one', async () => {
    await insertRow(name, 1)
    const release = (row: HeldRow) =>
      releaseRows(database.db(), table, [row], { set: `claimable_at = $${table.key.length + 2}`, values: [at(20)] })
    const hold = async (minutes: number): Promise<HeldRow> => {
      const [row = {}] = await claim(name, minutes)
      return heldRow(table, row)
    }
    const lost = await hold(2)
    const held = await hold(7)
    expect(lost.key).toEqual(held.key)
    expect(await renewRows(database.db(), table, [lost, held], at(15))).toBe(1)
    expect(await claim(name, 14)).toEqual([])
    expect(await release(lost)).toBe(0)
    expect(await release(held)).toBe(1)
    expect(await release(held)).toBe(0)
    expect(await claim(name, 19)).toEqual([])
    const again = await hold(20)
    const isThere = (row: HeldRow) =>
      database.db().rows(`select from ${table.name} where ${isHeld(table)}`, [...row.key, row.leaseToken])
    expect({ lost: await isThere(held), held: await isThere(again) }).toEqual({ lost: [], held: [{}] })
    expect(await takeRows(database.db(), table, [held])).toEqual([])
    expect(await takeRows(database.db(), table, [again])).toHaveLength(1)
    expect(await takeRows(database.db(), table, [again])).toEqual([])
  })
})
