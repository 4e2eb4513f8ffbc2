import { wireCheckTypes } from '#contract'
import type { CheckDefinition } from '#contract'
import type { Encryption } from '#kernel'
import { findGroupDefinitions, listGroupMembers } from '#storage/checks'
import type { TriggerTarget } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { loadEffectiveChecks } from '#management'

const wireTypes: ReadonlySet<string> = new Set(wireCheckTypes)

export interface RunnableChecks {
  /** With group settings applied, in the order they run. */
  readonly checks: readonly CheckDefinition[]
  /** How many of them run at the same time. */
  readonly concurrency: number
  /** The name of the check or the group. */
  readonly name: string
}

/**
 * The checks of a trigger: its check, or the members of its group in `groupOrder`, without checks that are deactivated
 * or of a type that no runner can run.
 */
export async function runnableChecks(
  tx: Queryable,
  encryption: Encryption,
  target: TriggerTarget,
): Promise<RunnableChecks> {
  const { checkId, groupId } = target
  if (checkId !== null) return ofCheck(tx, encryption, checkId)
  const [group] = groupId === null ? [] : await findGroupDefinitions(tx, encryption, [groupId])
  if (group === undefined) return nothing
  const ids = await listGroupMembers(tx, group.accountId, group.id)
  const effective = await loadEffectiveChecks(tx, encryption, ids)
  const checks = ids.flatMap((id) => effective.get(id)?.check ?? []).filter(isRunnable)
  return { checks, concurrency: group.settings.concurrency, name: group.name }
}

const nothing: RunnableChecks = { checks: [], concurrency: 1, name: '' }

async function ofCheck(tx: Queryable, encryption: Encryption, id: string): Promise<RunnableChecks> {
  const check = (await loadEffectiveChecks(tx, encryption, [id])).get(id)?.check
  return check === undefined ? nothing : { checks: [check].filter(isRunnable), concurrency: 1, name: check.name }
}

const isRunnable = (check: CheckDefinition): boolean => check.activated && wireTypes.has(check.checkType)
