import type { OutgoingHeartbeatBody, OutgoingHeartbeatResource, Role } from '#contract'
import { Fault } from '#kernel'
import { deleteOutgoingHeartbeat, listOutgoingHeartbeats, notify, saveOutgoingHeartbeat } from '#storage/database'
import type { OutgoingHeartbeatRow, Store } from '#storage/database'
import { administersFirstAccount } from './accounts.ts'

interface Operator {
  readonly grants: readonly { readonly accountId: string; readonly role: Role }[]
  readonly now: Date
}

const most = 10
const defaultSeconds = 60

/** The heartbeats that the installation sends. Throws OPERATORS_ONLY. */
export async function listHeartbeatsSent(store: Store, operator: Operator): Promise<OutgoingHeartbeatResource[]> {
  await requireOperator(store, operator)
  return (await listOutgoingHeartbeats(store.db, store.encryption)).map(presented)
}

/** Throws OPERATORS_ONLY and OUTGOING_HEARTBEATS_FULL. */
export async function setHeartbeatSent(
  store: Store,
  { url, intervalSeconds = defaultSeconds }: OutgoingHeartbeatBody,
  operator: Operator,
): Promise<OutgoingHeartbeatResource> {
  await requireOperator(store, operator)
  const { host } = new URL(url)
  const created = { host, url, intervalSeconds, createdAt: operator.now }
  await store.db.transaction(async (tx) => {
    const others = (await listOutgoingHeartbeats(tx, store.encryption)).filter((one) => one.host !== host)
    if (others.length >= most) throw new Fault('OUTGOING_HEARTBEATS_FULL', { values: { limit: most } })
    await saveOutgoingHeartbeat(tx, store.encryption, created)
    await notify(tx, 'outgoing_heartbeats')
  })
  return presented({ ...created, pingedAt: null, failedAt: null, problem: null })
}

/** Throws OPERATORS_ONLY and OUTGOING_HEARTBEAT_NOT_FOUND. */
export async function endHeartbeatSent(store: Store, host: string, operator: Operator): Promise<void> {
  await requireOperator(store, operator)
  if (!(await deleteOutgoingHeartbeat(store.db, host))) throw new Fault('OUTGOING_HEARTBEAT_NOT_FOUND')
}

async function requireOperator(store: Store, { grants }: Operator): Promise<void> {
  if (!(await administersFirstAccount(store, grants))) throw new Fault('OPERATORS_ONLY')
}

const presented = ({ host, intervalSeconds, ...row }: OutgoingHeartbeatRow): OutgoingHeartbeatResource => ({
  host,
  intervalSeconds,
  createdAt: row.createdAt.toISOString(),
  pingedAt: row.pingedAt?.toISOString() ?? null,
  failedAt: row.failedAt?.toISOString() ?? null,
  problem: row.problem,
})
