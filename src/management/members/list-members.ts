import type { Role } from '#contract'
import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { listMembers as listStoredMembers } from '#storage'
import type { MemberFilter, MemberRow, Store } from '#storage'

export interface MemberQuery {
  readonly search?: string | undefined
  readonly type?: MemberRow['kind'] | undefined
  readonly role?: Role | undefined
  readonly status?: 'ACTIVE' | 'PENDING' | 'EXPIRED' | undefined
  readonly limit: number
  readonly nextId?: string | undefined
}

/** Members and open or expired invites, in the order in which they came; `nextId` is null at the end. Throws CURSOR_INVALID. */
export async function listMembers(
  store: Store,
  caller: Caller,
  query: MemberQuery,
): Promise<{ items: MemberRow[]; nextId: string | null }> {
  const rows = await listStoredMembers(store.db, {
    accountId: caller.accountId,
    kind: query.type ?? null,
    role: query.role ?? null,
    status: query.status ?? null,
    search: query.search ?? null,
    after: query.nextId === undefined ? null : placeOf(query.nextId),
    now: new Date(caller.nowMs),
    limit: query.limit + 1,
  })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return { items, nextId: rows.length > query.limit && last ? cursorOf(last) : null }
}

const cursorOf = (row: MemberRow): string => `${row.created_at.getTime()}.${row.id}`

function placeOf(cursor: string): MemberFilter['after'] {
  const [, ms = '', id = ''] = /^(\d{1,14})\.(.+)$/.exec(cursor) ?? []
  if (!isUuid(id)) throw new Fault('CURSOR_INVALID')
  return { createdAt: new Date(Number(ms)), id }
}
