import type { IcmpRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import type { RequestInput } from './request-maker.ts'

const usualPings = 10

export const icmpRequestOf = (given: RequestInput<'ICMP'>): IcmpRequest => ({
  hostname: given.hostname,
  ipFamily: given.ipFamily ?? 'IPv4',
  pingCount: given.pingCount ?? usualPings,
  assertions: assertionsOf(given.assertions),
})
