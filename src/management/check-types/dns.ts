import { defaultDnsPort } from '#contract'
import type { DnsRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import type { RequestInput } from './request-maker.ts'

/** The port is that of the name server, so without a server it is only set when the body sets it. */
export function dnsRequestOf(given: RequestInput<'DNS'>): DnsRequest {
  const nameServer = given.nameServer || null
  const port = given.port ?? (nameServer === null ? undefined : defaultDnsPort)
  return {
    query: given.query,
    recordType: given.recordType ?? 'A',
    nameServer,
    ...(port !== undefined && { port }),
    protocol: given.protocol ?? 'UDP',
    assertions: assertionsOf(given.assertions),
  }
}
