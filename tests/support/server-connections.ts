import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const channel = 'net.server.socket'

/** The connections that a server in this process accepts on a port, so that they can be cut. */
export class ServerConnections {
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  #isCut = false

  constructor(port: number) {
    this.#port = port
    subscribe(channel, this.#note)
  }

  /** Ends all connections at once, and those to come. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Call it when the server listens no more. */
  close(): void {
    unsubscribe(channel, this.#note)
  }

  readonly #note = (message: unknown): void => {
    const { socket } = asAccepted(message)
    if (socket.localPort !== this.#port) return
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.#isCut) socket.destroy()
  }
}

/** What Node publishes when a server accepts a connection. */
const asAccepted = (message: unknown): { readonly socket: Socket } => message as { readonly socket: Socket }
