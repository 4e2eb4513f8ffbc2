import type { TSchema } from 'typebox'
import type { AssertionSourceName } from '../assertions.ts'

/** What the service knows of a check type. Adding a type is adding a row of this shape to the table. */
export interface CheckTypeRow {
  /** The path segment of its create and update routes; null for types that only `/v1/checks` takes. */
  readonly slug: string | null
  /**
   * wire: a probe observes it. inbound: it waits for pings. none: no runner can run it yet, so its checks are kept, are
   * never due, and say so wherever they are shown. Whoever makes it wire also plans the checks there are (a migration).
   */
  readonly execution: 'wire' | 'inbound' | 'none'
  readonly sources: readonly AssertionSourceName[]
  /** Whether frequency 0 (every 10, 20 or 30 seconds) is possible. */
  readonly subMinute: boolean
  /** The fewest minutes between runs, for types that must not run every minute. */
  readonly leastFrequency?: number
  /**
   * For types that can have scripts around their request: whether runners run them. While they do not, the runs of a
   * check that has one end with an error that says so.
   */
  readonly scripts?: 'run' | 'none'
  /** `NoRequest` for types that ask nothing of anyone. */
  readonly request: TSchema
  /** Response-time limits in milliseconds: defaults at create, and the largest value accepted. Null: the type has none. */
  readonly limits: { readonly degraded: number; readonly max: number; readonly ceiling: number } | null
}
