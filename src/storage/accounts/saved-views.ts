import type { Queryable } from '../database/queryable.ts'
import { findsAny } from '../database/queryable.ts'
import type { SavedViewsTable } from '../generated/tables.ts'

export type SavedViewRow = SavedViewsTable

/** Whose views: a person in an account. */
export interface ViewOwner {
  readonly accountId: string
  readonly userId: string
}

export const listSavedViews = (db: Queryable, { accountId, userId }: ViewOwner): Promise<SavedViewRow[]> =>
  db.rows(`select * from saved_views where account_id = $1 and user_id = $2 order by folded(name), id`, [
    accountId,
    userId,
  ])

/** Saves a view; one of the same name keeps its id. */
export const upsertSavedView = (db: Queryable, view: SavedViewRow): Promise<SavedViewRow[]> =>
  db.rows(
    `insert into saved_views (account_id, user_id, id, name, query, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, user_id, name) do update set query = excluded.query returning *`,
    [view.accountId, view.userId, view.id, view.name, view.query, view.createdAt],
  )

export const deleteSavedView = (db: Queryable, { accountId, userId }: ViewOwner, id: string): Promise<boolean> =>
  findsAny(db, `delete from saved_views where account_id = $1 and user_id = $2 and id = $3`, [accountId, userId, id])
