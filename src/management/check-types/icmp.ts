import type { IcmpRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import { pickGiven } from '../checks/pick-given.ts'
import type { RequestInput } from './request-maker.ts'

const defaultPings = 10

export const icmpRequestOf = (given: RequestInput<'ICMP'>): IcmpRequest => ({
  hostname: given.hostname,
  ipFamily: given.ipFamily ?? 'IPv4',
  pingCount: given.pingCount ?? defaultPings,
  ...pickGiven(given, ['tryAllAddresses']),
  assertions: assertionsOf(given.assertions),
})
