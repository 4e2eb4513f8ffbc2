import { matching, Mistake, row } from '#runner-host'
import type { SettingRow } from '#runner-host'

const hostPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** Rows of the table of settings. */
export const pingRows = {
  BELFRY_PING_HOSTS: row<readonly string[]>(
    'Host names, not that of `BELFRY_PUBLIC_URL`, at whose root jobs ping in the forms of other tools, separated by commas. See [pings of other tools](pings-from-other-tools.md).',
    [],
    hostNames,
    'none',
  ),
  BELFRY_PING_PREFIX: row(
    'Path below which the same is possible at every host name.',
    '/pings',
    matching(/^(?:\/[a-z0-9][a-z0-9_-]{0,40}){1,3}$/, 'a path such as /pings, without a slash at its end'),
  ),
} as const satisfies Record<string, SettingRow<unknown>>

function hostNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  for (const name of names)
    if (!hostPattern.test(name)) throw new Mistake(`must be host names separated by commas; "${name}" is none.`)
  return names
}
