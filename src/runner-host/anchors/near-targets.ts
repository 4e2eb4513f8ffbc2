import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { NetworkInterfaceInfo } from 'node:os'
import ipaddr from 'ipaddr.js'
import { createEgress, Deadline } from '#egress'
import type { Clock } from '#kernel'

const lookupMs = 1_000

export interface MachineNetwork {
  readonly interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>
  /** Whether an interface is connected to anything. */
  readonly hasLink: (name: string) => Promise<boolean>
}

const linuxNetwork: MachineNetwork = {
  interfaces: networkInterfaces,
  hasLink: async (name) => (await readFile(`/sys/class/net/${name}/carrier`, 'utf8').catch(() => '1')).trim() !== '0',
}

/** Whether a host is this machine, or in a network of it that is connected: then no gateway is in between. */
export type IsNear = (host: string) => Promise<boolean>

export function createIsNear(clock: Clock, network: MachineNetwork = linuxNetwork): IsNear {
  const { resolve } = createEgress({ allowPrivateTargets: true }, clock)
  return async (host) => {
    const deadline = new Deadline(clock, lookupMs)
    const resolved = await resolve(host, undefined, deadline)
    deadline.close()
    return !resolved.failure && isNearAddress(resolved.address, network)
  }
}

/** As `IsNear`, of an address. */
export async function isNearAddress(text: string, { interfaces, hasLink }: MachineNetwork): Promise<boolean> {
  const address = ipaddr.process(text)
  if (address.range() === 'loopback') return true
  for (const [name, places] of Object.entries(interfaces())) {
    const own = (places ?? []).filter(({ cidr }) => cidr !== null && isWithin(address, cidr))
    if (own.some((place) => ipaddr.process(place.address).toString() === address.toString())) return true
    if (own.length > 0 && (await hasLink(name))) return true
  }
  return false
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr)
  return network.kind() === address.kind() && address.match(network, bits)
}
