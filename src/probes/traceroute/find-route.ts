import type { ObservationFailure, TracerouteProtocol } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure, failureOf } from '#egress'
import type { Deadline, Failed } from '#egress'
import { MessageReader } from '../system/message-reader.ts'
import { systemCalls } from '../system/system-calls.ts'
import type { SystemCalls } from '../system/system-calls.ts'
import { RawProber, openIcmpSocket, openSctpSocket } from './raw-prober.ts'
import { traceRoute } from './route-trace.ts'
import type { Route, RouteLimits } from './route-trace.ts'
import type { RouteProber, RouteTarget, SendError } from './route-prober.ts'
import { SocketProber } from './socket-prober.ts'

let reader: MessageReader | undefined

type OpenProber = (system: SystemCalls, reader: MessageReader, target: RouteTarget) => RouteProber | SendError

const overSockets: OpenProber = (system, messages, target) => new SocketProber(system, messages, target)
const overRaw =
  (open: typeof openIcmpSocket): OpenProber =>
  (system, messages, target) => {
    const opened = open(system, target)
    return 'code' in opened ? opened : new RawProber({ system, reader: messages }, target, opened)
  }

const probers: { readonly [P in TracerouteProtocol]: OpenProber } = {
  TCP: overSockets,
  UDP: overSockets,
  ICMP: overRaw(openIcmpSocket),
  SCTP: overRaw(openSctpSocket),
}

/**
 * The route to a target, as far as it can be found before the deadline. Never rejects. A failure of kind `permission`
 * says what to do on a machine that does not let this process send such packets.
 */
export async function findRoute(
  target: RouteTarget,
  limits: RouteLimits,
  deadline: Deadline,
): Promise<(Route & { readonly failure: null }) | Failed> {
  const system = systemCalls()
  if (!system) return { failure: notHere() }
  reader ??= new MessageReader(system)
  const prober = probers[target.protocol](system, reader, target)
  if ('code' in prober) return { failure: failureToSend(prober.code, target) }
  try {
    const route = await traceRoute(prober, limits, deadline)
    if (route === null) return { failure: deadline.failure ?? cancelled() }
    return 'code' in route ? { failure: failureToSend(route.code, target) } : { ...route, failure: null }
  } finally {
    prober.close()
  }
}

/** The route of TCP connections, which needs no permission. */
export const findTcpRoute = (
  target: Omit<RouteTarget, 'protocol'>,
  limits: RouteLimits,
  deadline: Deadline,
): ReturnType<typeof findRoute> => findRoute({ ...target, protocol: 'TCP' }, limits, deadline)

const notHere = (): ObservationFailure => failure('permission', 'ENOSYS', writeReason('ROUTES_NEED_LINUX'))

const cancelled = (): ObservationFailure => failure('timeout', 'ECANCELED', writeReason('OPERATION_CANCELLED'))

const privilegeCodes = ['EPERM', 'EACCES', 'EPROTONOSUPPORT', 'ESOCKTNOSUPPORT']
const remedies: { readonly [P in TracerouteProtocol]: string } = {
  TCP: writeReason('RULE_FORBIDS'),
  UDP: writeReason('RULE_FORBIDS'),
  ICMP: writeReason('ROUTE_REMEDY_ICMP'),
  SCTP: writeReason('ROUTE_REMEDY_SCTP'),
}

function failureToSend(code: string, { address, family, protocol }: RouteTarget): ObservationFailure {
  if (privilegeCodes.includes(code)) {
    const message = writeReason('ROUTE_FORBIDDEN', { protocol, address, reason: remedies[protocol] })
    return failure('permission', 'EPERM', message)
  }
  if (code === 'EAFNOSUPPORT') return failure('connect', code, writeReason('FAMILY_MISSING', { family, address }))
  return failureOf(code, address, 'connect')
}
