import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { versionOf } from '../../api/call.ts'
import { change, changeAll, reread } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { after, now } from '../../time/page-time.ts'

export type Schedule = Answer<'listMaintenanceSchedule'>
export type ScheduledWindow = Schedule['entries'][number]
export type MaintenanceWindow = Answer<'getMaintenanceWindow'>
export type Maintenance = Answer<'listMaintenances'>['items'][number]
export type Occurrence = Answer<'listMaintenanceOccurrences'>['entries'][number]
export type Preview = Answer<'previewMaintenanceWindow'>
export type Effect = Answer<'getMaintenanceEffect'>
export type WindowBody = Input<'createMaintenanceWindow'>['body']
export type PreviewBody = Input<'previewMaintenanceWindow'>['body']
export type UpdateBody = Input<'createMaintenanceUpdate'>['body']

export const useMayPlan = (): boolean => useMay('createMaintenanceWindow')
export const useMayChange = (): boolean => useMay('updateMaintenanceWindow')

export const useSchedule = () => useOperation('listMaintenanceSchedule')

/** The service needs a moment for what is due. */
const turnMs = 3_000
/** Timers of browsers count no further than a few weeks. */
const longestWaitMs = 86_400_000

/** Reads the schedule again when the next window begins or ends, which no event names. */
export function useReadAtTurns(entries: Schedule['entries']): void {
  const client = useQueryClient()
  const times = entries.flatMap(({ current, next }) => [current?.endsAt ?? [], next?.startsAt ?? []].flat())
  const turnAt = Math.min(...times.map((at) => Date.parse(at)).filter((at) => at > now()))
  useEffect(() => {
    const waitMs = turnAt - now() + turnMs
    return waitMs > longestWaitMs ? undefined : after(waitMs, () => void reread(client, ['maintenance-windows']))
  }, [client, turnAt])
}

const mostOccurrences = 500

/** The occurrences between two times; not asked if `enabled` is false. */
export const useOccurrences = (from: string, to: string, enabled = true) =>
  useOperation(
    'listMaintenanceOccurrences',
    { query: { from, to, limit: mostOccurrences } },
    { keepsPrevious: true, enabled },
  )

export const useWindow = (id: number) => useOperation('getMaintenanceWindow', { params: { id } })

/** The coverage of a window; not asked without times. */
export const usePreview = (body: PreviewBody | null) =>
  useOperation(
    'previewMaintenanceWindow',
    { body: body ?? { startsAt: '', endsAt: '' } },
    {
      enabled: body !== null,
      keepsPrevious: true,
    },
  )

const shownMaintenances = 20

export const useMaintenances = (id: number) =>
  useOperation('listMaintenances', { params: { id }, query: { limit: shownMaintenances, withHtml: true } })

/** The alerts that one maintenance held back; read when somebody looks. */
export const useEffectOf = (id: number, maintenanceId: string) =>
  useOperation('getMaintenanceEffect', { params: { id, maintenanceId } })

/** The tags of all checks, the most frequent first. */
export const useTags = (): readonly string[] =>
  useOperation('listCheckFacets', undefined, { staleMs: 60_000 }).data?.tags.map(({ tag }) => tag) ?? []

export const useServices = () =>
  useOperation('listStatusPageServices', { query: { paginated: false } }, { staleMs: 60_000 }).data?.entries ?? []
export const usePages = () =>
  useOperation('listStatusPages', { query: { limit: 100 } }, { staleMs: 60_000 }).data?.entries ?? []

/** A check with all tags by which windows find it; null while it is not known. */
export function useTaggedCheck(
  id: string | undefined,
): { readonly name: string; readonly tags: readonly string[] } | null {
  const check = useOperation('getCheck', { params: { id: id ?? '' } }, { enabled: id !== undefined }).data
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 })
  if (check === undefined || groups.data === undefined) return null
  const group = groups.data.find((one) => one.id === check.groupId)
  return { name: check.name, tags: [...new Set([...(check.tags ?? []), ...(group?.tags ?? [])])] }
}

interface Saving {
  /** Null: it is created. */
  readonly window: MaintenanceWindow | null
  readonly body: WindowBody
  /** The fields that differ from what is saved. */
  readonly changed: Partial<WindowBody>
  /** Called before what the change shows is read again. */
  readonly onSaved: () => void
}

/** Saves a window unless somebody else changed it meanwhile. Returns its id. Throws an ApiError. */
export function useSaveWindow(): (saving: Saving) => Promise<number> {
  const client = useQueryClient()
  return ({ window, body, changed, onSaved }) =>
    changeAll(client, async (send) => {
      const version = window ? versionOf(window) : undefined
      const { id } = window
        ? await send(
            'updateMaintenanceWindow',
            { params: { id: window.id }, body: changed },
            version === undefined ? {} : { headers: { 'if-match': version } },
          )
        : await send('createMaintenanceWindow', { body })
      onSaved()
      return id
    })
}

/** The changes to a window and its maintenances. Each ends when what is shown is as it is now, and throws an ApiError. */
export function useWindowChanges(id: number) {
  const client = useQueryClient()
  const at = (maintenanceId: string) => ({ id, maintenanceId })
  return {
    remove: (leave: () => Promise<void>) =>
      changeAll(client, async (send) => {
        await send('deleteMaintenanceWindow', { params: { id } })
        await leave()
      }),
    start: (minutes: number) => change(client, 'startMaintenance', { params: { id }, body: { minutes } }),
    end: (maintenanceId: string) => change(client, 'endMaintenance', { params: at(maintenanceId) }),
    move: (maintenanceId: string, body: Input<'rescheduleMaintenance'>['body']) =>
      change(client, 'rescheduleMaintenance', { params: at(maintenanceId), body }),
    skip: (maintenanceId: string) => change(client, 'deleteMaintenance', { params: at(maintenanceId) }),
    post: (maintenanceId: string, body: UpdateBody) =>
      change(client, 'createMaintenanceUpdate', { params: at(maintenanceId), body }),
    editUpdate: (maintenanceId: string, updateId: string, body: Input<'updateMaintenanceUpdate'>['body']) =>
      change(client, 'updateMaintenanceUpdate', { params: { ...at(maintenanceId), updateId }, body }),
    removeUpdate: (maintenanceId: string, updateId: string) =>
      change(client, 'deleteMaintenanceUpdate', { params: { ...at(maintenanceId), updateId } }),
  }
}
