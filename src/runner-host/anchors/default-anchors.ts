import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { NameServer } from '#egress'
import { dnsPort } from './anchor.ts'
import type { Anchor } from './anchor.ts'

const hexByte = 16
const isUpGateway = 0x3

/**
 * The default gateways in the form of `/proc/net/route` of Linux: IPv4 addresses in the order of their metric, each once.
 */
export function defaultGateways(table: string): string[] {
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([, destination, gateway = '', flags = '0', , , metric = '0', mask]) => {
      const isDefault = destination === '00000000' && mask === '00000000'
      return isDefault && (Number.parseInt(flags, hexByte) & isUpGateway) === isUpGateway
        ? [{ address: addressOf(gateway), metric: Number(metric) }]
        : []
    })
  return [...new Set(rows.toSorted((one, other) => one.metric - other.metric).map(({ address }) => address))]
}

/** The kernel writes the number of the address in the byte order of the machine, which is the reverse on all that run this. */
const addressOf = (hex: string): string =>
  [6, 4, 2, 0].map((at) => Number.parseInt(hex.slice(at, at + 2), hexByte)).join('.')

export interface MachineFiles {
  readonly routes: string
  /** One of these is there inside of a container. */
  readonly containers: readonly string[]
}

const linuxFiles: MachineFiles = { routes: '/proc/net/route', containers: ['/.dockerenv', '/run/.containerenv'] }

/**
 * The default gateways and the name servers of this machine. Inside of a container the gateway is the machine
 * itself, which always answers, so that only name servers count.
 */
export async function defaultAnchors(
  nameServers: readonly NameServer[],
  { routes, containers }: MachineFiles = linuxFiles,
): Promise<readonly Anchor[]> {
  const isContainer =
    containers.some((file) => existsSync(file)) || process.env['KUBERNETES_SERVICE_HOST'] !== undefined
  const table = isContainer ? '' : await readFile(routes, 'utf8').catch(() => '')
  return [
    ...defaultGateways(table).map((host): Anchor => ({ way: 'icmp', host, port: null, role: 'gateway' })),
    ...nameServers.map(({ host, port }): Anchor => ({ way: 'dns', host, port: port || dnsPort, role: 'name server' })),
  ]
}
