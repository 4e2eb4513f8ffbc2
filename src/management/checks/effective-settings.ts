import { defaultAlertSettings } from '#contract'
import type { EffectiveSettingsResource } from '#contract'
import { sourcedEntries, sourcedSettings } from '#inheritance'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findAccounts } from '#storage/accounts'
import { findLinkedCheck, findLinkedGroup, findVariablesOfAccounts } from '#storage/checks'
import type { LinkedCheck, LinkedGroup } from '#storage/checks'
import type { Store } from '#storage/database'
import { checkIdOf } from './read-checks.ts'

type SubscribedChannel = Omit<EffectiveSettingsResource['alertChannels'][number], 'name'>

/** The effective settings of a check with their sources, in at most four statements. Throws CHECK_NOT_FOUND. */
export async function getEffectiveSettings({ db, encryption }: Store, { accountId }: Caller, id: string) {
  const linked = await findLinkedCheck(db, encryption, accountId, checkIdOf(id))
  if (linked === null) throw new Fault('CHECK_NOT_FOUND')
  const { check } = linked
  const [linkedGroup, [account], variables] = await Promise.all([
    check.groupId === null ? null : findLinkedGroup(db, encryption, accountId, check.groupId),
    findAccounts(db, [accountId]),
    findVariablesOfAccounts(db, encryption, [accountId]),
  ])
  const group = linkedGroup?.group ?? null
  const { alertSettings = defaultAlertSettings, runtimeId = null } = account ?? {}
  return {
    checkId: check.id,
    group: group && { id: group.id, name: group.name },
    ...sourcedSettings({ check, group, account: { alertSettings, runtimeId } }),
    ...sourcedEntries({ check, group, accountVariables: variables.get(accountId) ?? [] }),
    alertChannels: channelsOf(linked, linkedGroup),
  }
}

/** The subscription of a check decides about a channel, also when it is not active. */
function channelsOf(check: LinkedCheck, group: LinkedGroup | null): SubscribedChannel[] {
  const ofGroup = group?.subscriptions ?? []
  const own = new Set(check.subscriptions.map(({ channelId }) => channelId))
  const shared = new Set(ofGroup.map(({ channelId }) => channelId))
  return [
    ...check.subscriptions.map(({ channelId, activated }) => ({
      channelId,
      activated,
      source: 'CHECK' as const,
      alsoIn: shared.has(channelId) ? ['GROUP' as const] : [],
    })),
    ...ofGroup
      .filter(({ channelId }) => !own.has(channelId))
      .map(({ channelId, activated }) => ({ channelId, activated, source: 'GROUP' as const, alsoIn: [] })),
  ]
}
