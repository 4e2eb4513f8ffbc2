import { faults } from '#contract'
import type { FaultCode, FieldProblem } from '#contract'

export interface FaultDetails {
  /** Values for the `{name}` placeholders of the message. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Returned to the client as `attributes`. */
  readonly attributes?: Readonly<Record<string, unknown>>
  /** Returned beside the message, where clients look for it. */
  readonly extra?: Readonly<Record<string, string>>
  /** The rules that fields of the request violate. Returned as `problems`. */
  readonly problems?: readonly FieldProblem[]
  /** For the log only. */
  readonly cause?: unknown
}

/** An expected error. The table in `#contract` has its status and its public message. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly status: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly extra: Readonly<Record<string, string>>
  readonly problems: readonly FieldProblem[]

  constructor(code: FaultCode, details: FaultDetails = {}) {
    super(fillPlaceholders(faults[code].message, details.values ?? {}), { cause: details.cause })
    this.name = 'Fault'
    this.code = code
    this.status = faults[code].status
    this.attributes = details.attributes ?? {}
    this.extra = details.extra ?? {}
    this.problems = details.problems ?? []
  }
}

/** The service cannot be reached or cannot store anything now: the same call may succeed later. */
export class Unavailable extends Error {}

const fillPlaceholders = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))

/** Asserts an invariant. A violation is a bug in this code, never of a caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`)
}
