import type { FastifyRequest } from 'fastify'

/** The client of the hosted product that omits empty values identifies itself so. */
const terseSource = 'TF'

/**
 * Whether a request comes from a client that omits values that are empty, false or zero, so that omitted fields are
 * empty (docs/compatibility.md). Such clients name their source, or turn automatic subscriptions off on a write.
 */
export function leavesOutEmpty(serviceName: string): (request: FastifyRequest) => boolean {
  const names = ['x-service-source', `x-${serviceName.toLowerCase()}-source`, 'x-checkly-source']
  return ({ headers, query }) =>
    names.some((name) => headers[name] === terseSource) || Object(query)['autoAssignAlerts'] === false
}
