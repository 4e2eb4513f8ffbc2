import { isIP } from 'node:net'

/** Addresses with a zone index are omitted: link-local addresses are never reached. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%')

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/[#;].*/, '')
        .trim()
        .split(/\s+/),
    )
    .filter((words) => words.length > 1)

/** Parses hosts(5): lowercase name to its addresses, in the order of the file. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>()
  for (const [address = '', ...names] of linesOf(text)) {
    if (!isAddress(address)) continue
    for (const name of names.map((word) => word.toLowerCase())) hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}

export interface ResolverConfiguration {
  readonly nameServers: readonly string[]
  readonly search: readonly string[]
  readonly dotsForAbsolute: number
  /** Milliseconds until the next server is queried, and how often each is; absent when the file does not set them. */
  readonly waitMs?: number
  readonly attempts?: number
}

/**
 * Parses resolv.conf(5): name servers, search list, `ndots`, `timeout` and `attempts`, with the limits of the system's
 * own.
 */
export function parseResolverConfiguration(text: string): ResolverConfiguration {
  const lines = linesOf(text)
  const valuesOf = (keyword: string): string[][] =>
    lines.filter(([word]) => word === keyword).map(([, ...rest]) => rest)
  const nameServers = valuesOf('nameserver').flatMap(([address = '']) => (isAddress(address) ? [address] : []))
  const options = valuesOf('options').flat()
  const optionOf = (name: string): number | null => {
    const found = options.findLast((option) => option.startsWith(`${name}:`))
    const value = Math.floor(Number(found?.slice(name.length + 1) ?? Number.NaN))
    return Number.isNaN(value) ? null : value
  }
  const timeout = optionOf('timeout')
  const attempts = optionOf('attempts')
  const hasDots = options.some((option) => option.startsWith('ndots:'))
  return {
    nameServers: nameServers.length > 0 ? nameServers : ['127.0.0.1'],
    search: [...valuesOf('domain'), ...valuesOf('search')].at(-1) ?? [],
    dotsForAbsolute: Math.min(15, optionOf('ndots') ?? (hasDots ? 0 : 1)),
    ...(timeout !== null && { waitMs: Math.min(30, Math.max(1, timeout)) * 1000 }),
    ...(attempts !== null && { attempts: Math.min(5, Math.max(1, attempts)) }),
  }
}

/** The names to query, in order, for a `name` as written (resolv.conf(5), search and ndots). */
export function searchedNames(name: string, { search, dotsForAbsolute }: ResolverConfiguration): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const searched = search.map((domain) => `${name}.${domain.replace(/\.$/, '')}`)
  return name.split('.').length > dotsForAbsolute ? [name, ...searched] : [...searched, name]
}
