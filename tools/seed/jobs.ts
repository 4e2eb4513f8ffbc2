import { dayMs, minuteMs, secondMs } from '#kernel'
import type { PingSignal } from '#runs'

/** A job of the account: when it starts, how long it takes, and how its runs end. */
export interface SeedJob {
  readonly name: string
  readonly heartbeat: object
  readonly everyMs: number
  /** After midnight UTC. */
  readonly offsetMs: number
  /** `share` from 0 to below 1, another one for each run. */
  readonly runOf: (share: number) => {
    readonly durationMs: number
    readonly end: Pick<PingSignal, 'kind' | 'exitStatus'>
  }
  readonly outputOf: (end: { readonly kind: string }) => string | null
  /** Its runs overlap, so each has a name. Times are those after the first one; absent: one run without a name. */
  readonly runsAfterMs?: readonly number[]
}

const done = { kind: 'success', exitStatus: 0 } as const

/** Their pings come on time but for a few, as those of real jobs do. */
export const seedJobs: readonly SeedJob[] = [
  {
    name: 'Nightly backup',
    heartbeat: { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' },
    everyMs: dayMs,
    offsetMs: 120 * minuteMs,
    runOf: (share) =>
      share > 0.8
        ? { durationMs: 11 * minuteMs, end: { kind: 'fail', exitStatus: 1 } }
        : { durationMs: 24 * minuteMs + share * 30 * secondMs, end: done },
    outputOf: ({ kind }) =>
      kind === 'fail'
        ? 'Dumping database shop ...\npg_dump: error: could not write to output file: No space left on device\n'
        : 'Dumping database shop ... done\nUploading shop.dump (4.2 GB) ... done\nRemoved 1 backup older than 30 days\n',
  },
  {
    name: 'Import of orders',
    heartbeat: { period: 10, periodUnit: 'minutes', grace: 5, graceUnit: 'minutes' },
    everyMs: 10 * minuteMs,
    offsetMs: 0,
    runOf: (share) => ({ durationMs: share > 0.96 ? 130 * secondMs : (31 + 8 * share) * secondMs, end: done }),
    outputOf: () => null,
  },
  {
    name: 'Export for each customer',
    heartbeat: { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'hours' },
    everyMs: 60 * minuteMs,
    offsetMs: 0,
    runOf: (share) => ({ durationMs: (41 + 9 * share) * minuteMs, end: done }),
    outputOf: () => 'Wrote 1 204 rows\n',
    runsAfterMs: [0, 3 * minuteMs, 7 * minuteMs],
  },
]

export interface SeedPing {
  readonly atMs: number
  readonly signal: PingSignal
}

/** The pings of a job after one time until another. One that falls silent starts once more and never ends. */
export function pingsBetween(
  job: SeedJob,
  { fromMs, toMs, silentFromMs }: { readonly fromMs: number; readonly toMs: number; readonly silentFromMs: number },
): readonly SeedPing[] {
  const { everyMs, offsetMs } = job
  // A run takes less than its period: only the last two can have pings in here.
  const last = Math.floor((toMs - offsetMs) / everyMs)
  return [last - 1, last]
    .map((index) => index * everyMs + offsetMs)
    .filter((startMs) => startMs - everyMs < silentFromMs)
    .flatMap((startMs) =>
      (job.runsAfterMs ?? [0]).flatMap((laterMs) => pingsOfRun(job, startMs + laterMs, startMs >= silentFromMs)),
    )
    .filter(({ atMs }) => atMs > fromMs && atMs <= toMs)
}

function pingsOfRun(job: SeedJob, startMs: number, isHanging: boolean): readonly SeedPing[] {
  const { durationMs, end } = job.runOf(shareOf(startMs / job.everyMs))
  const text = job.outputOf(end)
  const body = text === null ? null : { text, bytes: Buffer.byteLength(text) }
  const runId = job.runsAfterMs === undefined ? null : nameOf(startMs)
  const start = { atMs: startMs, signal: { kind: 'start', exitStatus: null, runId, body: null } } as const
  if (isHanging) return [start]
  return [start, { atMs: Math.round(startMs + durationMs), signal: { ...end, runId, body } }]
}

/** A UUID that says when the run starts. */
const nameOf = (startMs: number): string => `00000000-0000-4000-8000-${startMs.toString(16).padStart(12, '0')}`

/** The same number from 0 to below 1 for the same run, whatever else is random. */
const shareOf = (run: number): number => (Math.abs(Math.sin(Math.floor(run) * 12.9898)) * 43_758.5453) % 1
