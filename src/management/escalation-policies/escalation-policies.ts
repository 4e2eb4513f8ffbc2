import { mostEscalationPolicies } from '#contract'
import type {
  EscalationPolicyBody,
  EscalationPolicyResource,
  EscalationPolicyUpdateBody,
  EscalationRules,
} from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteEscalationPolicy as removePolicy,
  existingChannelIds,
  insertEscalationPolicy,
  listEscalationPolicies as listStored,
  listPolicyUses,
  lockEscalationPolicies,
  lockEscalationPolicy,
  saveEscalationPolicy,
} from '#storage/alerts'
import type { EscalationPolicyRow } from '#storage/alerts'
import type { Queryable, Store } from '#storage/database'
import { validateRules } from './validate-rules.ts'

/** A policy without channels that were deleted, and where it is used. */
export interface EscalationPolicy extends EscalationPolicyRow {
  readonly usedBy: EscalationPolicyResource['usedBy']
}

/** The escalation policies of an account by name. */
export const listEscalationPolicies = ({ db }: Store, { accountId }: Caller): Promise<EscalationPolicy[]> =>
  listIn(db, accountId)

/** Throws ESCALATION_POLICY_NOT_FOUND. */
export const getEscalationPolicy = ({ db }: Store, { accountId }: Caller, id: string): Promise<EscalationPolicy> =>
  getIn(db, accountId, id)

/** Throws ALERT_CHANNEL_UNKNOWN, ESCALATION_STEPS_UNORDERED, ESCALATION_POLICIES_FULL and BODY_INVALID. */
export function createEscalationPolicy(
  store: Store,
  { accountId, nowMs }: Caller,
  body: EscalationPolicyBody,
): Promise<EscalationPolicy> {
  const row: EscalationPolicyRow = {
    accountId,
    id: timeOrderedId(nowMs),
    name: body.name,
    steps: stepsOf(body.steps),
    repeat: body.repeat ?? null,
    quietHours: body.quietHours ?? [],
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  return store.db.transaction(async (tx) => {
    await lockEscalationPolicies(tx, accountId)
    await validateRules(tx, accountId, row)
    await insertEscalationPolicy(tx, row)
    if ((await listStored(tx, accountId)).length > mostEscalationPolicies)
      throw new Fault('ESCALATION_POLICIES_FULL', { values: { max: mostEscalationPolicies } })
    return getIn(tx, accountId, row.id)
  })
}

/**
 * Changes a policy; pending steps are decided by it when they are due. Throws ESCALATION_POLICY_NOT_FOUND,
 * ALERT_CHANNEL_UNKNOWN, ESCALATION_STEPS_UNORDERED and BODY_INVALID.
 */
export const updateEscalationPolicy = (
  store: Store,
  { accountId, nowMs }: Caller,
  id: string,
  body: EscalationPolicyUpdateBody,
): Promise<EscalationPolicy> =>
  store.db.transaction(async (tx) => {
    const stored = await lockEscalationPolicy(tx, accountId, id)
    if (stored === null) throw new Fault('ESCALATION_POLICY_NOT_FOUND')
    const { steps, ...rest } = body
    const row = { ...stored, ...rest, ...(steps && { steps: stepsOf(steps) }), updatedAt: new Date(nowMs) }
    await validateRules(tx, accountId, { ...row, steps: steps ? row.steps : [] })
    await saveEscalationPolicy(tx, row)
    return getIn(tx, accountId, id)
  })

/** Throws ESCALATION_POLICY_NOT_FOUND, and ESCALATION_POLICY_IN_USE while alert settings name it. */
export const deleteEscalationPolicy = (store: Store, { accountId }: Caller, id: string): Promise<void> =>
  store.db.transaction(async (tx) => {
    if ((await lockEscalationPolicy(tx, accountId, id)) === null) throw new Fault('ESCALATION_POLICY_NOT_FOUND')
    const { account, groups, checks } = usesOf(await listPolicyUses(tx, accountId), id)
    const places = Number(account) + groups + checks
    if (places > 0) throw new Fault('ESCALATION_POLICY_IN_USE', { values: { places }, attributes: { places } })
    await removePolicy(tx, accountId, id)
  })

async function getIn(db: Queryable, accountId: string, id: string): Promise<EscalationPolicy> {
  const found = (await listIn(db, accountId)).find((policy) => policy.id === id)
  if (found === undefined) throw new Fault('ESCALATION_POLICY_NOT_FOUND')
  return found
}

async function listIn(db: Queryable, accountId: string): Promise<EscalationPolicy[]> {
  const rows = await listStored(db, accountId)
  if (rows.length === 0) return []
  const uses = await listPolicyUses(db, accountId)
  const named = rows.flatMap(({ steps }) => steps.flatMap(({ alertChannelIds }) => alertChannelIds))
  const known = await existingChannelIds(db, accountId, [...new Set(named)])
  return rows.map((row) => ({
    ...row,
    steps: row.steps.map((step) => ({
      ...step,
      alertChannelIds: step.alertChannelIds.filter((one) => known.has(one)),
    })),
    usedBy: usesOf(uses, row.id),
  }))
}

function usesOf(uses: Awaited<ReturnType<typeof listPolicyUses>>, id: string): EscalationPolicyResource['usedBy'] {
  const { account = false, groups = 0, checks = 0 } = uses.find(({ policyId }) => policyId === id) ?? {}
  return { account, groups, checks }
}

const stepsOf = (steps: EscalationPolicyBody['steps']): EscalationRules['steps'] =>
  steps.map(({ afterMinutes, alertChannelIds, quietHours = [] }) => ({
    afterMinutes,
    alertChannelIds: [...new Set(alertChannelIds)],
    quietHours,
  }))
