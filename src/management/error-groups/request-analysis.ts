import type { AnalysisRequestBody, CheckType } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import { notify } from '#storage/database'
import { findErrorGroup, findPendingAnalysis, findTestSessionErrorGroup, insertAnalyses } from '#storage/error-groups'
import type { Queryable, Store } from '#storage/database'
import type { GroupReference } from '#storage/error-groups'

interface AnalysisRequest {
  readonly groupId: string
  /** The user's context is an empty string when omitted. */
  readonly body: AnalysisRequestBody | undefined
}

/**
 * Requests an analysis of an error group and returns its id; a pending one with the same context is returned again.
 * Throws ERROR_GROUP_NOT_FOUND.
 */
export function requestAnalysis(store: Store, caller: Caller, { groupId, body }: AnalysisRequest): Promise<string> {
  return store.db.transaction(async (tx) => {
    const group = await findErrorGroup(tx, caller.accountId, groupId)
    if (group === null) throw new Fault('ERROR_GROUP_NOT_FOUND')
    const about = { accountId: caller.accountId, errorGroupId: groupId, testSessionErrorGroupId: null }
    return ensureAnalysis(tx, caller, { ...checkOf(group), about, userContext: contextOf(body) })
  })
}

/** The same for an error group of test sessions. Throws ERROR_GROUP_NOT_FOUND. */
export function requestTestSessionAnalysis(
  store: Store,
  caller: Caller,
  { groupId, body }: AnalysisRequest,
): Promise<string> {
  return store.db.transaction(async (tx) => {
    const group = await findTestSessionErrorGroup(tx, caller.accountId, groupId)
    if (group === null) throw new Fault('ERROR_GROUP_NOT_FOUND')
    const about = { accountId: caller.accountId, errorGroupId: null, testSessionErrorGroupId: groupId }
    return ensureAnalysis(tx, caller, { ...checkOf(group), about, userContext: contextOf(body) })
  })
}

const contextOf = (body: AnalysisRequestBody | undefined): string => (body?.userContext ?? '').trim()

const checkOf = (group: { readonly checkId: string | null; readonly checkType: CheckType }) => ({
  checkId: group.checkId,
  checkType: group.checkType,
})

interface NewAnalysis {
  readonly about: GroupReference
  readonly checkId: string | null
  readonly checkType: CheckType
  readonly userContext: string
}

async function ensureAnalysis(tx: Queryable, caller: Caller, requested: NewAnalysis): Promise<string> {
  const waiting = await findPendingAnalysis(tx, requested.about, requested.userContext)
  if (waiting) return waiting.id
  const id = timeOrderedId(caller.nowMs)
  const analysis = {
    accountId: caller.accountId,
    id,
    errorGroupId: requested.about.errorGroupId,
    testSessionErrorGroupId: requested.about.testSessionErrorGroupId,
    checkId: requested.checkId,
    checkType: requested.checkType,
    isAutomatic: false,
    userContext: requested.userContext,
  }
  const now = new Date(caller.nowMs)
  await insertAnalyses(tx, [analysis], { createdAt: now, claimableAt: now })
  await assertAllowance(tx, caller, 'ROOT_CAUSE_ANALYSES')
  await notify(tx, 'root_cause_analyses')
  return id
}
