/** Numbers of Linux, the same on the processors that `systemCalls` knows. */
export const addressFamilies = { IPv4: 2, IPv6: 10 } as const
/** The family of sockets that see packets of others. */
export const packetFamily = 17
export const socketTypes = { stream: 1, datagram: 2, raw: 3 } as const
export const nonBlocking = 0x800
export const closeOnExec = 0x8_0000

const socketLevel = 1

export interface SocketOption {
  readonly level: number
  readonly option: number
}

export const socketOptions = {
  error: { level: socketLevel, option: 4 },
  sendBuffer: { level: socketLevel, option: 7 },
  receiveBuffer: { level: socketLevel, option: 8 },
  linger: { level: socketLevel, option: 13 },
  attachFilter: { level: socketLevel, option: 26 },
  receiveBufferForced: { level: socketLevel, option: 33 },
  /** Requests the time of arrival by the clock of the system, which arrives as a control message of the same number. */
  timestamps: { level: socketLevel, option: 35 },
  /** How often a SYN is repeated. */
  synRetries: { level: 6, option: 7 },
  tcpInfo: { level: 6, option: 11 },
} as const satisfies Record<string, SocketOption>

/** Requests the time to live of received packets, which arrives as a control message of type `message`. */
export const receivedTimeToLive = {
  IPv4: { level: 0, option: 12, message: 2 },
  IPv6: { level: 41, option: 51, message: 52 },
} as const

/** The time to live of packets sent. */
export const sentTimeToLive = { IPv4: { level: 0, option: 2 }, IPv6: { level: 41, option: 16 } } as const

/** Requests ICMP errors about packets sent, which arrive as control messages of the same number. */
export const receivedErrors = { IPv4: { level: 0, option: 11 }, IPv6: { level: 41, option: 25 } } as const

/** The types of ICMP messages that a raw socket filters out. */
export const rawFilters = { IPv4: { level: 255, option: 1 }, IPv6: { level: 58, option: 1 } } as const

/** The protocol numbers of ICMP. */
export const icmpProtocols = { IPv4: 1, IPv6: 58 } as const

/** The value of an option that is a number. */
export function optionValue(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, 4 * index)
  return bytes
}
