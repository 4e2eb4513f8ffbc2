import { checkTypes } from '#contract'
import type { Observation, RunTask, WireCheckType } from '#contract'
import type { Egress } from '#egress'
import type { LargeBody } from './http/large-bodies.ts'

/** The part of a run task a probe needs. */
export type ProbeTask<T extends WireCheckType = WireCheckType> = Pick<
  RunTask<T>,
  'checkType' | 'request' | 'timeoutMs' | 'clientCertificate'
> &
  Partial<Pick<RunTask<T>, 'secrets' | 'limits'>>

export interface ProbeTools {
  readonly egress: Egress
  /** Ends the probe early. */
  readonly signal: AbortSignal
  /** Sent by HTTP probes whose request names none. */
  readonly userAgent: string
  /**
   * Leave to keep a large body, which the caller gives back when it is done with it. Text over 256 KB is handed over
   * unread then. Without it the probe asks for itself, reads the body and gives the leave back.
   */
  readonly largeBody?: LargeBody
}

/**
 * One observation over the network. Never throws and never rejects, ends within `runTimeOf` its task, and
 * leaves no socket open.
 */
export type Probe<T extends WireCheckType> = (task: ProbeTask<T>, tools: ProbeTools) => Promise<Observation<T>>

/** How long a run may take, in milliseconds, whatever its task says. */
export const runTimeOf = ({ checkType, timeoutMs }: Pick<ProbeTask, 'checkType' | 'timeoutMs'>): number =>
  Math.min(timeoutMs, checkTypes[checkType].runTimeLimitMs)
