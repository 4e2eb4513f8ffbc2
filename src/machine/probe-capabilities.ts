import { networkInterfaces } from 'node:os'
import { checkTypes, installableRuntimeIds } from '#contract'
import type { AgentCapabilities, AgentFeature } from '#contract'
import { pingPermission } from '#probes'
import type { Runtimes, WallStatus } from '#scripting'

interface Facts {
  readonly wall: WallStatus
  readonly runtimes: Runtimes
}

/** What this machine can do for checks, and why not. The first call may take two seconds, for `ping`. */
export async function probeCapabilities({ wall, runtimes }: Facts): Promise<AgentCapabilities> {
  const installed = installableRuntimeIds.filter((id) => runtimes.status(id).state === 'installed')
  return {
    checkTypes: Object.entries(checkTypes).flatMap(([type, { execution }]) => (execution === 'wire' ? [type] : [])),
    runtimes: installed,
    features: [icmp(), ipv6(), scripts(wall)],
  }
}

function icmp(): AgentFeature {
  const { way, advice } = pingPermission()
  return { name: 'icmp', isAvailable: way !== 'none', detail: advice ?? way }
}

function ipv6(): AgentFeature {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const isAvailable = addresses.some(({ family, internal }) => family === 'IPv6' && !internal)
  return { name: 'ipv6', isAvailable, detail: isAvailable ? '' : 'No network interface has an IPv6 address.' }
}

const scripts = ({ level, reason }: WallStatus): AgentFeature => ({
  name: 'scripts',
  isAvailable: level !== null,
  detail: level === null ? reason : level,
})
