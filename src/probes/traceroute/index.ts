import ipaddr from 'ipaddr.js'
import type { TracerouteAnswer } from '#contract'
import { Deadline } from '#egress'
import type { Failed } from '#egress'
import { secondMs } from '#kernel'
import { Stopwatch, roundMs } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe, ProbeTask, ProbeTools } from '../probe.ts'
import { findRoute } from './find-route.ts'
import { withNames } from './hop-names.ts'
import { unreachableText } from './unreachable-text.ts'

const probesPerHop = 3

/**
 * Observes a TRACEROUTE check: three probes for each hop to the first address of the host that the policy allows and
 * that is reached, for at most `timeout` seconds. The response time is the average round trip to the destination, 0 when it was not reached,
 * which is part of the answer. A machine that may not send such probes is a failure of kind `permission`.
 */
export const TRACEROUTE: Probe<'TRACEROUTE'> = async (task, tools) => {
  const watch = new Stopwatch(tools.clock)
  const deadline = new Deadline(tools.clock, Math.min(runTimeOf(task), task.request.timeout * secondMs), tools.signal)
  const observed = await observe(task, tools, { deadline, watch })
  deadline.close()
  if ('failure' in observed) return watch.failed(observed.failure)
  const hops = task.request.ptrLookup ? await withNames(observed.hops, tools) : observed.hops
  return watch.answered<'TRACEROUTE'>({ ...observed, hops }, observed.finalHopLatency?.avg ?? 0)
}

interface Course {
  readonly deadline: Deadline
  readonly watch: Stopwatch
}

async function observe(
  { request }: ProbeTask<'TRACEROUTE'>,
  { egress }: ProbeTools,
  { deadline, watch }: Course,
): Promise<TracerouteAnswer | Failed> {
  const { url, protocol, maxHops, maxUnknownHops } = request
  const resolved = await egress.resolve(url, request.ipFamily, deadline, request.port)
  if (resolved.failure) return resolved
  const at = async (each: string) => {
    // An IPv4 address inside IPv6 is reached over IPv4.
    const parsed = ipaddr.process(each)
    const address = parsed.toString()
    const family = parsed.kind() === 'ipv4' ? 'IPv4' : 'IPv6'
    const target = { address, family, protocol, port: request.port ?? 0 } as const
    return {
      address,
      family,
      route: await findRoute(target, { maxHops, maxUnknownHops, probesPerHop }, deadline),
    } as const
  }
  const found = await watch.inTurn(request, resolved, { at, errorOf: ({ route }) => distance(route) }, deadline)
  const { address, family, route } = found
  if (route.failure) return route
  const { hops, latency, truncationReason, unreachable } = route
  return {
    hostname: url,
    resolvedIp: address,
    ipFamily: family,
    probeProtocol: protocol,
    port: request.port,
    maxHops,
    totalHops: hops.length,
    destinationReached: truncationReason === 'destinationReached',
    truncationReason,
    ...(unreachable && { unreachable: unreachableText(unreachable, family) }),
    ...(latency && { finalHopLatency: latency }),
    hops,
    timestamp: Math.floor(watch.startedAt / secondMs),
    timingPhases: { dns: roundMs(resolved.durationMs), total: roundMs(watch.elapsedMs()) },
  }
}

/** Why a route does not end at its target. */
function distance(route: Awaited<ReturnType<typeof findRoute>>): string | null {
  if (route.failure) return route.failure.code
  if (route.truncationReason === 'destinationReached') return null
  return route.unreachable ? 'EHOSTUNREACH' : 'ETIMEDOUT'
}
