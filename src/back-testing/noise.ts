import type { Noise, NoiseProposal } from '#contract'
import { firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { listNoisyChannels, listNoisyChecks } from '#storage/alerts'
import type { NoiseOfChannel, NoiseOfCheck } from '#storage/alerts'
import type { Store } from '#storage/database'
import { loadChecksToReplay, presentVariant } from './checks-to-replay.ts'
import { limitOf } from './describe-back-test.ts'
import { candidatesOf, proposalsOf } from './noise-proposals.ts'
import { replayHistory } from './replay-history.ts'
import { replayTurns } from './replay-turns.ts'
import { replayedRange } from './replayed-range.ts'
import type { KeptRange } from './replayed-range.ts'

/** The noise of an account; channels have no names here. */
export type FoundNoise = Omit<Noise, 'channels'> & { readonly channels: readonly NoiseOfChannel[] }

export interface NoiseQuestion {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly withinMinutes?: number | undefined
}

const mostChecks = 100
/** Proposals are for the noisiest of them. */
const proposedChecks = 20
const flappingAlerts = 5

/** Which checks and channels alert most, and what would have spared alerts. Throws TIME_RANGE_INVALID. */
export async function getNoise(
  store: Store,
  { accountId, nowMs }: Caller,
  question: NoiseQuestion,
): Promise<FoundNoise> {
  const { withinMinutes = 5 } = question
  const range = await replayedRange(store.db, question, nowMs)
  const span = { accountId, fromId: firstIdAt(range.fromMs), beforeId: firstIdAt(range.toMs), withinMinutes }
  const checks = await listNoisyChecks(store.db, span, mostChecks)
  return {
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.toMs).toISOString(),
    withinMinutes,
    checks: checks.map((check) => ({ ...check, isFlapping: isFlapping(check) })),
    channels: await listNoisyChannels(store.db, span),
    proposals: await proposalsFor(store, accountId, checks.slice(0, proposedChecks), range),
    limits: range.isShortened ? [limitOf('HISTORY_SHORTER', null, range)] : [],
  }
}

const isFlapping = ({ alerts, recoveredSoon }: NoiseOfCheck): boolean =>
  alerts >= flappingAlerts && recoveredSoon * 2 >= alerts

async function proposalsFor(
  store: Store,
  accountId: string,
  noisy: readonly NoiseOfCheck[],
  range: KeptRange,
): Promise<NoiseProposal[]> {
  const ids = noisy.map(({ checkId }) => checkId)
  const { checks } = await loadChecksToReplay(store, accountId, ids, range)
  const replayed = checks.map((check) => ({ check, candidates: candidatesOf(check.settings) }))
  const toReplay = replayed.map(({ check, candidates }) => ({
    id: check.effective.own.id,
    intervalMs: check.intervalMs,
    variants: [presentVariant(check), ...candidates.map(({ settings }) => ({ ...presentVariant(check), settings }))],
  }))
  const replays = await replayTurns.run(accountId, () => replayHistory(store.db, accountId, toReplay, range))
  return proposalsOf(replayed, replays, range.toMs)
}
