import { defaultAlertSettings } from '#contract'
import type { AlertSettings, EscalationRules } from '#contract'
import { effectiveAlertSettings } from '#inheritance'
import type { Encryption } from '#kernel'
import type { EffectiveCheck } from '#management'
import { findEscalationPolicies, listChosenChannels } from '#storage/alerts'
import type { SubscribedChannel } from '#storage/alerts'
import type { Queryable } from '#storage/database'

/** A policy with its id and name. */
export interface NamedPolicy extends EscalationRules {
  readonly id: string
  readonly name: string
}

/** The policies that checks of a batch have, and the channels that their steps notify or have notified. */
export class Escalations {
  readonly #policies: ReadonlyMap<string, NamedPolicy>
  readonly #channels: ReadonlyMap<string, SubscribedChannel>

  constructor(policies: readonly (NamedPolicy & OfAccount)[], channels: readonly (SubscribedChannel & OfAccount)[]) {
    this.#policies = new Map(policies.map((policy) => [keyOf(policy.accountId, policy.id), policy]))
    this.#channels = new Map(channels.map((channel) => [keyOf(channel.accountId, channel.channelId), channel]))
  }

  policyOf(accountId: string, id: string | undefined): NamedPolicy | null {
    return (id !== undefined && this.#policies.get(keyOf(accountId, id))) || null
  }

  /** As if the check were subscribed to them. Channels that were deleted are left out. */
  channelsOf({ accountId, id: checkId }: OfAccount & { readonly id: string }, ids: readonly number[]) {
    return ids.flatMap((id): SubscribedChannel[] => {
      const channel = this.#channels.get(keyOf(accountId, id))
      return channel ? [{ ...channel, checkId }] : []
    })
  }
}

interface OfAccount {
  readonly accountId: string
}

const keyOf = (accountId: string, id: string | number): string => `${accountId} ${id}`

export const noEscalations = new Escalations([], [])

/** Reads nothing where no check has a policy and no step notified a channel. */
export async function loadEscalations(
  tx: Queryable,
  encryption: Encryption,
  named: {
    readonly accountIds: readonly string[]
    readonly policyIds: readonly string[]
    readonly channelIds: readonly number[]
  },
): Promise<Escalations> {
  const { accountIds, policyIds, channelIds } = named
  if (policyIds.length === 0 && channelIds.length === 0) return noEscalations
  const policies = policyIds.length === 0 ? [] : await findEscalationPolicies(tx, accountIds, policyIds)
  const ofSteps = policies.flatMap(({ steps }) => steps.flatMap(({ alertChannelIds }) => alertChannelIds))
  const ids = [...new Set([...channelIds, ...ofSteps])]
  return new Escalations(policies, await listChosenChannels(tx, encryption, accountIds, ids))
}

/** The ids of the policies that these checks have; `settings` are those of their accounts. */
export const policiesOf = (all: readonly EffectiveCheck[], settings: ReadonlyMap<string, AlertSettings>): string[] => {
  const ids = all.flatMap(
    ({ own, group }) =>
      effectiveAlertSettings({
        account: settings.get(own.accountId) ?? defaultAlertSettings,
        check: own.settings,
        group,
      }).escalationPolicyId ?? [],
  )
  return [...new Set(ids)]
}
