import { resourceEvents } from '#contract'
import type { AuditActorType, AuditResourceType, ResourceEvent } from '#contract'
import { timeOrderedId } from '#kernel'
import { announceResources } from '../accounts/event-streams.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Store } from '../database/store.ts'
import {
  captureChanges,
  deleteCapturedChanges,
  hasWritten,
  insertAuditEntries,
  readCapturedChanges,
} from './audit-log.ts'
import type { NewAuditEntry } from './audit-log.ts'
import { collectChanges } from './collect-entries.ts'
import type { AuditedChange, AuditSubject } from './collect-entries.ts'

/** Who does something, from where, and by which operation. */
export interface AuditOrigin {
  /** The id of an operation, or a command. */
  readonly operation: string
  readonly actor: {
    readonly type: AuditActorType
    readonly id: string | null
    readonly userId: string | null
    /** Of what is neither a person nor a key. */
    readonly name?: string
  }
  readonly address: string
  readonly userAgent: string
  /** The account of the request; null where it is about a user. */
  readonly accountId: string | null
  readonly subject: AuditSubject
  /** The time of an entry. */
  readonly now: () => Date
}

const maxUserAgent = 300
/** Rows compared without a pause: a bulk change has thousands, and runs must not wait for them. */
const portion = 250

/** Counters of attempts stay when what was attempted fails. */
const writes = /^\s*(?!select\b|insert into rate_windows\b)\w/i

/** A single changing statement runs in a transaction with its entry. */
function inTransactions(db: Database, transaction: Database['transaction']): Queryable {
  return {
    query: (text, values) => (writes.test(text) ? transaction((tx) => tx.query(text, values)) : db.query(text, values)),
    named: (name, text, values) =>
      writes.test(text) ? transaction((tx) => tx.named(name, text, values)) : db.named(name, text, values),
    rows: (text, values) => (writes.test(text) ? transaction((tx) => tx.rows(text, values)) : db.rows(text, values)),
    namedRows: (name, text, values) =>
      writes.test(text) ? transaction((tx) => tx.namedRows(name, text, values)) : db.namedRows(name, text, values),
  }
}

/** The audit record of one request or command. */
export class AuditRecord {
  readonly #origin: AuditOrigin
  #isWritten = false

  constructor(origin: AuditOrigin) {
    this.#origin = origin
  }

  /** A store whose transactions write what they change to the audit log before they commit. */
  of({ db, encryption }: Store): Store {
    const record = async <T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<[T, boolean]> => {
      await captureChanges(tx)
      const result = await work(tx)
      return [result, await this.#write(tx, encryption)]
    }
    const transaction: Database['transaction'] = async (work, options) => {
      const [result, isWritten] = await db.transaction((tx) => record(tx, work), options)
      this.#isWritten ||= isWritten
      return result
    }
    return { encryption, db: { ...db, ...inTransactions(db, transaction), transaction } }
  }

  /** Writes that it was done, unless one of its transactions wrote more. */
  async finish(db: Queryable): Promise<void> {
    if (!this.#isWritten) await this.#performed(db)
  }

  /** Writes that somebody failed, in every account of the users it was about. */
  async fail(db: Queryable, fault: string, userIds: readonly string[]): Promise<void> {
    for (const ofUserId of userIds)
      await insertAuditEntries(db, [{ ...this.#blank(), action: 'FAILED', accountId: null, ofUserId, fault }])
  }

  /** Returns whether there was anything to write. */
  async #write(tx: Transaction, encryption: Store['encryption']): Promise<boolean> {
    let [written, lastId] = [0, 0]
    for (let isLast = false; !isLast;) {
      const captured = await readCapturedChanges(tx, lastId, portion)
      const changed = collectChanges(captured, this.#origin.subject, encryption)
      if (changed.length > 0)
        await this.#insert(
          tx,
          changed.map((change) => ({ ...this.#entryOf(change), ...this.#signedIn(changed) })),
        )
      written += changed.length
      lastId = captured.at(-1)?.id ?? lastId
      isLast = captured.length < portion
    }
    if (lastId > 0) await deleteCapturedChanges(tx)
    if (written > 0) return true
    if (this.#isWritten || (lastId === 0 && !(await hasWritten(tx)))) return false
    await this.#performed(tx)
    return true
  }

  async #performed(db: Queryable): Promise<void> {
    const { accountId, actor } = this.#origin
    await this.#insert(db, [{ ...this.#blank(), action: 'PERFORMED', accountId, ofUserId: actor.userId }])
  }

  async #insert(db: Queryable, entries: readonly NewAuditEntry[]): Promise<void> {
    await insertAuditEntries(db, entries)
    await announceResources(db, entries.flatMap(changedResource), this.#origin.now())
  }

  #entryOf({ accountId, ofUserId, action, type, id, name, changes }: AuditedChange): NewAuditEntry {
    return {
      ...this.#blank(),
      accountId: type === 'ACCOUNT' ? id : accountId,
      ofUserId,
      action,
      resourceType: type,
      resourceId: id,
      resourceName: name,
      changes,
    }
  }

  /** Who signs in or out with this very transaction. */
  #signedIn(changed: readonly AuditedChange[]): Partial<NewAuditEntry> {
    const session = changed.find(({ type, ofUserId }) => type === 'BROWSER_SESSION' && ofUserId !== null)
    if (this.#origin.actor.type !== 'VISITOR' || session === undefined) return {}
    return { actorType: 'PERSON', actorId: session.id, userId: session.ofUserId }
  }

  #blank(): Omit<NewAuditEntry, 'action' | 'accountId' | 'ofUserId'> {
    const { operation, actor, address, userAgent, subject, now } = this.#origin
    const createdAt = now()
    return {
      id: timeOrderedId(createdAt.getTime()),
      createdAt,
      operation,
      resourceType: subject.type,
      resourceId: subject.id,
      resourceName: null,
      actorType: actor.type,
      actorId: actor.id,
      userId: actor.userId,
      actorName: actor.name ?? null,
      address,
      userAgent: userAgent.slice(0, maxUserAgent),
      changes: [],
      fault: null,
    }
  }
}

const eventsOfResources = new Map<AuditResourceType, ResourceEvent>(
  Object.entries(resourceEvents).flatMap(([event, { resources }]) =>
    resources.map((type) => [type, event as ResourceEvent] as const),
  ),
)

/** An action on a check that changes no settings is an acknowledgement, a snooze or a temporary mute. */
function changedResource({ accountId, action, resourceType, resourceId: id }: NewAuditEntry) {
  const event = resourceType === null ? undefined : eventsOfResources.get(resourceType)
  if (accountId === null || event === undefined) return []
  return [{ accountId, event: event === 'edited-checks' && action === 'PERFORMED' ? ('alerts' as const) : event, id }]
}
