import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A TCP target that can be taken down and brought back on the same port. */
export class FlakyTarget {
  #server: Server | null = null
  readonly #sockets = new Set<Socket>()
  port = 0

  async up(): Promise<void> {
    if (this.#server) return
    const server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
    })
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async down(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = null
    for (const socket of this.#sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}
