import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { errorCode } from './failure.ts'
import { parseHosts, parseResolverConfiguration, searchedNames } from './resolver-files.ts'
import type { ResolverConfiguration } from './resolver-files.ts'
import { WatchedFile } from './watched-file.ts'

export type IpFamily = 'IPv4' | 'IPv6'

export interface NameSources {
  readonly hostsFile: string
  readonly resolverFile: string
  /** Used instead of those of the resolver file; `address` or `address:port`. */
  readonly nameServers?: readonly string[]
}

export const systemNameSources: NameSources = { hostsFile: '/etc/hosts', resolverFile: '/etc/resolv.conf' }

export interface NameServer {
  readonly host: string
  readonly port: number
}

/** Addresses in the order the source gave them; or the resolver's error code. */
export type Lookup = { readonly addresses: readonly string[] } | { readonly code: string }

export interface NameResolver {
  lookup(name: string, family: IpFamily): Promise<Lookup>
  /** The system's own name servers. */
  nameServers(): Promise<readonly NameServer[]>
}

const timeoutMs = 2500
const tries = 3
const loopback: Readonly<Record<IpFamily, string>> = { IPv4: '127.0.0.1', IPv6: '::1' }
const familyNumber: Readonly<Record<IpFamily, number>> = { IPv4: 4, IPv6: 6 }
const mayTryNext = new Set(['ENOTFOUND', 'ENODATA'])

interface Configured {
  readonly nameServers: readonly NameServer[]
  readonly configuration: ResolverConfiguration
  readonly resolver: Resolver
}

/**
 * Resolves names as the system would (hosts file, `localhost` of RFC 6761, search list, name servers), without the
 * thread pool behind `dns.lookup`, in which four slow names would hold up every other check. Nothing is cached.
 */
export function createNameResolver(sources: NameSources): NameResolver {
  const hosts = new WatchedFile(sources.hostsFile, parseHosts)
  const configured = new WatchedFile(sources.resolverFile, (text) => configure(text, sources.nameServers))
  return {
    async lookup(name, family) {
      const known = fromHosts(await hosts.read(), name, family)
      if (known.length > 0) return { addresses: known }
      const { configuration, resolver } = await configured.read()
      let last: Lookup = { code: 'ENOTFOUND' }
      for (const candidate of searchedNames(name, configuration)) {
        const found = await query(resolver, candidate, family)
        if (!('code' in found) || !mayTryNext.has(found.code)) return found
        if (found.code === 'ENODATA') last = found
      }
      return last
    },
    nameServers: async () => (await configured.read()).nameServers,
  }
}

function configure(text: string, nameServers: readonly string[] | undefined): Configured {
  const configuration = parseResolverConfiguration(text)
  const used = nameServers ?? configuration.nameServers
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  resolver.setServers([...used])
  return { nameServers: used.map(readNameServer), configuration, resolver }
}

function readNameServer(text: string): NameServer {
  if (isIP(text) !== 0) return { host: text, port: 53 }
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

function fromHosts(hosts: ReadonlyMap<string, readonly string[]>, name: string, family: IpFamily): readonly string[] {
  const plain = name.replace(/\.$/, '').toLowerCase()
  const listed = (hosts.get(plain) ?? []).filter((address) => isIP(address) === familyNumber[family])
  if (listed.length > 0) return listed
  return plain === 'localhost' || plain.endsWith('.localhost') ? [loopback[family]] : []
}

function query(resolver: Resolver, name: string, family: IpFamily): Promise<Lookup> {
  return new Promise((resolve) => {
    const done = (error: Error | null, addresses: string[]): void => {
      if (error) return resolve({ code: errorCode(error) })
      resolve(addresses.length > 0 ? { addresses } : { code: 'ENODATA' })
    }
    if (family === 'IPv4') resolver.resolve4(name, done)
    else resolver.resolve6(name, done)
  })
}
