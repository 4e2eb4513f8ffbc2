import { channelTypes, ownerChannelType } from '#contract'
import type { ChannelType } from '#contract'

/** A channel over which undelivered alerts of its account could be sent. */
export interface FallbackCandidate {
  readonly id: number
  readonly type: ChannelType
  readonly state: 'OK' | 'FAILING' | 'UNKNOWN'
  /** Whether anything in the account is subscribed to it. */
  readonly isSubscribed: boolean
  /** Whether it is paused, all its subscriptions are inactive, or its subscription to one of these checks is. */
  readonly isOff: boolean
  /** Whether it would open incidents that no recovery of the check closes. */
  readonly leavesIncidents: boolean
}

export interface FallbackFacts {
  /** In the order of their ids. */
  readonly channels: readonly FallbackCandidate[]
  /** Null when the owner has no address, or the service cannot send mail. */
  readonly ownerAddress: string | null
  /** The types of the channels that did not deliver the alerts. */
  readonly failedTypes: readonly ChannelType[]
  /** Ids of the channels already tried for these alerts; 0 is the owner's address. */
  readonly tried: readonly number[]
}

export type FallbackChoice = { readonly ownerAddress: string } | { readonly channelId: number }

/** Stands for the owner's address among the ids of tried channels. */
export const ownerChannelId = 0

/**
 * Chooses the fallback for alerts that their channel does not deliver: the owner's address, or the best channel of the
 * account that is not failing, is not turned off and leaves no incident open. When mail has failed, a channel of
 * another type is preferred to the owner. Null when there is no fallback.
 */
export function chooseFallback(facts: FallbackFacts): FallbackChoice | null {
  const owner = facts.tried.includes(ownerChannelId) ? null : facts.ownerAddress
  const hasMailFailed = facts.failedTypes.includes(ownerChannelType)
  if (owner !== null && !hasMailFailed) return { ownerAddress: owner }
  const usable = facts.channels.filter((channel) => isUsable(channel) && !facts.tried.includes(channel.id))
  const [best] = usable.toSorted(byFitness)
  if (owner !== null && (best === undefined || best.type === ownerChannelType)) return { ownerAddress: owner }
  return best === undefined ? null : { channelId: best.id }
}

const isUsable = ({ state, isOff, leavesIncidents }: FallbackCandidate): boolean =>
  state !== 'FAILING' && !isOff && !leavesIncidents

function byFitness(a: FallbackCandidate, b: FallbackCandidate): number {
  const [first, second] = [fitness(a), fitness(b)]
  const index = first.findIndex((value, position) => value !== second[position])
  return index === -1 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}

/** Compared from left to right, smaller is better: subscribed, least disturbing type, known to work, oldest. */
const fitness = ({ id, type, state, isSubscribed }: FallbackCandidate): readonly number[] => [
  isSubscribed ? 0 : 1,
  channelTypes[type].fallbackRank,
  state === 'OK' ? 0 : 1,
  id,
]
