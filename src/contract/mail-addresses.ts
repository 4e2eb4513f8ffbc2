import { mailAddressPattern } from './resources/subscription.ts'

/** The address of an owner who set none. */
export const unknownOwnerAddress = 'owner@localhost'

/** Reserved names, which no mailbox can have (RFC 6761). */
const nowhere = /[.](?:localhost|invalid)$/i

/** Whether mail may be sent to an address: it is well-formed, and its domain is not reserved. */
export const isReachableAddress = (address: string): boolean =>
  new RegExp(mailAddressPattern).test(address) && !nowhere.test(address)
