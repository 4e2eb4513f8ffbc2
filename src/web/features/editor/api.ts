import { useQueryClient } from '@tanstack/react-query'
import { call, callWith } from '../../api/call.ts'
import { change, changeAll } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import type { RunEvent } from '../../results/live/live-steps.ts'
import { useMay } from '../../session/session.tsx'
import { typedBody } from '../../ui/form/body.ts'

export type Check = Answer<'getCheck'>
export type DryRun = Answer<'startDryRun'>

export const useMayCreateCheck = (): boolean => useMay('createCheckGeneric')
export const useMayUpdateCheck = (): boolean => useMay('updateCheckGeneric')

/** A check as it was when its editor was opened. */
export const useCheck = (id: string) =>
  useOperation('getCheck', { params: { id } }, { staleMs: Number.POSITIVE_INFINITY })

/** A check with the files of its scripts, to make another from. */
export const useCheckToCopy = (id: string) =>
  useOperation('getCheck', { params: { id }, query: { includeDependencies: true } })

export const readCheck = (id: string): Promise<Check> => call('getCheck', { params: { id } })

/** Creates a check of a type. Throws an ApiError. */
export function useCreateCheck(): (checkType: string, draft: CheckDraft) => Promise<Check> {
  const client = useQueryClient()
  return (checkType, draft) => change(client, 'createCheckGeneric', { body: typedBody({ checkType, ...draft }) })
}

type Updated = Answer<'updateCheckGeneric'>

interface Update {
  readonly id: string
  /** The changed fields. */
  readonly body: CheckDraft
  /** Only if this is still the latest. */
  readonly version: string | undefined
  /** Called before what the change shows is read again; without a check where nothing changed. */
  readonly onSaved: (check?: Updated) => void
}

/** Changes a check. Throws an ApiError. */
export function useUpdateCheck(): (update: Update) => Promise<void> {
  const client = useQueryClient()
  return ({ id, body, version, onSaved }) =>
    changeAll(client, async (send) => {
      if (Object.keys(body).length === 0) return onSaved()
      const headers = version === undefined ? {} : { 'if-match': version }
      onSaved(await send('updateCheckGeneric', { params: { id }, body }, { headers }))
    })
}

interface Following {
  /** The events of a script are followed, and its screenshots are in its trace. */
  readonly hasScript: boolean
  /** A code or a slug name; undefined: the first location of the check. */
  readonly runLocation: string | undefined
  readonly signal: AbortSignal
  readonly onEvents: (events: readonly RunEvent[]) => void
}

const waitSeconds = 20

/** Runs a check once without saving it, and returns how it ended. */
export async function runOnce(
  checkType: string,
  draft: CheckDraft,
  { hasScript, runLocation, signal, onEvents }: Following,
): Promise<DryRun> {
  const query = { maxWaitSeconds: hasScript ? 0 : waitSeconds }
  const check = { checkType, ...draft }
  const body = { check, ...(runLocation && { runLocation }), ...(hasScript && { includeTraces: true }) }
  const started: DryRun = await callWith('startDryRun', { query, body: typedBody(body) }, { signal })
  if (started.status !== 'RUNNING') return started
  const params = { dryRunId: started.id }
  for (let after = 0; ;) {
    const asked = { params, query: { after, maxWaitSeconds: waitSeconds } }
    const { status, position, events } = await callWith('getDryRunProgress', asked, { signal })
    if (events.length > 0) onEvents(events)
    if (status !== 'RUNNING') return callWith('getDryRun', { params, query: { maxWaitSeconds: 0 } }, { signal })
    after = position
  }
}
