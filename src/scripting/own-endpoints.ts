import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Egress } from '#egress'

/** Where the service or its database listens; without a host: on every address of this machine. */
export interface OwnEndpoint {
  /** A name or an address. */
  readonly host?: string
  readonly port: number
}

export interface Endpoint {
  readonly address: string
  readonly port: number
}

/** Whether an address and port belong to the service. Names are resolved again, only where the port is the same. */
export async function isOwnEndpoint(
  { address, port }: Endpoint,
  endpoints: readonly OwnEndpoint[],
  resolve: Egress['resolve'],
): Promise<boolean> {
  for (const own of endpoints) {
    if (own.port !== port) continue
    const ownAddress = own.host === undefined ? null : await addressOf(own.host, resolve)
    if (own.host === undefined ? isThisMachine(address) : isSameHost(address, ownAddress)) return true
  }
  return false
}

async function addressOf(host: string, resolve: Egress['resolve']): Promise<string | null> {
  if (isIP(host) !== 0) return host
  const found = await resolve(host)
  return found.failure ? null : found.address
}

/** Any address of this machine may lead to a server that listens on one of them. */
const isSameHost = (address: string, own: string | null): boolean =>
  address === own || (own !== null && isThisMachine(own) && isThisMachine(address))

function isThisMachine(address: string): boolean {
  if (address.startsWith('127.') || ['::1', '::', '0.0.0.0'].includes(address)) return true
  return Object.values(networkInterfaces()).some((rows) => rows?.some((row) => row.address === address))
}
