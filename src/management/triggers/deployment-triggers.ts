import { DeploymentTriggerBodySchema, mayUseRepository, withDefaults } from '#contract'
import type { DeploymentTriggerBody, RepositoryGrants } from '#contract'
import { findPatternProblem } from '#evaluation'
import { Fault, invariant } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance, findFirstAccountId } from '#storage/accounts'
import { listDeploymentTriggers as listStoredTriggers, saveDeploymentTrigger } from '#storage/checks'
import type { DeploymentTriggerRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { subscribersOf } from '../channels/channel-subscribers.ts'

/** All of the account, oldest first. */
export const listDeploymentTriggers = (store: Store, caller: Caller): Promise<DeploymentTriggerRow[]> =>
  listStoredTriggers(store.db, caller.accountId)

/**
 * Creates a deployment trigger, or changes the one of its target for this repository, if the account may use it. Throws
 * REPOSITORY_NOT_ALLOWED, SUBSCRIPTION_TARGET_INVALID, CHECK_UNKNOWN, GROUP_UNKNOWN and REGULAR_EXPRESSION_INVALID.
 */
export function createDeploymentTrigger(
  store: Store,
  caller: Caller,
  body: DeploymentTriggerBody,
  grants: RepositoryGrants | null,
): Promise<{ readonly row: DeploymentTriggerRow; readonly isNew: boolean }> {
  const given = withDefaults(DeploymentTriggerBodySchema, body)
  const environmentRegexFilter = goodFilter('environmentRegexFilter', given.environmentRegexFilter)
  const environmentUrlRegexFilter = goodFilter('environmentUrlRegexFilter', given.environmentUrlRegexFilter)
  return store.db.transaction(async (tx) => {
    const { accountId } = caller
    const firstAccountId = await findFirstAccountId(tx)
    if (!mayUseRepository(grants, { accountId, firstAccountId, repoName: given.repoName }))
      throw new Fault('REPOSITORY_NOT_ALLOWED', { values: { accountId, repository: given.repoName } })
    const requested = { activated: true, checkId: given.checkId ?? null, groupId: given.groupId ?? null }
    const [target] = await subscribersOf(tx, caller.accountId, [requested])
    invariant(target, 'one body names one target')
    const { row, isNew } = await saveDeploymentTrigger(tx, {
      accountId: caller.accountId,
      checkId: target.checkId,
      groupId: target.groupId,
      provider: given.provider ?? 'GITHUB',
      repoId: String(given.repoId),
      repoName: given.repoName,
      repoLink: given.repoLink ?? '',
      useEnvironmentUrl: given.useEnvironmentUrl ?? true,
      includeScreenshots: given.includeScreenshots ?? false,
      runLocation: given.runLocation ?? 'us-east-1',
      environmentRegexFilter,
      environmentUrlRegexFilter,
      now: new Date(caller.nowMs),
    })
    invariant(row, 'an upsert answers its row')
    if (isNew) await assertAllowance(tx, caller, 'DEPLOYMENT_TRIGGERS')
    return { row, isNew }
  })
}

function goodFilter(field: string, source: string | null | undefined): string | null {
  const problem = source === null || source === undefined ? null : findPatternProblem(source)
  if (problem !== null)
    throw new Fault('REGULAR_EXPRESSION_INVALID', {
      values: { field, problem },
      problems: [{ path: field, rule: 'regularExpression', parameters: { detail: problem } }],
    })
  return source ?? null
}
