import type { HeartbeatTimeline } from '../api.ts'

type Event = HeartbeatTimeline['events'][number]

/** An event on the line: where it was due and where it came, in pixels. */
export interface Mark {
  readonly event: Event
  readonly dueX: number
  readonly x: number
}

export interface Line {
  readonly fromMs: number
  readonly toMs: number
  /** Oldest first. */
  readonly marks: readonly Mark[]
  /** Where the next ping is due, and where the check fails without it. */
  readonly next: { readonly dueX: number; readonly failsX: number } | null
}

/** Beside the marks at both ends. */
const insetPx = 8

/** The events of a heartbeat on a line of this width, until the next one is due at least; null without any. */
export function lineOf(timeline: HeartbeatTimeline, width: number, nowMs: number): Line | null {
  const { events, expectedAt, failingAt } = timeline
  const oldest = events.at(-1)
  if (oldest === undefined) return null
  const fromMs = Math.min(Date.parse(oldest.timestamp), Date.parse(oldest.expectedAt))
  const toMs = Math.max(nowMs, Date.parse(failingAt ?? oldest.timestamp), fromMs + 1)
  const xOf = (at: string): number =>
    insetPx + ((Date.parse(at) - fromMs) / (toMs - fromMs)) * Math.max(0, width - 2 * insetPx)
  return {
    fromMs,
    toMs,
    marks: events.toReversed().map((event) => ({ event, dueX: xOf(event.expectedAt), x: xOf(event.timestamp) })),
    next: expectedAt && failingAt ? { dueX: xOf(expectedAt), failsX: xOf(failingAt) } : null,
  }
}

/** Milliseconds after the time at which a ping was due; negative for an early one. */
export const latenessOf = ({ timestamp, expectedAt }: Event): number => Date.parse(timestamp) - Date.parse(expectedAt)

/** How many events were of a kind. */
export const countOf = (events: readonly Event[], ...states: readonly Event['state'][]): number =>
  events.filter(({ state }) => states.includes(state)).length
