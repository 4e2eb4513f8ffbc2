import type { ObservationFailure } from '#contract'
import type { Clock } from '#kernel'
import type { CheckAddress } from './address-policy.ts'
import type { CheckPort } from './port-policy.ts'
import type { Deadline } from './deadline.ts'
import { failure, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import { readHost } from './host.ts'
import type { IpFamily, Lookup, NameResolver } from './name-resolver.ts'

/** An address that may be connected to. `durationMs` is 0 when the host was an address already. */
export interface Resolved {
  readonly failure: null
  readonly address: string
  readonly durationMs: number
}

/**
 * Resolves a host and checks the addresses: the first that the policy allows, or why there is none. Without `family`
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

export function createResolve({ clock, names, checkAddress, checkPort }: ResolveTools): Resolve {
  return async (text, family, deadline, port) => {
    const early = deadline?.failure ?? checkPort(port)
    if (early) return { failure: early }
    const host = readHost(text)
    if (!host) return { failure: failure('dns', 'EBADNAME', `"${text}" is neither a host name nor an address.`) }
    if ('address' in host) return firstAllowed([host.address], text, checkAddress, 0)
    const startedAt = clock.activeMs()
    const found = await lookup(names, host.name, { family, deadline })
    if (deadline?.failure && 'code' in found) return { failure: unansweredBy(deadline, deadline.failure, host.name) }
    if ('code' in found) return { failure: nameFailure(found.code, host.name, family) }
    return firstAllowed(found.addresses, host.name, checkAddress, clock.activeMs() - startedAt)
  }
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
  return failureOf('EAI_AGAIN', `${name} (no name server answered within ${Math.round(timeoutMs)} ms)`, 'dns')
}

function firstAllowed(
  addresses: readonly string[],
  host: string,
  checkAddress: CheckAddress,
  durationMs: number,
): Resolved | Failed {
  let rejection: ObservationFailure | null = null
  for (const address of addresses) {
    const rejected = checkAddress(address, host)
    if (!rejected) return { failure: null, address, durationMs }
    rejection ??= rejected
  }
  return { failure: rejection ?? nameFailure('ENODATA', host, undefined) }
}

/** The codes of getaddrinfo(3), as other tools report them. */
function nameFailure(code: string, name: string, family: IpFamily | undefined): ObservationFailure {
  if (code === 'ENOTFOUND') return failure('dns', 'ENOTFOUND', `The name ${name} does not exist (NXDOMAIN).`, true)
  if (code === 'ENODATA')
    return failure('dns', 'ENOTFOUND', `The name ${name} has no ${family ?? 'IPv4 or IPv6'} address.`, true)
  if (code === 'EBADNAME') return failure('dns', 'EBADNAME', `"${name}" is no valid host name.`)
  return failureOf('EAI_AGAIN', `${name} (the name server answered ${code})`, 'dns')
}
