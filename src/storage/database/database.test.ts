import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { isConnectionError, isDiskFull, isSerializationFailure, isStatementTimeout } from './database-errors.ts'

const { db, open, connectionString } = useDatabase({ empty: true })

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const sum = async (database: Database, table: string): Promise<unknown> =>
  (await database.rows(`select coalesce(sum(n), 0) as sum from ${table}`))[0]?.['sum']

/** Lets parties continue only when all of them have arrived. */
function meetingOf(parties: number): () => Promise<void> {
  const met = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived >= parties) met.resolve()
    return met.promise
  }
}

describe('values', () => {
  test('big integers and numerics arrive as numbers, dates as text, times as Date, arrays alike', async () => {
    const rows = await db().rows(
      `select 9007199254740991::bigint as big, 1.25::numeric as decimal, date '2026-03-01' as day,
         timestamptz '2026-03-01 12:00:00.123+02' as at, array[1, null, 3]::bigint[] as bigs,
         array[date '2026-03-01'] as days, '{"a":[1]}'::jsonb as doc`,
    )
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        decimal: 1.25,
        day: '2026-03-01',
        at: new Date('2026-03-01T10:00:00.123Z'),
        bigs: [1, null, 3],
        days: ['2026-03-01'],
        doc: { a: [1] },
      },
    ])
  })

  test('an integer that a number cannot hold is an error, not another integer', async () => {
    await expect(db().query('select 9007199254740993::bigint')).rejects.toThrow('9007199254740993')
  })
})

describe('statements', () => {
  test('a statement returns how many rows it changed', async () => {
    await db().query('create table changed (n int)')
    const inserted = await db().query('insert into changed select generate_series(1, 7)')
    expect(inserted).toEqual({ rows: [], rowCount: 7 })
  })

  test('a prepared statement goes on working after a migration changed its table', async () => {
    const database = open({ maxConnections: 1 })
    await database.query('create table reshaped (n int)')
    await database.namedRows('read-reshaped', 'select * from reshaped')
    await db().query(`alter table reshaped add column word text default 'new'`)
    await db().query('insert into reshaped values (1)')
    expect(await database.namedRows('read-reshaped', 'select * from reshaped')).toEqual([{ n: 1, word: 'new' }])
    const inTransaction = database.transaction((tx) => tx.namedRows('read-reshaped', 'select * from reshaped'))
    expect(await inTransaction).toEqual([{ n: 1, word: 'new' }])
    await database.close()
  })
})

describe('a server that cannot go on', () => {
  const raised = (state: string) =>
    rejection(db().query(`do $$ begin raise exception 'on purpose' using errcode = '${state}'; end $$`))

  test('recognises a full disk among other errors', async () => {
    expect({
      isDiskFull: isDiskFull(await raised('53100')),
      isConnectionError: isConnectionError(await raised('53100')),
    }).toEqual({ isDiskFull: true, isConnectionError: false })
    expect(isDiskFull(await raised('23514'))).toBe(false)
  })

  test.each(['53200', '53400', '58030', '57P03'])('%s is worth another try later', async (state) => {
    expect(isConnectionError(await raised(state))).toBe(true)
  })
})

describe('statements that take too long', () => {
  test('are ended by the server, save in upkeep', async () => {
    const database = open({ maxConnections: 1, statementTimeoutMs: 100 })
    expect(isStatementTimeout(await rejection(database.query('select pg_sleep(30)')))).toBe(true)
    await database.transaction((tx) => tx.query('select pg_sleep(0.2)'), { isUpkeep: true })
    expect(isStatementTimeout(await rejection(database.query('select pg_sleep(30)')))).toBe(true)
    await database.close()
  })
})

describe('transactions', () => {
  test('a transaction is committed when its function returns, and rolled back when it throws', async () => {
    await db().query('create table kept (n int)')
    await db().transaction((tx) => tx.query('insert into kept values (1)'))
    const failed = db().transaction(async (tx) => {
      await tx.query('insert into kept values (10)')
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await sum(db(), 'kept')).toBe(1)
  })

  test('a transaction whose failed statement was swallowed does not pretend to have committed', async () => {
    await db().query('create table swallowed (n int)')
    const committed = db().transaction(async (tx) => {
      await tx.query('insert into swallowed values (1)')
      await rejection(tx.query('select 1 / 0'))
    })
    await expect(committed).rejects.toThrow('passes on the failure')
    expect(await sum(db(), 'swallowed')).toBe(0)
  })

  test('serialization failures run the work again until both are in', async () => {
    await db().query('create table contended (n int)')
    await db().query('insert into contended values (0)')
    const meet = meetingOf(2)
    let runs = 0
    const increment = (): Promise<unknown> =>
      db().transaction(
        async (tx) => {
          runs += 1
          const rows = await tx.rows<{ n: number }>('select n from contended')
          await meet()
          await tx.query('update contended set n = $1', [(rows[0]?.n ?? 0) + 1])
        },
        { isolation: 'repeatable read' },
      )
    await Promise.all([increment(), increment()])
    expect(await sum(db(), 'contended')).toBe(2)
    expect(runs).toBe(3)
  })

  test('deadlocks run the work of the victim again', async () => {
    await db().query('create table crossed (id int primary key, n int)')
    await db().query('insert into crossed values (1, 0), (2, 0)')
    const meet = meetingOf(2)
    const addTo = (ids: readonly number[]): Promise<unknown> =>
      db().transaction(async (tx) => {
        await tx.query('update crossed set n = n + 1 where id = $1', [ids[0]])
        await meet()
        await tx.query('update crossed set n = n + 1 where id = $1', [ids[1]])
      })
    await Promise.all([addTo([1, 2]), addTo([2, 1])])
    expect(await sum(db(), 'crossed')).toBe(4)
  })

  test('a work that always fails to serialize gives up after three retries', async () => {
    let runs = 0
    const conflicting = db().transaction(async (tx) => {
      runs += 1
      await tx.query(`do $$ begin raise exception 'no' using errcode = '40001'; end $$`)
    })
    expect(isSerializationFailure(await rejection(conflicting))).toBe(true)
    expect(runs).toBe(4)
  })
})

describe('notifications', () => {
  test('a listener receives the notifications of its channel until it unsubscribes, and one that throws does not affect others', async () => {
    const database = open()
    const received: (string | undefined)[] = []
    const two = Promise.withResolvers<void>()
    await database.listen('word', () => {
      throw new Error('a bad listener')
    })
    const unsubscribe = await database.listen('word', (payload) => {
      received.push(payload)
      if (received.length === 2) two.resolve()
    })
    await db().query(`select pg_notify('word', 'one'), pg_notify('other', 'no'), pg_notify('word', '')`)
    await two.promise
    await unsubscribe()
    const last = Promise.withResolvers<unknown>()
    await database.listen('word', last.resolve)
    await db().query(`select pg_notify('word', 'three')`)
    expect(await last.promise).toBe('three')
    expect(received).toEqual(['one', ''])
    await database.close()
  })

  test('a lost connection is restored, reports that notifications may have been missed, and receives again', async () => {
    const database = open({ applicationName: 'listening' })
    const received: (string | undefined)[] = []
    let wake = Promise.withResolvers<void>()
    await database.listen('Odd "channel"', (payload) => {
      received.push(payload)
      wake.resolve()
    })
    await db().query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening'`)
    await wake.promise
    wake = Promise.withResolvers()
    await db().query(`select pg_notify('Odd "channel"', 'again')`)
    await wake.promise
    expect(received).toEqual([undefined, 'again'])
    await database.close()
  })
})

describe('failures of the connection', () => {
  test('a terminated backend fails its statement as a connection error and the pool goes on', async () => {
    const database = open({ maxConnections: 1 })
    const error = await rejection(database.query('select pg_terminate_backend(pg_backend_pid())'))
    expect(isConnectionError(error)).toBe(true)
    expect(await database.rows('select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
  })

  test('a server that is not there is a connection error, wherever it is not', async () => {
    const missing = [
      'postgresql://u@localhost/d?host=/nonexistent',
      'postgresql://u@127.0.0.1:1/d',
      'postgresql://u@localhost:1/d',
    ]
    for (const address of missing) {
      const database = openDatabase({ connectionString: address })
      expect(isConnectionError(await rejection(database.query('select 1')))).toBe(true)
      await database.close()
    }
  })

  test('a server that hangs up at once is a connection error', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const database = openDatabase({ connectionString: `postgresql://u@127.0.0.1:${port}/d` })
    expect(isConnectionError(await rejection(database.query('select 1')))).toBe(true)
    await database.close()
    server.close()
  })

  test('a mistake in a statement is not a connection error', async () => {
    expect(isConnectionError(await rejection(db().query('select nothing_here')))).toBe(false)
  })

  test('a connection string reaches the same database as the parts', async () => {
    const database = openDatabase({ connectionString: connectionString() })
    const name = 'select current_database() as name'
    expect(await database.rows(name)).toEqual(await db().rows(name))
    await database.close()
  })
})
