/** One loopback address has 28 000 ports for closed connections that linger a minute; many addresses have enough. */
export const availableAddresses: readonly string[] = Array.from({ length: 32 }, (_, index) => `127.0.0.${index + 2}`)
