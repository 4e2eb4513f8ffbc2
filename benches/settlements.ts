import type { RunReport } from '#contract'
import { claimDue, enqueueDue, makeDue, median, settle, timed, withChecks } from './growth.ts'
import type { World } from './growth.ts'

/** Milliseconds for all runs of one round, medians, and the median ratio of pairs. */
export interface SettlementTimes {
  readonly runs: number
  readonly pairs: number
  readonly oneAtATime: number
  readonly twoAtOnce: number
  readonly ratio: number
}

const runs = 1_600
const batchSize = 400
const warmUpPairs = 2

/** Batches of reports settled one after the other, and two at once, as a runner does that falls behind, in turn. */
export function runSettlements(pairs: number): Promise<SettlementTimes> {
  return withChecks({ stored: 10_000, due: runs, connections: 6 }, async (world) => {
    const rounds: { readonly one: number; readonly two: number }[] = []
    for (let turn = 0; turn < warmUpPairs + pairs; turn += 1) {
      const isTwoFirst = turn % 2 === 0
      const first = await settleAll(world, isTwoFirst ? 2 : 1)
      const second = await settleAll(world, isTwoFirst ? 1 : 2)
      if (turn >= warmUpPairs) rounds.push(isTwoFirst ? { two: first, one: second } : { one: first, two: second })
    }
    return {
      runs,
      pairs,
      oneAtATime: median(rounds.map(({ one }) => one)),
      twoAtOnce: median(rounds.map(({ two }) => two)),
      ratio: median(rounds.map(({ one, two }) => two / one)),
    }
  })
}

async function settleAll(world: World, atOnce: number): Promise<number> {
  const nowMs = await makeDue(world)
  await enqueueDue(world, nowMs)
  const reports = await claimDue(world, nowMs)
  const batches: RunReport[][] = []
  for (let at = 0; at < reports.length; at += batchSize) batches.push(reports.slice(at, at + batchSize))
  const work = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) await settle(world, batch, nowMs)
  }
  const [, tookMs] = await timed(() => Promise.all(Array.from({ length: atOnce }, work)))
  return tookMs
}
