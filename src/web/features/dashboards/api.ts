import { useQueryClient } from '@tanstack/react-query'
import { versionOf } from '../../api/call.ts'
import { change, changeAll } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { now } from '../../time/page-time.ts'
import { changedFields, typedBody } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { rememberKey } from './fresh-keys.ts'

export type Dashboard = Answer<'getDashboard'>
export type Preview = Answer<'previewDashboard'>
export type Incident = Answer<'listDashboardIncidents'>['items'][number]
export type IncidentUpdate = NonNullable<Incident['incidentUpdates']>[number]

/** The name in the address of a dashboard. */
export type Name = Dashboard['dashboardId']

export const useDashboards = () => useAllItems('listDashboards')
export const useDashboard = (dashboardId: Name) => useOperation('getDashboard', { params: { dashboardId } })
export const useTags = () => useOperation('listCheckFacets', undefined, { staleMs: 60_000 }).data?.tags ?? []

/** The page as it would be; the one before stays until it is there. Nothing for those who may not change dashboards. */
export const usePreview = (body: Body, dashboardId: Name | null) =>
  useOperation(
    'previewDashboard',
    { query: dashboardId === null ? {} : { dashboardId }, body: typedBody(body) },
    { keepsPrevious: true, enabled: useMay('previewDashboard') },
  )

const mostIncidents = 100

/** The latest incidents of a dashboard with their updates. */
export const useIncidents = (dashboardId: Name) =>
  useOperation('listDashboardIncidents', { params: { dashboardId }, query: { limit: mostIncidents } })

/** A key is in no other answer than that to the request that made it. */
function keepKey({ dashboardId, keys }: Dashboard): void {
  const [key] = keys.filter(({ rawKey, maskedKey }) => rawKey !== maskedKey)
  if (key) rememberKey(dashboardId, key.rawKey)
}

interface Saving {
  /** Null: it is created. */
  readonly dashboard: Dashboard | null
  readonly before: Body
  readonly body: Body
  /** Called before what the change shows is read again. */
  readonly onSaved: () => void
}

/** Saves a dashboard, unless somebody else has saved another version. Returns its name. Throws an ApiError. */
export function useSaveDashboard(): (saving: Saving) => Promise<Name> {
  const client = useQueryClient()
  return ({ dashboard, before, body, onSaved }) =>
    changeAll(client, async (send) => {
      const saved =
        dashboard === null
          ? await send('createDashboard', { body: typedBody(body) })
          : await send(
              'updateDashboard',
              { params: { dashboardId: dashboard.dashboardId }, body: typedBody(changedFields(before, body)) },
              ifMatch(versionOf(dashboard)),
            )
      keepKey(saved)
      onSaved()
      return saved.dashboardId
    })
}

const ifMatch = (version: string | undefined) => (version === undefined ? {} : { headers: { 'if-match': version } })

/** Replaces the key of a private dashboard. Throws an ApiError. */
export function useRenewKey(): (dashboardId: Name) => Promise<void> {
  const client = useQueryClient()
  return async (dashboardId) =>
    changeAll(client, async (send) => keepKey(await send('renewDashboardKey', { params: { dashboardId } })))
}

/** Deletes a dashboard. Throws an ApiError. */
export function useDeleteDashboard(): (dashboardId: Name, onDeleted: () => Promise<void>) => Promise<void> {
  const client = useQueryClient()
  return (dashboardId, onDeleted) =>
    changeAll(client, async (send) => {
      await send('deleteDashboard', { params: { dashboardId } })
      await onDeleted()
    })
}

export const useCreateIncident = () => useChange('createIncident')
export const useChangeIncident = () => useChange('updateIncident')
export const useDeleteIncident = () => useChange('deleteIncident')
export const usePostUpdate = () => useChange('createIncidentUpdate')
export const useChangeUpdate = () => useChange('updateIncidentUpdate')
export const useDeleteUpdate = () => useChange('deleteIncidentUpdate')

/** Ends an incident now. Throws an ApiError. */
export function useEndIncident(): (id: string) => Promise<unknown> {
  const client = useQueryClient()
  return (id) =>
    change(client, 'updateIncident', { params: { id }, body: { stoppedAt: new Date(now()).toISOString() } })
}
