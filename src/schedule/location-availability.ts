import { agentConnectedMs } from '#contract'

export interface LocationLife {
  /** Whether a check that runs is assigned to the location. */
  readonly isAssigned: boolean
  /** When an agent was last connected; null: never. */
  readonly lastSeenAt: Date | null
  /** Since when an agent is awaited; null while none is. */
  readonly awaitedSince: Date | null
  readonly unavailableSince: Date | null
}

/**
 * `await`: checks are assigned now. `release`: none is assigned any more. `suspend`: no agent was connected for ten
 * minutes. `resume`: an agent is connected again.
 */
export type LocationChange = 'await' | 'release' | 'suspend' | 'resume'

/** Whether an agent seen at that time counts as connected. */
const isConnected = (seenAt: Date | null, nowMs: number): boolean =>
  seenAt !== null && seenAt.getTime() > nowMs - agentConnectedMs

/** The due change of a location at `nowMs`, if any. */
export function decideLocationChange(life: LocationLife, nowMs: number): LocationChange | null {
  const { isAssigned, lastSeenAt, awaitedSince, unavailableSince } = life
  if (unavailableSince !== null && isConnected(lastSeenAt, nowMs)) return 'resume'
  if (!isAssigned) return awaitedSince === null && unavailableSince === null ? null : 'release'
  if (awaitedSince === null) return 'await'
  const isOver = awaitedSince.getTime() <= nowMs - agentConnectedMs
  return unavailableSince === null && isOver && !isConnected(lastSeenAt, nowMs) ? 'suspend' : null
}
