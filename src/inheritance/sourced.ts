import type { SettingSource } from '#contract'

/** A value that applies, and what the check itself is set to where another level overrides it. */
export interface Sourced<T> {
  readonly value: T
  readonly source: SettingSource
  readonly own?: T
}
