/** What the service takes for the address of a person. */
export const mailAddressPattern =
  '^[^\\s@<>,;:"()\\[\\]\\\\\\u0000-\\u001f]{1,64}@[^\\s@<>,;:"()\\\\\\u0000-\\u001f]{1,255}$'

/** The address of an owner who gave none. */
export const unknownOwnerAddress = 'owner@localhost'

/** Names that belong to nobody (RFC 6761): mail to them would go nowhere, or to this machine. */
const nowhere = /(?:^|[@.])(?:localhost|invalid)$/i

/** Whether mail may be sent to an address. */
export const isReachableAddress = (address: string): boolean =>
  new RegExp(mailAddressPattern, 'u').test(address) && !nowhere.test(address)
