import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

/**
 * Whether a maintenance keeps alerts from opening incidents on a service at a time: a published one that suppresses
 * them, affects the service, and is shown where the service is.
 */
export const isIncidentSuppressed = (
  db: Queryable,
  { accountId, serviceId, at }: { readonly accountId: string; readonly serviceId: string; readonly at: Date },
): Promise<boolean> =>
  findsAny(
    db,
    `select from maintenances effective
     join maintenance_windows windows on windows.account_id = effective.account_id and windows.id = effective.window_id
     where effective.account_id = $1 and effective.effective_from <= $3 and effective.effective_until > $3
       and windows.visibility @> '{"enabled": true, "suppressAutoIncidents": true}'
       and (windows.visibility @> '{"affectAllServices": true}' or windows.visibility -> 'serviceIds' ? $2::text)
       and (windows.visibility -> 'statusPageIds' = '[]' or exists (
         select from status_page_card_services placed
         join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
         where placed.account_id = $1 and placed.service_id = $2::uuid
           and windows.visibility -> 'statusPageIds' ? cards.status_page_id::text))
     limit 1`,
    [accountId, serviceId, at],
  )

/** Whether a published maintenance that is on a page with components, or on all, keeps alerts from opening incidents there. */
export const isPageIncidentSuppressed = (
  db: Queryable,
  { accountId, statusPageId, at }: { readonly accountId: string; readonly statusPageId: string; readonly at: Date },
): Promise<boolean> =>
  findsAny(
    db,
    `select from maintenances effective
     join maintenance_windows windows on windows.account_id = effective.account_id and windows.id = effective.window_id
     where effective.account_id = $1 and effective.effective_from <= $3 and effective.effective_until > $3
       and windows.visibility @> '{"enabled": true, "suppressAutoIncidents": true}'
       and (windows.visibility -> 'statusPageIds' ? $2::text
         or windows.visibility -> 'statusPageIds' = '[]' and windows.visibility @> '{"affectAllServices": true}')
     limit 1`,
    [accountId, statusPageId, at],
  )

/** A window left without its pages would be on all, and one left without its services on none it still names. */
const afterLast = {
  serviceIds: '{"statusPageIds": []}',
  statusPageIds: '{"serviceIds": [], "affectAllServices": false}',
} as const

/** Removes a deleted service or page from the windows that name it; after the last one a window is on no page. */
export const removeFromMaintenanceWindows = (
  tx: Queryable,
  accountId: string,
  list: keyof typeof afterLast,
  id: string,
): Promise<unknown> =>
  tx.rows(
    `update maintenance_windows
     set visibility = jsonb_set(visibility, array[$2], (visibility -> $2) - $3::text)
       || case when visibility -> $2 = jsonb_build_array($3::text) then $4::jsonb else '{}' end
     where account_id = $1 and visibility -> $2 ? $3`,
    [accountId, list, id, afterLast[list]],
  )
