import { optional } from '#runner-host'
import type { Environment, SettingReader } from '#runner-host'

/** Files of resources see variables with this prefix only, so that no secret of the service gets into a resource. */
export const resourceValuePrefix = 'BELFRY_VALUE_'

/** The names of variables for files of resources, also of those that are given as a file. */
export const resourceValueNames = (environment: Environment): readonly string[] => [
  ...new Set(
    Object.keys(environment)
      .filter((name) => name.startsWith(resourceValuePrefix))
      .map((name) => name.replace(/_FILE$/, '')),
  ),
]

/** The values that are set, by the names of their variables. */
export function readResourceValues(reader: SettingReader, names: readonly string[]): Readonly<Record<string, string>> {
  const text = optional('', (value) => value)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = reader.get(name, text)
      return value === null ? [] : [[name, value]]
    }),
  )
}
