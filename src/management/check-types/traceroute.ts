import type { Static } from 'typebox'
import { traceroutePorts } from '#contract'
import type { checkTypes, TracerouteRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'

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

/** The request of a traceroute monitor from a body. Each protocol has its own default port, ICMP none. */
export function tracerouteRequestOf(given: TracerouteInput): TracerouteRequest {
  const { assertions, port, ...plain } = given
  const { protocol = plainRequest.protocol } = plain
  return {
    ...plainRequest,
    ...plain,
    protocol,
    port: protocol === 'ICMP' ? null : (port ?? traceroutePorts[protocol]),
    assertions: assertionsOf(assertions),
  }
}
