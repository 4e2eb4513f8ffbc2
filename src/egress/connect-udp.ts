import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target } from './connect-tcp.ts'
import type { Deadline } from './deadline.ts'
import { errorCode, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import type { Resolve } from './resolve.ts'

/** A socket connected to one address and port: the kernel drops packets from all others. The caller closes it. */
export interface UdpConnection {
  readonly failure: null
  readonly socket: Socket
  readonly address: string
  /** Other addresses of the name that may be reached. */
  readonly others: readonly string[]
}

/** Resolves, checks the address, and opens a separate UDP socket, on a random port, to exactly that address. */
export async function connectUdp(
  resolve: Resolve,
  target: Target,
  deadline: Deadline,
): Promise<UdpConnection | Failed> {
  const resolved = await resolve(target.host, target.family, deadline, target.port)
  if (resolved.failure) return resolved
  const [, ...others] = resolved.addresses
  const { address } = resolved
  return new Promise((settle) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    const fail = (error: Error): void => {
      socket.close()
      settle({ failure: failureOf(errorCode(error), endpointOf(target), 'connect') })
    }
    socket.on('error', dropErrors)
    socket.once('error', fail)
    socket.connect(target.port, address, () => {
      socket.removeListener('error', fail)
      settle({ failure: null, socket, address, others })
    })
  })
}
