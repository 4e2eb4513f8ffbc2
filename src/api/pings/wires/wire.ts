import type { PingMetric } from '#contract'
import type { PingBody, PingSignal } from '#runs'
import type { NamedPing } from '../ping-intake.ts'

/** A call in the form of another tool. */
export interface WireCall {
  /** The parts of the path that the route names. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: ReadonlyMap<string, string>
  readonly authorization: string
  readonly body: PingBody | null
  /** Numbers with names that it sends. */
  readonly metrics: readonly PingMetric[]
}

export interface WireAnswer {
  readonly status: number
  /** An object is sent as JSON. */
  readonly body: string | object
}

export interface WirePing {
  /** Of the heartbeat: a UUID with or without hyphens. */
  readonly token: string
  readonly signal: PingSignal
}

/** How another tool is pinged, and what its clients are answered. */
export interface Wire {
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT')[]
  /** Below the prefix, or at the root of a host of pings. */
  readonly paths: readonly string[]
  /** The ping that a call means, or what is wrong with it. */
  readonly read: (call: WireCall) => WirePing | NamedPing | WireAnswer
  readonly recorded: WireAnswer
  /** Of a ping that made its heartbeat. Default: that of healthchecks. */
  readonly created?: WireAnswer
  /** No heartbeat has the token. */
  readonly unknown: WireAnswer
}

export const noSignal: PingSignal = { kind: 'success', exitStatus: null, runId: null, body: null }

/** A text that came in the query, as the body of the ping; the body itself goes first. */
export const bodyOf = ({ body }: WireCall, text: string | undefined): PingBody | null =>
  body ?? (text === undefined || text === '' ? null : { text, bytes: Buffer.byteLength(text) })

/** Milliseconds of a number in a text, whose unit is so many of them; null for what is none. */
export function millisecondsOf(text: string | undefined, unitMs: number): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 && value * unitMs < 1e11 ? Math.round(value * unitMs) : null
}
