export interface SettingRow<T> {
  readonly description: string
  /** As shown in the documentation. */
  readonly fallbackText: string
  readonly fallback: T
  readonly parse: (text: string) => T
}

/** A setting with a default. */
export function row<T>(
  description: string,
  fallback: T,
  parse: (text: string) => T,
  fallbackText?: string,
): SettingRow<T> {
  return { description, fallback, parse, fallbackText: fallbackText ?? String(fallback) }
}

/** A setting that may be absent. */
export function optional<T>(description: string, parse: (text: string) => T): SettingRow<T | null> {
  return { description, fallback: null, parse, fallbackText: '' }
}
