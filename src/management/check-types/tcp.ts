import type { TcpRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import { pickGiven } from '../checks/pick-given.ts'
import { rejectField } from '../reject-field.ts'
import type { RequestInput } from './request-maker.ts'

/** `url` and `body` are older names of `hostname` and `data`. */
export function tcpRequestOf(given: RequestInput<'TCP'>): TcpRequest {
  const hostname =
    given.hostname ?? given.url ?? rejectField('request.hostname', 'is required', { rule: 'required', parameters: {} })
  return {
    hostname,
    port: given.port,
    data: firstGiven(given.data, given.body) ?? null,
    ipFamily: given.ipFamily ?? 'IPv4',
    ...pickGiven(given, ['tryAllAddresses']),
    assertions: assertionsOf(given.assertions),
  }
}

const firstGiven = <T>(...values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined)
