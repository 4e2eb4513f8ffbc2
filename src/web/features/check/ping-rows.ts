import type { HeartbeatTimeline, Ping, Signal } from './api.ts'

/** A ping or missed ping; a start or a log is a signal only, a plain ping an event only. */
export interface PingEntry {
  readonly id: string
  readonly timestamp: string
  readonly event: Ping | null
  readonly signal: Signal | null
  /** The event before it, if that is listed. */
  readonly before: Ping | null
}

/** Events and signals as one list, newest first. */
export function pingEntries({ events, signals }: Pick<HeartbeatTimeline, 'events' | 'signals'>): readonly PingEntry[] {
  const said = new Map(signals.map((signal) => [signal.id, signal]))
  const known = new Set(events.map(({ id }) => id))
  // Of what is older than the last event, there may be more than is listed.
  const oldest = events.at(-1)?.timestamp ?? ''
  const ofEvents = events.map((event, index) => ({
    id: event.id,
    timestamp: event.timestamp,
    event,
    signal: said.get(event.id) ?? null,
    before: events[index + 1] ?? null,
  }))
  const others = signals
    .filter(({ id, kind, timestamp }) => !known.has(id) && (kind === 'start' || kind === 'log' || timestamp < oldest))
    .map((signal) => ({ id: signal.id, timestamp: signal.timestamp, event: null, signal, before: null }))
  return [...ofEvents, ...others].toSorted((one, other) => other.timestamp.localeCompare(one.timestamp))
}
