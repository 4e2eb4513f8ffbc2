import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server } from 'node:net'

const ports = 12_000
const lowestPort = 1_024

/**
 * A port of this machine that nobody listens on, for a program that is told its port. No other test of any run gets it as
 * long as this process lives, and the system gives it to nobody who asks for any port.
 */
export async function freePort(): Promise<number> {
  const end = firstPortOfSystem()
  for (;;) {
    const port = end - 1 - Math.floor(Math.random() * ports)
    if (port < lowestPort) return anyPort()
    const claim = await listenOn(`\0belfry-test-port-${port}`)
    if (claim === undefined) continue
    claim.unref()
    const tried = await listenOn({ port, host: '127.0.0.1' })
    if (tried === undefined) continue
    await close(tried)
    return port
  }
}

/** Ports from here on are given to connections and to servers that ask for any. */
function firstPortOfSystem(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Where the system does not say which ports it gives away: another program may get it meanwhile. */
async function anyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await close(server)
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Undefined when the port is taken. */
async function listenOn(place: string | { readonly port: number; readonly host: string }): Promise<Server | undefined> {
  const server = createServer()
  try {
    if (typeof place === 'string') server.listen(place)
    else server.listen(place)
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
