import { mailAddressPattern } from './resources/subscription.ts'

/** The address of an owner who gave none. */
export const unknownOwnerAddress = 'owner@localhost'

/** Names that belong to nobody (RFC 6761). */
const nowhere = /[.](?:localhost|invalid)$/i

/** Whether mail may be sent to an address: it has the form of one, and its name may be somebody's. */
export const isReachableAddress = (address: string): boolean =>
  new RegExp(mailAddressPattern).test(address) && !nowhere.test(address)
