import { hashToken, randomToken, timeOrderedId } from '#kernel'
import { deleteDashboardKeys, insertDashboardKey } from '#storage/dashboards'
import type { DashboardKeyRow, DashboardRow } from '#storage/dashboards'
import type { Queryable } from '#storage/database'

/** A key of a dashboard; the key itself is only in the response that creates it. */
export type DashboardKeyView = DashboardKeyRow & { readonly rawKey?: string }

const keyBytes = 24
const visibleAtEnd = 4
/** A prefix by which scanners for leaked secrets recognize it. */
const prefix = 'db_'

/** Creates a key when a dashboard becomes private, and deletes all when it becomes public. */
export async function followPrivacy(
  tx: Queryable,
  dashboard: DashboardRow,
  { wasPrivate, nowMs }: { readonly wasPrivate: boolean; readonly nowMs: number },
): Promise<DashboardKeyView[]> {
  if (dashboard.isPrivate === wasPrivate) return []
  if (dashboard.isPrivate) return [await makeKey(tx, dashboard, nowMs)]
  await deleteDashboardKeys(tx, dashboard.accountId, dashboard.id)
  return []
}

/** Deletes the keys of a locked private dashboard, and creates one. */
export async function replaceKey(tx: Queryable, dashboard: DashboardRow, nowMs: number): Promise<DashboardKeyView> {
  await deleteDashboardKeys(tx, dashboard.accountId, dashboard.id)
  return makeKey(tx, dashboard, nowMs)
}

async function makeKey(tx: Queryable, { accountId, id }: DashboardRow, nowMs: number): Promise<DashboardKeyView> {
  const rawKey = `${prefix}${randomToken(keyBytes)}`
  const row: DashboardKeyRow = {
    id: timeOrderedId(nowMs),
    dashboardId: id,
    masked: `${prefix}...${rawKey.slice(-visibleAtEnd)}`,
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  await insertDashboardKey(tx, accountId, { ...row, hash: hashToken(rawKey) })
  return { ...row, rawKey }
}
