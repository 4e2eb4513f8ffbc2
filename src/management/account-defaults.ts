import { descriptorOf, regions, wireCheckTypes } from '#contract'
import type { AccountDefaults, AccountDefaultsBody, CheckDefaults, FieldProblem } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findFrequencyProblem } from '#schedule'
import { findCheckDefaults, saveCheckDefaults } from '#storage/accounts'
import { existingChannelIds } from '#storage/alerts'
import { holdGroupDefinitions } from '#storage/checks'
import type { StoredCheckDefaults } from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import { validateAlertSettings } from './checks/validate-alert-settings.ts'
import { validateEntitlements } from './checks/validate-entitlements.ts'
import { validateEscalationPolicy } from './escalation-policies/validate-rules.ts'
import { validatePrivateLocations } from './locations/private-locations.ts'

/**
 * The defaults for checks created in the interface, without channels, locations and groups that were deleted. Throws
 * ACCOUNT_NOT_FOUND.
 */
export async function getAccountDefaults(db: Queryable, accountId: string): Promise<AccountDefaults> {
  const stored = await findCheckDefaults(db, accountId)
  if (stored === null) throw new Fault('ACCOUNT_NOT_FOUND')
  return { check: withoutMissing(stored) }
}

/**
 * Replaces the defaults of checks, if there are some in the body. Throws the faults of a check that names what the
 * account does not have, or what its plan does not allow.
 */
export const changeAccountDefaults = (
  store: Store,
  caller: Caller,
  { check }: AccountDefaultsBody,
): Promise<AccountDefaults> =>
  store.db.transaction(async (tx) => {
    if (check !== undefined) {
      await validateDefaults(tx, store, caller, check)
      await saveCheckDefaults(tx, caller.accountId, check, new Date(caller.nowMs))
    }
    return getAccountDefaults(tx, caller.accountId)
  })

/** Defaults apply to checks of all types, so what one type can do is allowed. */
const mostFrequentType = wireCheckTypes.find((type) => descriptorOf(type).subMinute === true)
const usualFrequency = 10

const inCheck = (problem: FieldProblem): FieldProblem => ({ ...problem, path: `check.${problem.path}` })

async function validateDefaults(
  tx: Queryable,
  { encryption }: Store,
  caller: Caller,
  check: CheckDefaults,
): Promise<void> {
  const { frequency = usualFrequency, frequencyOffset = null, privateLocations, groupId } = check
  const problem = mostFrequentType && findFrequencyProblem({ checkType: mostFrequentType, frequency, frequencyOffset })
  if (problem) throw new Fault(problem.code, { ...problem, problems: problem.problems.map(inCheck) })
  validateAlertSettings(check.alertSettings, 'check.alertSettings.')
  validateEntitlements(caller, check)
  await validatePrivateLocations(tx, caller.accountId, privateLocations ?? [])
  await validateEscalationPolicy(tx, caller.accountId, check.alertSettings, 'check.alertSettings.')
  await validateChannels(tx, caller.accountId, check)
  if (typeof groupId !== 'number') return
  const groups = await holdGroupDefinitions(tx, encryption, caller.accountId, [groupId])
  if (groups.length === 0)
    throw new Fault('GROUP_UNKNOWN', {
      values: { groupId },
      problems: [inCheck({ path: 'groupId', rule: 'reference', parameters: { value: groupId } })],
    })
}

async function validateChannels(
  tx: Queryable,
  accountId: string,
  { alertChannelSubscriptions = [] }: CheckDefaults,
): Promise<void> {
  const ids = alertChannelSubscriptions.map(({ alertChannelId }) => alertChannelId)
  const known = ids.length === 0 ? new Set() : await existingChannelIds(tx, accountId, ids)
  const alertChannelId = ids.find((id) => !known.has(id))
  if (alertChannelId !== undefined)
    throw new Fault('ALERT_CHANNEL_UNKNOWN', {
      values: { alertChannelId },
      problems: [
        inCheck({ path: 'alertChannelSubscriptions', rule: 'reference', parameters: { value: alertChannelId } }),
      ],
    })
}

function withoutMissing({ defaults, channelIds, slugNames, hasGroup }: StoredCheckDefaults): CheckDefaults {
  const { locations, privateLocations, alertChannelSubscriptions, groupId, ...others } = defaults
  const left = {
    locations: remaining(locations, (region) => regions.includes(region)),
    privateLocations: remaining(privateLocations, (slugName) => slugNames.includes(slugName)),
    alertChannelSubscriptions: remaining(alertChannelSubscriptions, (one) => channelIds.includes(one.alertChannelId)),
  }
  return {
    ...others,
    ...(left.locations && { locations: left.locations }),
    ...(left.privateLocations && { privateLocations: left.privateLocations }),
    ...(left.alertChannelSubscriptions && { alertChannelSubscriptions: left.alertChannelSubscriptions }),
    ...(hasGroup && groupId !== undefined && { groupId }),
  }
}

/** A list of which nothing is left says nothing; one that was empty says none. */
function remaining<Item>(
  list: readonly Item[] | null | undefined,
  isThere: (item: Item) => boolean,
): Item[] | undefined {
  const left = list?.filter(isThere)
  return list && list.length > 0 && left?.length === 0 ? undefined : left
}
