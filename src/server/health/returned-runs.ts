import { minuteMs } from '#kernel'
import { listCounters } from '#storage'
import type { Database } from '#storage'
import type { FindingSource, Judged } from './finding.ts'

interface Sample {
  readonly atMs: number
  readonly returned: number
}

const windowMs = 10 * minuteMs
const sampleEveryMs = minuteMs
/** A standstill gives back what was under way once; runs that come back minute after minute get nowhere. */
const repeatedLimit = 5

/** What was counted at earlier looks, one a minute. */
const samplesOf = new WeakMap<Database, Sample[]>()

/** Runs that were given back to the queue, because what was seen said nothing about the target. */
export const returnedRuns: FindingSource = {
  name: 'returnedRuns',
  asksDatabase: true,
  find: async ({ db }, nowMs): Promise<Judged> => {
    const counters = await listCounters(db)
    const own = counters.filter(({ name }) => name === 'returned_runs')
    const returned = own.reduce((sum, { value }) => sum + value, 0)
    const samples = remember(db, { atMs: nowMs, returned })
    const lately = returned - (samples[0]?.returned ?? returned)
    const minutes = samples.filter(
      (sample, index) => index > 0 && sample.returned > (samples[index - 1]?.returned ?? 0),
    )
    const ok = minutes.length < repeatedLimit
    const message = ok
      ? `Given back to the queue within the last ten minutes: ${lately} runs.`
      : `Runs are given back to the queue again and again, ${lately} within the last ten minutes: the service or its machine keeps standing still.`
    return { ok, message, numbers: { returned, returnedLately: lately } }
  },
}

function remember(db: Database, sample: Sample): readonly Sample[] {
  const known = (samplesOf.get(db) ?? []).filter(({ atMs }) => sample.atMs - atMs <= windowMs)
  const isDue = sample.atMs - (known.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= sampleEveryMs
  const samples = isDue ? [...known, sample] : known
  samplesOf.set(db, samples)
  return samples
}
