import type { RetryStrategy } from '#contract'
import { effectiveCheck, effectiveRetryStrategy } from '#inheritance'
import { findChannels } from '#storage/alerts'
import { findGroupDefinitions } from '#storage/checks'
import type { AttachedChannel, LinkedCheck } from '#storage/checks'
import type { Store } from '#storage/database'

/** A check with everything its resource contains: secrets in plaintext, masked by the presenter. */
export interface CheckDetails extends LinkedCheck {
  /** The channels of its subscriptions. */
  readonly channels: readonly AttachedChannel[]
  /** The effective retry strategy, also where only the deprecated `doubleCheck` sets it; null for no retries. */
  readonly retryStrategy: RetryStrategy | null
}

export interface ReadOptions {
  /** Return the check with the settings of its group applied. */
  readonly applyGroupSettings?: boolean
}

/** A check whose channels may have been read with it. */
type Loaded = LinkedCheck & { readonly channels?: readonly AttachedChannel[] }

/** Adds missing channels, and the settings of groups on request, to any number of checks: two statements at most. */
export async function loadDetails(
  { db, encryption }: Store,
  linked: readonly Loaded[],
  { applyGroupSettings = false }: ReadOptions = {},
): Promise<CheckDetails[]> {
  const incomplete = linked.filter((item) => !item.channels)
  const channelIds = unique(incomplete.flatMap((item) => item.subscriptions.map(({ channelId }) => channelId)))
  const groupIds = applyGroupSettings ? unique(linked.flatMap((item) => item.check.groupId ?? [])) : []
  const [channels, groups] = await Promise.all([
    channelIds.length === 0 ? [] : findChannels(db, encryption, channelIds),
    findGroupDefinitions(db, encryption, groupIds),
  ])
  const channelsById = new Map(channels.map(({ id, type, config }) => [id, { id, type, config }]))
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  return linked.map((item) => {
    const check = effectiveCheck(item.check, groupsById.get(item.check.groupId ?? 0) ?? null)
    return {
      ...item,
      check,
      channels: item.channels ?? item.subscriptions.flatMap(({ channelId }) => channelsById.get(channelId) ?? []),
      retryStrategy: effectiveRetryStrategy(check),
    }
  })
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
