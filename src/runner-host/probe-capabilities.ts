import { networkInterfaces } from 'node:os'
import { checkTypes, installableRuntimeIds } from '#contract'
import type { AgentCapabilities, AgentFeature } from '#contract'
import { writeReason } from '#contract/reasons'
import { pingPermission } from '#probes'
import type { Runtimes, WallStatus } from '#scripting'

interface Facts {
  readonly wall: WallStatus
  readonly runtimes: Runtimes
}

/** The capabilities of this machine for checks, and why some are missing. The first call may take two seconds, for `ping`. */
export async function probeCapabilities({ wall, runtimes }: Facts): Promise<AgentCapabilities> {
  const installed = installableRuntimeIds.filter((id) => runtimes.status(id).state === 'installed')
  return {
    checkTypes: Object.entries(checkTypes).flatMap(([type, { execution }]) => (execution === 'wire' ? [type] : [])),
    runtimes: installed,
    features: [icmp(), ipv6(), scripts(wall), runtime(runtimes), await browser(runtimes)],
  }
}

let permission: ReturnType<typeof pingPermission> | null = null

/** Why this machine cannot send ICMP echo requests, or null. It is found out once, because it may take two seconds. */
export function findIcmpProblem(): string | null {
  permission ??= pingPermission()
  const { way, advice } = permission
  return way === 'none' ? (advice ?? writeReason('MACHINE_WITHOUT_PINGS')) : null
}

function icmp(): AgentFeature {
  const { way, advice } = pingPermission()
  return { name: 'icmp', isAvailable: way !== 'none', detail: advice ?? way }
}

function ipv6(): AgentFeature {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const isAvailable = addresses.some(({ family, internal }) => family === 'IPv6' && !internal)
  return { name: 'ipv6', isAvailable, detail: isAvailable ? '' : writeReason('NO_IPV6') }
}

const scripts = ({ level, reason }: WallStatus): AgentFeature => ({
  name: 'scripts',
  isAvailable: level !== null,
  detail: level === null ? reason : level,
})

/** One that is not installed yet is available: it is installed when a run needs it. */
function runtime(runtimes: Runtimes): AgentFeature {
  const { used } = runtimes.resolve(null)
  const { state, code } = runtimes.status(used)
  const isAvailable = state !== 'failed'
  const detail = isAvailable ? used : writeReason('RUNTIME_UNUSABLE', { runtime: used, errorCode: code ?? 'unknown' })
  return { name: 'runtime', isAvailable, detail }
}

/** As with runtimes: a browser that is installed with its runtime is available. */
async function browser(runtimes: Runtimes): Promise<AgentFeature> {
  const { used } = runtimes.resolve(null)
  const isInstalled = runtimes.status(used).state === 'installed'
  const isAvailable = !isInstalled || (await runtimes.get(used)).chromium !== null
  return {
    name: 'browser',
    isAvailable,
    detail: isAvailable ? '' : writeReason('RUNTIME_WITHOUT_CHROMIUM', { runtime: used }),
  }
}
