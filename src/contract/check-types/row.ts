import type { TSchema } from 'typebox'
import type { AssertionSourceName } from '../assertions.ts'

/** What the service knows of a check type. Adding a type is adding a row of this shape to the table. */
export interface CheckTypeRow {
  /** The path segment of its create and update routes. */
  readonly slug: string
  /** wire: a probe observes it. inbound: it waits for pings. */
  readonly execution: 'wire' | 'inbound'
  readonly sources: readonly AssertionSourceName[]
  /** Whether frequency 0 (every 10, 20 or 30 seconds) is possible: API and TCP checks only (specification 2.1.3). */
  readonly subMinute: boolean
  readonly request: TSchema
  /** Response-time limits in milliseconds: defaults at create, and the largest value accepted. */
  readonly limits: { readonly degraded: number; readonly max: number; readonly ceiling: number }
}
