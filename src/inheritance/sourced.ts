import type { SettingSource } from '#contract'

/** A value that applies, and what the check itself is set to where another level overrides it. */
export interface Sourced<T> {
  readonly value: T
  readonly source: SettingSource
  readonly own?: T
}

export const from = <T>(source: SettingSource, value: T): Sourced<T> => ({ value, source })

export const sourced = <T>(value: T, own: T, source: SettingSource): Sourced<T> =>
  source === 'CHECK' ? { value, source } : { value, source, own }
