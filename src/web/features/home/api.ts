import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changeAll } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { homeOverview } from '../../live/home-reads.ts'
import { useMay } from '../../session/session.tsx'
import { cellsRead } from './arrangement.ts'
import type { Arrangement } from './arrangement.ts'

export type Overview = Answer<'getOverview'>
export type Issue = Overview['issues'][number]
export type IssueCheck = Issue['checks'][number]
/** All checks with their states, and their groups. */
export type Cells = Answer<'listCheckCells'>
export type Sessions = Answer<'triggerCheckSessionsV2'>['sessions']

export const useMayCreateCheck = (): boolean => useMay('createUrlCheck')
export const useMayRunChecks = (): boolean => useMay('triggerCheckSessionsV2')
export const useMayOpenIncident = (): boolean => useMay('createStatusPageIncident')
export const useMayAcknowledge = (): boolean => useMay('acknowledgeCheck')

export const useOverview = () => useOperation('getOverview', homeOverview)

/** All checks by what they are arranged by. */
export const useArrangedCells = (by: Arrangement) =>
  useOperation('listCheckCells', cellsRead(by), { keepsPrevious: true })

/** All checks by group, for a dialog. */
export const useCells = () => useOperation('listCheckCells', undefined, { staleMs: 10_000 })

/** The first muted checks, and how many checks are in each state. */
export const useMutedChecks = (limit: number) => useOperation('listCheckRows', { query: { muted: true, limit } })

/** Acknowledges checks. Returns why one could not be; null when all were. */
export function useAcknowledge(): (ids: readonly string[]) => Promise<unknown> {
  const client = useQueryClient()
  return async (ids) => {
    const done = await changeAll(client, (send) =>
      Promise.allSettled(ids.map((id) => send('acknowledgeCheck', { params: { id }, body: {} }))),
    )
    return done.find((one) => one.status === 'rejected')?.reason ?? null
  }
}

/** As many ids as one request takes. */
const mostAtOnce = 1_000

/** Runs checks now. Throws an ApiError. */
export async function runChecks(ids: readonly string[]): Promise<Sessions> {
  const sessions: Sessions = []
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const body = { target: { checkId: ids.slice(from, from + mostAtOnce) } }
    sessions.push(...(await call('triggerCheckSessionsV2', { body })).sessions)
  }
  return sessions
}

export const runAllChecks = async (): Promise<Sessions> => (await call('triggerCheckSessionsV2', { body: {} })).sessions

export const runGroup = async (id: number): Promise<Sessions> =>
  (await call('runCheckGroup', { params: { id } })).sessions
