import type { OperationId } from '#contract'
import { diagnose, rulesAuthor } from '#diagnosis'
import { claimPendingAnalyses, recordAnalysis } from '#error-groups'
import { minuteMs, randomId } from '#kernel'
import { recordTestSessionErrorGroups } from '#storage/error-groups'
import type { Store } from '#storage/database'

export interface SeededErrorGroups {
  readonly id: string
  readonly testSessionGroupId: string
  readonly projectId: string
  /** A finished one. */
  readonly analysisId: string
}

interface Asker {
  readonly accountId: string
  /** Calls one operation about the group of a check that has failed. */
  readonly call: (
    id: OperationId,
    params: Readonly<Record<string, string>>,
  ) => Promise<{ readonly id?: string | number }>
}

/** An error group of test sessions beside the group of a failed check, and a finished analysis of the latter. */
export async function seedErrorGroups(
  store: Store,
  nowMs: number,
  groupId: string,
  { accountId, call }: Asker,
): Promise<SeededErrorGroups> {
  const projectId = randomId()
  const [group] = await recordTestSessionErrorGroups(
    store.db,
    [
      {
        accountId,
        projectId,
        checkId: null,
        checkType: 'API',
        resultId: null,
        environment: 'staging',
        playwrightLocations: [
          { projectName: 'shop', specId: 'spec', testFile: 'cart.spec.ts', testTitle: 'pays', suitePath: ['cart'] },
        ],
        newId: randomId(),
        errorHash: 'hash',
        rawErrorMessage: 'Waited 3 s.',
        cleanedErrorMessage: 'Waited <n> s.',
      },
    ],
    new Date(nowMs),
  )
  const { id: analysisId } = await call('requestAnalysis', { errorGroupId: groupId })
  for (const claimed of await claimPendingAnalyses(store, { nowMs, limit: 100, leaseMs: minuteMs })) {
    await recordAnalysis(store, claimed, { analysis: diagnose(claimed.evidence), ...rulesAuthor, durationMs: 1 }, nowMs)
  }
  return { id: groupId, testSessionGroupId: String(group?.id), projectId, analysisId: String(analysisId) }
}
