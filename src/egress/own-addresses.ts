import { createSocket } from 'node:dgram'

/** Addresses of no host, used only to look up the route to them. */
const somewhere = { udp4: '192.0.2.1', udp6: '2001:db8::1' } as const
/** The targets that a machine without a network still reaches, and the addresses it uses. */
const loopback = { udp4: '127.0.0.1', udp6: '::1' } as const

/**
 * The local address of connections to the internet, for each family; the loopback address without a route. Nothing is
 * sent. Behind NAT targets see another one.
 */
export async function ownAddresses(): Promise<{ readonly ipv4: string; readonly ipv6: string }> {
  const [ipv4, ipv6] = await Promise.all([ownAddress('udp4'), ownAddress('udp6')])
  return { ipv4, ipv6 }
}

function ownAddress(family: 'udp4' | 'udp6'): Promise<string> {
  return new Promise((settle) => {
    const socket = createSocket(family)
    const end = (address: string): void => {
      socket.close()
      settle(address)
    }
    socket.once('error', () => end(loopback[family]))
    socket.connect(port, somewhere[family], () => end(socket.address().address))
  })
}

/** The discard port; no packet is sent to it. */
const port = 9
