import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Clock } from '#kernel'
import type { Deadline } from './deadline.ts'
import { readHost } from './host.ts'
import { NameClient } from './name-client.ts'
import type { Lookup, NameServer } from './name-client.ts'
import { parseHosts, parseResolverConfiguration, searchedNames } from './resolver-files.ts'
import type { ResolverConfiguration } from './resolver-files.ts'
import { WatchedFile } from './watched-file.ts'

export type { Lookup, NameServer } from './name-client.ts'

export type IpFamily = 'IPv4' | 'IPv6'

/** The values of the records of a name, none when it has none; or the resolver's error code, `EBADNAME` for a malformed name. */
export type RecordLookup = { readonly values: readonly string[] } | { readonly code: string }

export interface NameSources {
  readonly hostsFile: string
  readonly resolverFile: string
  /** Used instead of those of the resolver file; `address` or `address:port`. */
  readonly nameServers?: readonly string[]
}

export const systemNameSources: NameSources = { hostsFile: '/etc/hosts', resolverFile: '/etc/resolv.conf' }

export interface NameResolver {
  /** Waits for an answer until the deadline, 10 seconds without one. Never rejects. */
  lookup(name: string, family: IpFamily, deadline?: Deadline): Promise<Lookup>
  /**
   * The name of an address by the hosts file or a PTR record, in lowercase; null without one, or when it is no valid
   * host name, because anyone who owns the address writes the record. Waits as `lookup` does, and never rejects.
   */
  reverseName(address: string, deadline?: Deadline): Promise<string | null>
  /**
   * The records of exactly this name, as the name servers have them: targets of CNAME in lowercase, texts of TXT. Waits as
   * `lookup` does, and never rejects.
   */
  lookupRecords(name: string, type: 'CNAME' | 'TXT', deadline?: Deadline): Promise<RecordLookup>
  /** How many lookups wait for name servers now, if this host is a name that one more would be for; otherwise 0. */
  lookupsAhead(host: string): number
  /** The system's own name servers. */
  nameServers(): Promise<readonly NameServer[]>
}

/** Time until a query is repeated, when the resolver file does not set it. */
const defaultWaitMs = 1_500
const defaultAttempts = 3
const loopback: Readonly<Record<IpFamily, string>> = { IPv4: '127.0.0.1', IPv6: '::1' }
const recordTypes = { IPv4: 'A', IPv6: 'AAAA' } as const
const familyNumber: Readonly<Record<IpFamily, number>> = { IPv4: 4, IPv6: 6 }
const families = ['IPv4', 'IPv6'] as const
const mayTryNext = new Set(['ENOTFOUND', 'ENODATA'])

interface Configured {
  readonly nameServers: readonly NameServer[]
  readonly configuration: ResolverConfiguration
  readonly client: NameClient
}

/**
 * Resolves names as the system would (hosts file, `localhost` of RFC 6761, search list, name servers), without the
 * thread pool behind `dns.lookup`, in which four slow names would delay every other check, and without the resolver of
 * Node, which gives a server that was fast before no more than a second. Nothing is cached.
 */
export function createNameResolver(clock: Clock, sources: NameSources): NameResolver {
  const hosts = new WatchedFile(clock, sources.hostsFile, parseHosts)
  const configured = new WatchedFile(clock, sources.resolverFile, (text) => configure(clock, text, sources.nameServers))
  return {
    async lookup(name, family, deadline) {
      const known = fromHosts(await hosts.read(), name, family)
      if (known.length > 0) return { addresses: known }
      const { configuration, client } = await configured.read()
      let last: Lookup = { code: 'ENOTFOUND' }
      for (const candidate of searchedNames(name, configuration)) {
        const found = await client.lookup({ name: candidate, type: recordTypes[family] }, deadline)
        if (!('code' in found) || !mayTryNext.has(found.code)) return found
        if (found.code === 'ENODATA') last = found
      }
      return last
    },
    async reverseName(address, deadline) {
      const name = reverseNameOf(address)
      if (name === null) return null
      for (const [known, addresses] of await hosts.read()) if (addresses.includes(address)) return known
      const { client } = await configured.read()
      const found = await client.lookup({ name, type: 'PTR' }, deadline)
      return 'code' in found ? null : validName(found.addresses[0])
    },
    async lookupRecords(name, type, deadline) {
      const { client } = await configured.read()
      const found = await client.lookup({ name, type }, deadline)
      if ('code' in found) return mayTryNext.has(found.code) ? { values: [] } : found
      const { addresses: values } = found
      return { values: type === 'CNAME' ? values.map((value) => value.toLowerCase().replace(/\.$/, '')) : values }
    },
    lookupsAhead(text) {
      const host = readHost(text)
      if (host === null || 'address' in host || isInHosts(hosts.latest, host.name)) return 0
      return configured.latest.client.waiting
    },
    nameServers: async () => (await configured.read()).nameServers,
  }
}

function configure(clock: Clock, text: string, nameServers: readonly string[] | undefined): Configured {
  const configuration = parseResolverConfiguration(text)
  const used = nameServers ?? configuration.nameServers
  const servers = used.map(readNameServer)
  const { waitMs = defaultWaitMs, attempts = defaultAttempts } = configuration
  return { nameServers: servers, configuration, client: new NameClient(clock, servers, { waitMs, attempts }) }
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

const isInHosts = (hosts: ReadonlyMap<string, readonly string[]>, name: string): boolean =>
  families.some((family) => fromHosts(hosts, name, family).length > 0)

/** The name whose PTR record names an address (RFC 1035 3.5, RFC 3596 2.5). Null for what is no address. */
function reverseNameOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.parse(address)
  const bytes = parsed.toByteArray()
  if (parsed.kind() === 'ipv4') return `${bytes.toReversed().join('.')}.in-addr.arpa`
  const digits = bytes.flatMap((byte) => [byte >> 4, byte & 0x0f]).map((digit) => digit.toString(16))
  return `${digits.toReversed().join('.')}.ip6.arpa`
}

const maxNameLength = 253
const labels = /^[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/

function validName(name: string | undefined): string | null {
  const plain = (name ?? '').replace(/\.$/, '').toLowerCase()
  return plain.length <= maxNameLength && labels.test(plain) ? plain : null
}
