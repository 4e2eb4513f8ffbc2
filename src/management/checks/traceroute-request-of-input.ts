import type { Static } from 'typebox'
import { traceroutePorts } from '#contract'
import type { checkTypes, TracerouteRequest } from '#contract'
import { assertionsOf } from './assertions-of-input.ts'

type TracerouteInput = Static<(typeof checkTypes)['TRACEROUTE']['request']>

const plainRequest: TracerouteRequest = {
  url: '',
  protocol: 'TCP',
  port: traceroutePorts.TCP,
  ipFamily: 'IPv4',
  maxHops: 30,
  maxUnknownHops: 15,
  ptrLookup: true,
  timeout: 10,
  assertions: [],
}

/** The request of a traceroute monitor after a body. Another protocol comes with its own port, ICMP with none. */
export function tracerouteRequestOf(given: TracerouteInput, current = plainRequest): TracerouteRequest {
  const { assertions, port, ...plain } = given
  const { protocol = current.protocol } = plain
  const keptPort = protocol === current.protocol ? current.port : null
  return {
    ...current,
    ...plain,
    protocol,
    port: protocol === 'ICMP' ? null : (port ?? keptPort ?? traceroutePorts[protocol]),
    assertions: assertionsOf(assertions, current.assertions),
  }
}
