import type { FastifyRequest } from 'fastify'
import { dropInName } from '../drop-in.ts'

/** Clients of the hosted product that omit empty values: its Terraform provider and its client in Go. */
const terseSources: ReadonlySet<unknown> = new Set(['TF', 'go-sdk'])

/**
 * Whether a request comes from a client that omits values that are empty, false or zero, so that omitted fields are
 * empty (docs/compatibility.md). Such clients name their source. In drop-in mode a write that turns automatic
 * subscriptions off is theirs as well; elsewhere people write that themselves.
 */
export function omitsEmptyValues(serviceName: string): (request: FastifyRequest) => boolean {
  const names = ['x-service-source', `x-${serviceName.toLowerCase()}-source`, 'x-checkly-source']
  const isDropIn = serviceName === dropInName
  return ({ headers, query }) =>
    names.some((name) => terseSources.has(headers[name])) || (isDropIn && Object(query)['autoAssignAlerts'] === false)
}
