import { canBeProbed } from '#contract'
import type { ProbeModule } from '#contract'
import { Mistake, row } from '#runner-host'
import type { SettingRow } from '#runner-host'

const hostPattern = /^(?:\*|(?:\*\.)?[a-z0-9:]([a-z0-9.:_-]{0,252}[a-z0-9])?)$/

/** Rows of the table of settings. */
export const probeRows = {
  BELFRY_PROBE_TARGETS: row<readonly string[]>(
    'Hosts that [`/probe`](prometheus-probes.md) may run modules against, separated by commas: names, `*.example.com`, addresses, or `*` for every host that checks may reach. For keys of all accounts, besides the hosts that accounts name.',
    [],
    hosts,
    'none',
  ),
  BELFRY_PROBE_MODULES: row<Readonly<Record<string, ProbeModule>>>(
    'More modules for `/probe` as JSON: a name for each, with the body of a check without its target. See [probes](prometheus-probes.md#modules).',
    {},
    modules,
    'none',
  ),
} as const satisfies Record<string, SettingRow<unknown>>

function hosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  for (const name of names)
    if (!hostPattern.test(name)) throw new Mistake(`must be hosts separated by commas; "${name}" is none.`)
  return names
}

function modules(text: string): Readonly<Record<string, ProbeModule>> {
  const parsed = parse(text)
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, moduleOf(name, value)]))
}

function parse(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // Said below.
  }
  throw new Mistake('must be a JSON object of modules by their names.')
}

function moduleOf(name: string, value: unknown): ProbeModule {
  const { checkType, ...body }: Record<string, unknown> = Object(value)
  if (typeof checkType !== 'string' || !canBeProbed(checkType))
    throw new Mistake(`gives the module "${name}" no checkType that has a target.`)
  return { checkType, body }
}
