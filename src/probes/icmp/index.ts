import ipaddr from 'ipaddr.js'
import type { IcmpAnswer } from '#contract'
import { writeReason } from '#contract/reasons'
import { Deadline, failure, failureOf } from '#egress'
import type { Failed } from '#egress'
import { leaseSocket } from './echo-sockets.ts'
import { pingAnswer } from './ping-answer.ts'
import { pingOverProgram } from './ping-over-program.ts'
import { pingOverSocket } from './ping-over-socket.ts'
import type { PingOutcome, PingPlan } from './ping-plan.ts'
import { Stopwatch } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe, ProbeTask, ProbeTools } from '../probe.ts'

export { pingPermission } from './ping-permission.ts'
export type { PingPermission } from './ping-permission.ts'

/**
 * Observes an ICMP check: `pingCount` echo requests of 64 bytes, 500 ms apart, to the first address of the host that
 * the policy allows and that replies to one of them. The response time is the average round trip. Lost packets are part of the answer, even all of
 * them; a machine that may not ping is a failure of kind `permission`.
 */
export const ICMP: Probe<'ICMP'> = async (task, tools) => {
  const watch = new Stopwatch(tools.clock)
  const deadline = new Deadline(tools.clock, runTimeOf(task), tools.signal)
  const observed = await ping(task, tools, { deadline, watch })
  deadline.close()
  if ('failure' in observed) return watch.failed(observed.failure)
  return watch.answered<'ICMP'>(observed, observed.json.latency.avg)
}

interface Course {
  readonly deadline: Deadline
  readonly watch: Stopwatch
}

async function ping(
  { request }: ProbeTask<'ICMP'>,
  { egress }: ProbeTools,
  { deadline, watch }: Course,
): Promise<IcmpAnswer | Failed> {
  const { hostname, ipFamily, pingCount } = request
  const resolved = await egress.resolve(hostname, ipFamily, deadline)
  if (resolved.failure) return resolved
  const at = async (address: string): Promise<IcmpAnswer | Failed> => {
    const plan: PingPlan = { ...canonical(address), pingCount }
    const outcome = await send(plan, deadline)
    return outcome.failure ? outcome : pingAnswer({ ...plan, hostname, dnsMs: resolved.durationMs }, outcome.packets)
  }
  return watch.inTurn(request, resolved, { at, errorOf: silence }, deadline)
}

/** Whether an echo reply of a host arrives before the deadline; false also where this machine may send no requests. */
export async function answersEcho(
  host: string,
  { resolve }: Pick<ProbeTools['egress'], 'resolve'>,
  deadline: Deadline,
): Promise<boolean> {
  const resolved = await resolve(host, undefined, deadline)
  if (resolved.failure) return false
  const outcome = await send({ ...canonical(resolved.address), pingCount: 1 }, deadline)
  return outcome.failure === null && outcome.packets.some(({ success }) => success)
}

/** Why an address counts as not reached: no packet came back from it. */
function silence(outcome: IcmpAnswer | Failed): string | null {
  if ('failure' in outcome) return outcome.failure.code
  const { packetsReceived, pingResults } = outcome.json
  if (packetsReceived > 0) return null
  return pingResults.some(({ type }) => type >= 0) ? 'EHOSTUNREACH' : 'ETIMEDOUT'
}

/** An IPv4 address inside IPv6 is reached over IPv4. A literal address decides the family, whatever was requested. */
function canonical(address: string): Pick<PingPlan, 'address' | 'family'> {
  const parsed = ipaddr.process(address)
  return { address: parsed.toString(), family: parsed.kind() === 'ipv4' ? 'IPv4' : 'IPv6' }
}

async function send(plan: PingPlan, deadline: Deadline): Promise<PingOutcome | Failed> {
  const lease = leaseSocket(plan.family)
  if ('code' in lease) return withoutSocket(lease.code, plan, deadline)
  try {
    return await pingOverSocket(lease.socket, plan, deadline)
  } finally {
    lease.release()
  }
}

const privilegeCodes = ['EPERM', 'EACCES', 'ENOSYS', 'EPROTONOSUPPORT', 'ESOCKTNOSUPPORT']

async function withoutSocket(code: string, plan: PingPlan, deadline: Deadline): Promise<PingOutcome | Failed> {
  if (privilegeCodes.includes(code)) return pingOverProgram(plan, deadline)
  if (code !== 'EAFNOSUPPORT') return { failure: failureOf(code, plan.address, 'connect') }
  return {
    failure: failure('connect', code, writeReason('FAMILY_MISSING', { family: plan.family, address: plan.address })),
  }
}
