import { call, callWith } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { useMay } from '../../session/session.tsx'
import { typedBody } from '../../ui/form/body.ts'

export type Check = Answer<'getCheck'>
export type DryRun = Answer<'startDryRun'>
export type DryRunEvent = Answer<'getDryRunProgress'>['events'][number]

export const useMayCreateCheck = (): boolean => useMay('createCheckGeneric')
export const useMayUpdateCheck = (): boolean => useMay('updateCheckGeneric')

/** A check as it was when its editor was opened. */
export const useCheck = (id: string) =>
  useOperation('getCheck', { params: { id } }, { staleMs: Number.POSITIVE_INFINITY })

export const readCheck = (id: string): Promise<Check> => call('getCheck', { params: { id } })

export const createCheck = (checkType: string, draft: CheckDraft): Promise<Check> =>
  call('createCheckGeneric', { body: typedBody({ checkType, ...draft }) })

/** Changes a check, with a version only if that is still the latest. Throws an ApiError. */
export const updateCheck = (id: string, body: CheckDraft, version?: string): Promise<Answer<'updateCheckGeneric'>> =>
  callWith(
    'updateCheckGeneric',
    { params: { id }, body },
    { headers: version === undefined ? {} : { 'if-match': version } },
  )

interface Following {
  /** What a script does is shown as it happens, and its pictures are in its trace. */
  readonly hasScript: boolean
  readonly signal: AbortSignal
  readonly onEvents: (events: readonly DryRunEvent[]) => void
}

const waitSeconds = 20

/** Runs a check once without saving it, and returns how it ended. */
export async function runOnce(
  checkType: string,
  draft: CheckDraft,
  { hasScript, signal, onEvents }: Following,
): Promise<DryRun> {
  const query = { maxWaitSeconds: hasScript ? 0 : waitSeconds }
  const body = { check: { checkType, ...draft }, ...(hasScript && { includeTraces: true }) }
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
