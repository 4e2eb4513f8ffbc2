import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from './failure.ts'

/** From a first to a last port, both included. */
export type PortRange = readonly [first: number, last: number]

export interface PortRules {
  /** Ports outside which nothing is reached. Default: no such limit. */
  readonly onlyPorts?: readonly PortRange[]
  /** They win over `onlyPorts`. */
  readonly deniedPorts?: readonly PortRange[]
}

/** Returns why a port must not be reached, or null when it may. Absent: the protocol has no ports. */
export type CheckPort = (port?: number | null) => ObservationFailure | null

const isIn = (port: number, ranges: readonly PortRange[]): boolean =>
  ranges.some(([first, last]) => port >= first && port <= last)

/** Creates the port check from the operator's rules. */
export function createPortPolicy({ onlyPorts, deniedPorts = [] }: PortRules): CheckPort {
  return (port) => {
    if (port === null || port === undefined) return null
    if (!isIn(port, deniedPorts) && (onlyPorts === undefined || isIn(port, onlyPorts))) return null
    return failure('policy', 'EPOLICY', writeReason('PORT_FORBIDDEN', { port }))
  }
}
