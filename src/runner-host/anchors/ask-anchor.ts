import { createEgress, Deadline, systemNameSources } from '#egress'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'
import { answersEcho } from '#probes'
import { bracketed } from './anchor.ts'
import type { Anchor } from './anchor.ts'

/** Long enough for a busy gateway, and short beside the time limits of runs. */
export const anchorLimitMs = 2_000
/** A name that always exists (RFC 2606). */
const askedName = 'example.com'
/** Ports of gateways that refuse at least, where echo requests are not permitted or not answered. */
const gatewayPorts = [80, 53]
/** A name server that says so has no way on, or did not answer at all. */
const silent: ReadonlySet<string> = new Set([
  'ETIMEOUT',
  'ECONNREFUSED',
  'ENOSERVER',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Whether anything comes back from an anchor within two seconds. */
export type AskAnchor = (anchor: Anchor) => Promise<boolean>

/** Asks anchors over the network, wherever they are: the operator configured them. */
export function createAskAnchor(clock: Clock): AskAnchor {
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  return async (anchor) => {
    if (anchor.way === 'dns') return askNameServer(anchor, clock)
    if (anchor.way === 'tcp') return connects(egress, clock, { host: anchor.host, port: anchor.port ?? 0 })
    const isEchoed = echoes(egress, clock, anchor.host)
    if (anchor.role !== 'gateway') return isEchoed
    const ways = [isEchoed, ...gatewayPorts.map((port) => connects(egress, clock, { host: anchor.host, port }))]
    return firstTrue(ways)
  }
}

/** As soon as one is true, or when all are false. */
const firstTrue = (ways: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(ways.map((way) => way.then((isTrue) => (isTrue ? true : Promise.reject(new Error('silent')))))).catch(
    () => false,
  )

/** An open port, or a refusal: both come from the host. */
async function connects(
  egress: Pick<Egress, 'connectTcp'>,
  clock: Clock,
  target: { readonly host: string; readonly port: number },
): Promise<boolean> {
  const deadline = new Deadline(clock, anchorLimitMs)
  const connection = await egress.connectTcp(target, deadline)
  deadline.close()
  if (connection.failure !== null) return connection.failure.code === 'ECONNREFUSED'
  connection.socket.destroy()
  return true
}

async function echoes(egress: Egress, clock: Clock, host: string): Promise<boolean> {
  const deadline = new Deadline(clock, anchorLimitMs)
  const isReceived = await answersEcho(host, egress, deadline)
  deadline.close()
  return isReceived
}

/** Any answer proves the way, but for a server on this machine one that it cannot give by itself. */
async function askNameServer({ host, port }: Anchor, clock: Clock): Promise<boolean> {
  const server = `${bracketed(host)}:${port ?? 0}`
  const { lookupRecords } = createEgress({ allowPrivateTargets: true }, clock, {
    ...systemNameSources,
    nameServers: [server],
  })
  const deadline = new Deadline(clock, anchorLimitMs)
  const found = await lookupRecords(askedName, 'CNAME', deadline)
  deadline.close()
  if (!('code' in found)) return true
  return !silent.has(found.code) && !isLoopback(host)
}

const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'
