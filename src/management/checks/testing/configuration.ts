import { defaultAlertSettings } from '#contract'
import { createEncryption, randomId } from '#kernel'
import type { Caller } from '#kernel'
import { insertAccount } from '#storage/accounts'
import { insertChannel } from '#storage/alerts'
import type { CheckStateRow } from '#storage/checks'
import type { Database, Store } from '#storage/database'

export const startMs = Date.parse('2026-01-01T00:00:00.000Z')

export const storeOn = (db: Database): Store => ({ db, encryption: createEncryption('a key for tests') })

/** A caller in a separate account. */
export async function newCaller(store: Store): Promise<Caller> {
  const id = randomId()
  await insertAccount(store.db, {
    id,
    name: 'Account',
    runtimeId: '2026.04',
    alertSettings: defaultAlertSettings,
    createdAt: new Date(startMs),
  })
  return { accountId: id, nowMs: startMs }
}

export const later = (caller: Caller, ms: number): Caller => ({ ...caller, nowMs: caller.nowMs + ms })

/** The id of a new channel. */
export const newChannel = (store: Store, caller: Caller, autoSubscribe = false): Promise<number> =>
  insertChannel(store.db, store.encryption, {
    accountId: caller.accountId,
    type: 'EMAIL',
    config: { address: 'ops@example.com' },
    sendRecovery: true,
    sendFailure: true,
    sendDegraded: false,
    sslExpiry: false,
    sslExpiryThreshold: 30,
    autoSubscribe,
    pausedUntil: null,
    createdAt: new Date(startMs),
    updatedAt: null,
  })

export interface ScheduleSeen {
  readonly checkId: string
  readonly checkName: string
  readonly frequency: number
  readonly locations: string[]
  readonly runParallel: boolean
  readonly nextRunAt: Date | null
}

export async function scheduleOf({ db }: Store, checkId: string): Promise<ScheduleSeen | undefined> {
  const [row] = await db.rows<ScheduleSeen & Record<string, unknown>>(
    'select * from check_schedules where check_id = $1',
    [checkId],
  )
  return row
}

export async function stateOf({ db }: Store, checkId: string): Promise<Pick<CheckStateRow, 'reminderAt'> | undefined> {
  const [row] = await db.rows<{ reminderAt: Date | null }>('select reminder_at from check_states where check_id = $1', [
    checkId,
  ])
  return row
}

const tables = [
  'checks',
  'check_groups',
  'check_schedules',
  'check_states',
  'heartbeat_timers',
  'channel_subscriptions',
]

/** Everything an account has in the tables that these verbs write, as a string. */
export async function everythingOf({ db }: Store, { accountId }: Caller): Promise<string> {
  const parts = await Promise.all(
    tables.map((table) =>
      db.rows<{ row: string }>(`select t::text as row from ${table} t where account_id = $1 order by 1`, [accountId]),
    ),
  )
  return parts.flatMap((rows, index) => rows.map(({ row }) => `${tables[index]} ${row}`)).join('\n')
}

/** The code of the fault that an action throws. */
export async function codeOf(action: Promise<unknown>): Promise<string> {
  const error: unknown = await action.then(
    () => new Error('The action succeeded.'),
    (reason: unknown) => reason,
  )
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
