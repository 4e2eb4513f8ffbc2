import type { FastifyRequest } from 'fastify'

/** The client of the hosted product that sends no empty values names itself so. */
const terseSource = 'TF'

/**
 * Whether a request comes from a client that leaves out what is empty, false or zero, so that what it leaves out is
 * empty (docs/compatibility.md). Such clients name their source, or ask on a write for no automatic subscriptions.
 */
export function leavesOutEmpty(serviceName: string): (request: FastifyRequest) => boolean {
  const names = ['x-service-source', `x-${serviceName.toLowerCase()}-source`, 'x-checkly-source']
  return ({ headers, query }) =>
    names.some((name) => headers[name] === terseSource) || Object(query)['autoAssignAlerts'] === false
}
