import type { HeartbeatTimeline } from '../api.ts'

type Event = HeartbeatTimeline['events'][number]

/** An event on the line: where it was due and where it came, in pixels. */
export interface Mark {
  readonly event: Event
  readonly dueX: number
  readonly x: number
  /** Whether it is a ping that did not come, and not one that said that the job failed. */
  readonly isMissed: boolean
}

export interface Line {
  readonly fromMs: number
  readonly toMs: number
  /** The place of a time, epoch milliseconds, in pixels. */
  readonly xOf: (atMs: number) => number
  /** Oldest first. */
  readonly marks: readonly Mark[]
  /** Where the next ping is due, and where the check fails without it. */
  readonly next: { readonly dueX: number; readonly failsX: number } | null
}

/** Beside the marks at both ends. */
export const insetPx = 8

/** The events of a heartbeat on a line of this width, until the next one is due at least; null without any. */
export function lineOf(timeline: HeartbeatTimeline, width: number, nowMs: number): Line | null {
  const { events, expectedAt, failingAt, signals, running } = timeline
  const oldest = events.at(-1) ?? signals.at(-1)
  if (oldest === undefined) return null
  const fromMs = Math.min(
    Date.parse(oldest.timestamp),
    'expectedAt' in oldest ? Date.parse(oldest.expectedAt) : Infinity,
  )
  const lastMs = Math.max(...[failingAt, ...running.map(({ lateAt }) => lateAt)].map((at) => (at ? Date.parse(at) : 0)))
  const toMs = Math.max(nowMs, lastMs, fromMs + 1)
  const placeOf = (atMs: number): number =>
    insetPx + ((atMs - fromMs) / (toMs - fromMs)) * Math.max(0, width - 2 * insetPx)
  const xOf = (at: string): number => placeOf(Date.parse(at))
  const failed = new Set(
    signals.filter(({ kind, error }) => kind === 'fail' || (kind === 'success' && error !== null)).map(({ id }) => id),
  )
  return {
    fromMs,
    toMs,
    xOf: placeOf,
    marks: events.toReversed().map((event) => {
      const isMissed = event.state === 'FAILING' && !failed.has(event.id)
      return { event, dueX: xOf(event.expectedAt), x: xOf(isMissed ? event.expectedAt : event.timestamp), isMissed }
    }),
    next: expectedAt && failingAt ? { dueX: xOf(expectedAt), failsX: xOf(failingAt) } : null,
  }
}

/** Milliseconds after the time at which a ping was due; negative for an early one. */
export const latenessOf = ({ timestamp, expectedAt }: Event): number => Date.parse(timestamp) - Date.parse(expectedAt)

/** How many events were of a kind. */
export const countOf = (events: readonly Event[], ...states: readonly Event['state'][]): number =>
  events.filter(({ state }) => states.includes(state)).length
