import { minuteMs } from '#kernel'
import { listCounters } from '#storage/runs'
import type { Database } from '#storage/database'
import type { FindingSource, HealthResult } from './finding.ts'

interface Sample {
  readonly atMs: number
  readonly returned: number
}

const windowMs = 10 * minuteMs
const sampleEveryMs = minuteMs
/**
 * Minutes with returned runs: a standstill returns running runs once; runs returned in this many minutes do not finish.
 */
const repeatedLimit = 5

/** The earlier samples of the counter, one a minute. */
const samplesOf = new WeakMap<Database, Sample[]>()

/** Runs that were returned to the queue, because their observation was not a statement about the target. */
export const returnedRuns: FindingSource = {
  name: 'returnedRuns',
  title: 'Repeats',
  meaning: 'Whether runs finish or are requeued repeatedly.',
  advice: 'Give the service more CPU; look for suspended virtual machines.',
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db }, nowMs): Promise<HealthResult> => {
    const counters = await listCounters(db)
    const own = counters.filter(({ name }) => name === 'returned_runs')
    const returned = own.reduce((sum, { value }) => sum + value, 0)
    const samples = remember(db, { atMs: nowMs, returned })
    const lately = returned - (samples[0]?.returned ?? returned)
    const minutes = samples.filter(
      (sample, index) => index > 0 && sample.returned > (samples[index - 1]?.returned ?? 0),
    )
    const ok = minutes.length < repeatedLimit
    const code = ok ? 'RUNS_RETURNED' : 'RUNS_KEEP_RETURNING'
    return { ok, found: [{ code, values: { count: lately } }], numbers: { returned, returnedLately: lately } }
  },
}

function remember(db: Database, sample: Sample): readonly Sample[] {
  const known = (samplesOf.get(db) ?? []).filter(({ atMs }) => sample.atMs - atMs <= windowMs)
  const isDue = sample.atMs - (known.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= sampleEveryMs
  const samples = isDue ? [...known, sample] : known
  samplesOf.set(db, samples)
  return samples
}
