import { channelTypes, ownerChannelType } from '#contract'
import type { ChannelType } from '#contract'

/** A channel that alerts of its account could go over. */
export interface FallbackCandidate {
  readonly id: number
  readonly type: ChannelType
  readonly state: 'OK' | 'FAILING' | 'UNKNOWN'
  /** Whether anything in the account is subscribed to it. */
  readonly isSubscribed: boolean
  /** Whether it is paused, all its subscriptions are inactive, or one of a check that it would announce is. */
  readonly isOff: boolean
  /** Whether it opens incidents that no recovery of the check would close. */
  readonly leavesIncidents: boolean
}

export interface FallbackFacts {
  /** In the order of their ids. */
  readonly channels: readonly FallbackCandidate[]
  /** Null when the owner has no address, or the service cannot send mail. */
  readonly ownerAddress: string | null
  /** What did not deliver the alerts, by type. */
  readonly failedTypes: readonly ChannelType[]
  /** Channels that were tried for these alerts; 0 is the owner's address. */
  readonly tried: readonly number[]
}

export type FallbackChoice = { readonly ownerAddress: string } | { readonly channelId: number }

/** How the owner's address is named among the channels that were tried. */
export const ownerTried = 0

/**
 * Where alerts go that their channel does not deliver: to the owner's address, or over the best channel of the account
 * that does not fail, is not turned off and leaves no incident open. When it was mail that failed, a channel of another
 * type is asked before the owner. Null when nothing is left.
 */
export function chooseFallback(facts: FallbackFacts): FallbackChoice | null {
  const owner = facts.tried.includes(ownerTried) ? null : facts.ownerAddress
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
  const index = first.findIndex((value, place) => value !== second[place])
  return index === -1 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}

/** Smaller is better, from left to right: somebody reads it, it wakes nobody, it is known to work, it is older. */
const fitness = ({ id, type, state, isSubscribed }: FallbackCandidate): readonly number[] => [
  isSubscribed ? 0 : 1,
  channelTypes[type].fallbackRank,
  state === 'OK' ? 0 : 1,
  id,
]
