import { readFileSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import { Mistake } from './setting-parsers.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface SettingRow<T> {
  readonly description: string
  /** As shown in the documentation. */
  readonly fallbackText: string
  readonly fallback: T
  readonly parse: (text: string) => T
}

type Pascal<S extends string> = S extends `${infer First}_${infer Others}`
  ? `${Capitalize<Lowercase<First>>}${Pascal<Others>}`
  : Capitalize<Lowercase<S>>
type Property<N extends string> = Uncapitalize<Pascal<N extends `BELFRY_${infer Rest}` ? Rest : N>>

/** The values of a table of settings: that of `BELFRY_DATA_DIR` is `dataDir`. */
export type SettingsOf<Rows> = {
  readonly [N in keyof Rows & string as Property<N>]: Rows[N] extends SettingRow<infer T> ? T : never
}

const propertyOf = (name: string): string =>
  name
    .replace(/^BELFRY_/, '')
    .toLowerCase()
    .replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())

export function row<T>(
  description: string,
  fallback: T,
  parse: (text: string) => T,
  fallbackText?: string,
): SettingRow<T> {
  return { description, fallback, parse, fallbackText: fallbackText ?? String(fallback) }
}

export function optional<T>(description: string, parse: (text: string) => T): SettingRow<T | null> {
  return { description, fallback: null, parse, fallbackText: '' }
}

/** Reads settings from environment variables, or from the files named by `<NAME>_FILE`, and collects every mistake. */
export class SettingReader {
  readonly mistakes: string[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The value of a setting; its fallback when it is not set, or wrong. */
  get<T>(name: string, setting: SettingRow<T>): T {
    try {
      const text = textOf(this.#environment, name)
      return text === undefined ? setting.fallback : setting.parse(text)
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      this.mistakes.push(`${name} ${error.message}`)
      return setting.fallback
    }
  }

  /** Every value of a table. The cast is safe because each row has its property. */
  getAll<Rows extends Readonly<Record<string, SettingRow<unknown>>>>(rows: Rows): SettingsOf<Rows> {
    const values = Object.entries(rows).map(([name, setting]) => [propertyOf(name), this.get(name, setting)])
    return Object.fromEntries(values) as SettingsOf<Rows>
  }

  /** Whether a setting is given, also as a file. */
  isSet(name: string): boolean {
    return Boolean(this.#environment[name] || this.#environment[`${name}_FILE`])
  }

  /** Names with this prefix that are no settings are mistakes. `accepted` are names that others read. */
  rejectUnknown(prefix: string, names: readonly string[], accepted: readonly string[]): void {
    const known = names.flatMap((name) => [name, `${name}_FILE`])
    const accepts = new Set([...known, ...accepted])
    for (const name of Object.keys(this.#environment)) {
      if (!name.startsWith(prefix) || accepts.has(name)) continue
      const nearest = known.toSorted((a, b) => distance(a, name) - distance(b, name))[0] ?? ''
      this.mistakes.push(`${name} is not a setting. Did you mean ${nearest}?`)
    }
  }
}

/** The value of a setting, or the content of the file that `<NAME>_FILE` names. An empty value counts as not set. */
function textOf(environment: Environment, name: string): string | undefined {
  const direct = environment[name] || undefined
  const file = environment[`${name}_FILE`] || undefined
  if (direct !== undefined && file !== undefined) throw new Mistake(`is set twice: remove it or ${name}_FILE.`)
  if (file === undefined) return direct
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new Mistake(
      `cannot be read from the file in ${name}_FILE: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
