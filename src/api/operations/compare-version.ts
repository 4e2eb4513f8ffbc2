import type { OperationRow } from '#contract'
import { Fault } from '#kernel'
import { listAuditEntries } from '#storage/audit'
import type { Database, Store, Transaction } from '#storage/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { subjectOf } from './audit-requests.ts'
import { opaqueOf } from '../answers/entity-tags.ts'
import type { RequestEnvironment } from './open-request.ts'
import type { ResourceVersions } from './resource-versions.ts'

/** A request with the environment in which it is handled. */
export interface OpenCall {
  readonly environment: RequestEnvironment
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The answer of an operation that reads. */
export type ReadAnswer = (readerId: string, call: OpenCall) => Promise<unknown>

/**
 * The environment of a request with `if-match`: its changes are refused when the resource has changed by then
 * (RFC 9110 section 13.1.1). Without the header, and where nothing reads the resource, nothing is compared.
 */
export const comparing =
  (row: OperationRow, versions: ResourceVersions, read: ReadAnswer) =>
  (call: OpenCall): RequestEnvironment => {
    const { environment, request } = call
    const wanted = request.headers['if-match']
    const readerId = wanted === undefined ? undefined : versions.readerOf(row)
    if (wanted === undefined || readerId === undefined) return environment
    const compare = async (store: Store): Promise<void> => {
      const answer = await read(readerId, { ...call, environment: { ...environment, store } })
      if (!namesVersion(wanted, versions.versionOf(readerId, answer))) throw await resourceChanged(store, row, request)
    }
    return { ...environment, store: comparingStore(environment.store, compare) }
  }

/** Whether a tag of `if-match` names this version. Proxies that compress make tags weak, so the weak ones count. */
const namesVersion = (ifMatch: string, version: string | undefined): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => opaqueOf(tag).slice(1, -1).split('.').at(-1) === version)

/**
 * A store whose first transaction begins with `compare`, on the same snapshot: when somebody else commits a change
 * meanwhile, PostgreSQL refuses the transaction, and it starts again with the comparison.
 */
function comparingStore(store: Store, compare: (store: Store) => Promise<void>): Store {
  let isCompared = false
  const transaction: Database['transaction'] = async (work, options) => {
    if (isCompared) return store.db.transaction(work, options)
    const comparing = async (tx: Transaction) => {
      await compare(storeOn(store, tx))
      return work(tx)
    }
    const isolation = options?.isolation === 'serializable' ? options.isolation : 'repeatable read'
    const result = await store.db.transaction(comparing, { ...options, isolation })
    isCompared = true
    return result
  }
  return { ...store, db: { ...store.db, transaction } }
}

const storeOn = (store: Store, tx: Transaction): Store => ({
  ...store,
  db: { ...store.db, ...tx, transaction: (work) => work(tx) },
})

/** Says what is known of the last change to who did not know of it. */
async function resourceChanged(store: Store, row: OperationRow, request: FastifyRequest): Promise<Fault> {
  const last = await lastChange(store, row, request)
  if (last === undefined) return new Fault('RESOURCE_CHANGED', { values: { changes: '' } })
  const changed = last.action === 'UPDATED' ? last.changes.map(({ path }) => path) : []
  const at = last.createdAt.toISOString()
  const changes = changed.length > 0 ? `, at ${at} (${changed.join(', ')})` : `, at ${at}`
  return new Fault('RESOURCE_CHANGED', { values: { changes }, attributes: { changedAt: at, changed } })
}

async function lastChange({ db }: Store, row: OperationRow, { params, caller }: FastifyRequest) {
  const { type, idName = '' } = subjectOf(row)
  const { [idName]: resourceId } = Object(params) as Readonly<Record<string, string>>
  if (!caller?.chosen || type === null || resourceId === undefined) return undefined
  const page = { beforeId: null, fromId: null, limit: 1 }
  const [last] = await listAuditEntries(db, caller.chosen.accountId, { resourceType: type, resourceId }, page)
  return last
}
