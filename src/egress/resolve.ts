import { isIPv6 } from 'node:net'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Clock } from '#kernel'
import type { CheckAddress } from './address-policy.ts'
import type { CheckPort } from './port-policy.ts'
import type { Deadline } from './deadline.ts'
import { failure, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import { readHost } from './host.ts'
import type { IpFamily, Lookup, NameResolver } from './name-resolver.ts'

/** Addresses that may be connected to. `durationMs` is 0 when the host was an address already. */
export interface Resolved {
  readonly failure: null
  /** The first of `addresses`. */
  readonly address: string
  /** All that the policy allows, in the order of the answer. */
  readonly addresses: readonly string[]
  /** Those of the other IP version, looked up when they are needed; none where one version is asked for. */
  readonly others: () => Promise<readonly string[]>
  readonly durationMs: number
}

/**
 * Resolves a host and checks each of its addresses: those that the policy allows, or why there is none. Without `family`
 * IPv4 goes first, then IPv6. A literal address is used as it is, whatever the family. `port`, when there is one, is
 * checked as well.
 */
export type Resolve = (
  host: string,
  family?: IpFamily,
  deadline?: Deadline,
  port?: number | null,
) => Promise<Resolved | Failed>

export interface ResolveTools {
  readonly clock: Clock
  readonly names: NameResolver
  readonly checkAddress: CheckAddress
  readonly checkPort: CheckPort
}

export function createResolve(tools: ResolveTools): Resolve {
  const { clock, names, checkAddress, checkPort } = tools
  return async (text, family, deadline, port) => {
    const early = deadline?.failure ?? checkPort(port)
    if (early) return { failure: early }
    const host = readHost(text)
    if (!host) return { failure: failure('dns', 'EBADNAME', writeReason('NEITHER_NAME_NOR_ADDRESS', { text })) }
    if ('address' in host) return resolvedTo([host.address], { host: text, checkAddress, durationMs: 0 })
    const { name } = host
    const startedAt = clock.activeMs()
    const found = await lookup(names, name, { family, deadline })
    if ('code' in found) return { failure: lookupFailure(found.code, name, { family, deadline }) }
    const checks = { host: name, checkAddress, durationMs: clock.activeMs() - startedAt }
    const isOfOne = family !== undefined || found.addresses.some(isIPv6)
    if (isOfOne) return resolvedTo(found.addresses, checks)
    return ofBothVersions(found.addresses, checks, () => names.lookup(name, 'IPv6', deadline))
  }
}

const lookupFailure = (code: string, name: string, { family, deadline }: Asking): ObservationFailure =>
  deadline?.failure ? unansweredBy(deadline, deadline.failure, name) : nameFailure(code, name, family)

/** The other version counts at once when the policy leaves nothing of the first. */
async function ofBothVersions(
  found: readonly string[],
  checks: AddressChecks,
  lookUp: () => Promise<Lookup>,
): Promise<Resolved | Failed> {
  const others = async (): Promise<readonly string[]> => {
    const more = await lookUp()
    return 'code' in more ? [] : more.addresses.filter((address) => checks.checkAddress(address, checks.host) === null)
  }
  const resolved = resolvedTo(found, checks, others)
  const instead = resolved.failure ? await others() : []
  return instead.length > 0 ? resolvedTo(instead, checks) : resolved
}

interface Asking {
  readonly family: IpFamily | undefined
  readonly deadline: Deadline | undefined
}

async function lookup(names: NameResolver, name: string, { family, deadline }: Asking): Promise<Lookup> {
  if (family) return names.lookup(name, family, deadline)
  const first = await names.lookup(name, 'IPv4', deadline)
  return 'code' in first && !deadline?.failure ? names.lookup(name, 'IPv6', deadline) : first
}

/** The time limit passed while waiting for the name servers. */
function unansweredBy({ timeoutMs }: Deadline, why: ObservationFailure, name: string): ObservationFailure {
  if (why.code === 'ECANCELED') return why
  return failureOf(
    'EAI_AGAIN',
    writeReason('ENDPOINT_HOST_WITHOUT_ANSWER', { host: name, milliseconds: Math.round(timeoutMs) }),
    'dns',
  )
}

interface AddressChecks {
  readonly host: string
  readonly checkAddress: CheckAddress
  readonly durationMs: number
}

const none: Resolved['others'] = () => Promise.resolve([])

/** The addresses that the policy allows. */
function resolvedTo(
  found: readonly string[],
  { host, checkAddress, durationMs }: AddressChecks,
  others: Resolved['others'] = none,
): Resolved | Failed {
  const rejections = found.map((address) => checkAddress(address, host))
  const addresses = found.filter((_, index) => rejections[index] === null)
  const [address] = addresses
  if (address === undefined) return { failure: rejections[0] ?? nameFailure('ENODATA', host, undefined) }
  return { failure: null, address, addresses, others, durationMs }
}

/** One address that is reached whatever the policy says. */
export const resolvedAddress = (address: string): Resolved => ({
  failure: null,
  address,
  addresses: [address],
  others: none,
  durationMs: 0,
})

const withoutAddress = (host: string, family: IpFamily | undefined): string =>
  family === undefined ? writeReason('NO_ADDRESS_OF_ANY_FAMILY', { host }) : writeReason('NO_ADDRESS', { host, family })

/** The codes of getaddrinfo(3), as other tools report them. */
function nameFailure(code: string, name: string, family: IpFamily | undefined): ObservationFailure {
  if (code === 'ENOTFOUND') return failure('dns', 'ENOTFOUND', writeReason('NAME_UNKNOWN', { host: name }), true)
  if (code === 'ENODATA') return failure('dns', 'ENOTFOUND', withoutAddress(name, family), true)
  if (code === 'EBADNAME') return failure('dns', 'EBADNAME', writeReason('HOST_NAME_INVALID', { text: name }))
  return failureOf('EAI_AGAIN', writeReason('ENDPOINT_HOST_WITH_ANSWER', { host: name, answer: code }), 'dns')
}
