import type { Duplex } from 'node:stream'

/** How a connection ended: by its other side, by an error, or by being closed here. */
export type Ending = 'end' | 'close' | Error

export interface Receiver {
  readonly data: (bytes: Buffer) => void
  readonly ended: (how: Ending) => void
}

const nobody: Receiver = { data: () => {}, ended: () => {} }

/** Hands the bytes of a socket to one receiver after the other, without losing any between them. */
export class Arrivals {
  readonly socket: Duplex
  receiver: Receiver
  ending: Ending | null = null

  constructor(socket: Duplex, receiver: Receiver = nobody) {
    this.socket = socket
    this.receiver = receiver
    socket.on('data', (bytes: Buffer) => this.receiver.data(bytes))
    socket.once('end', () => this.#end('end'))
    socket.once('error', (error) => this.#end(error))
    socket.once('close', () => this.#end('close'))
  }

  #end(how: Ending): void {
    if (this.ending !== null) return
    this.ending = how
    this.receiver.ended(how)
  }
}
