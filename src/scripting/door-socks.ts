import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ObservationFailure } from '#contract'
import type { Door } from './door.ts'
import { joinSockets } from './join-sockets.ts'

export const socksVersion = 5
const withoutSignIn = 0
const connectCommand = 1
const addresses = { v4: 1, name: 3, v6: 4 } as const
const replies = { connected: 0, denied: 2, unreachable: 4, refused: 5, unknownCommand: 7, unknownAddress: 8 } as const

/**
 * CONNECT of SOCKS version 5 without sign-in (RFC 1928), names included. A connection through it carries what the target
 * sends and nothing else, so that a browser sees the target fail as it would without a proxy.
 */
export async function serveSocks(door: Door, client: Socket): Promise<void> {
  if ((await receive(client, greetingLength)) === null) return void client.destroy()
  client.write(Buffer.from([socksVersion, withoutSignIn]))
  const request = await receive(client, requestLength)
  if (request === null) return void client.destroy()
  const host = hostIn(request)
  if (request[1] !== connectCommand) return answer(client, replies.unknownCommand)
  if (host === null) return answer(client, replies.unknownAddress)
  const found = await door.connect(host, request.readUInt16BE(request.length - 2))
  if (found.failure) return answer(client, replyTo(found.failure))
  client.write(replyOf(replies.connected))
  joinSockets(client, found.socket)
}

/** How long a message is at least, as far as what has arrived of it says. */
type LengthOf = (arrived: Buffer) => number

const greetingLength: LengthOf = ([, methods]) => 2 + (methods ?? 0)
const beforeAddress = 4
const portLength = 2

const requestLength: LengthOf = ([, , , type, first]) => {
  const ofAddress = { [addresses.v4]: 4, [addresses.v6]: 16, [addresses.name]: 1 + (first ?? 0) }[type ?? 0] ?? 0
  return beforeAddress + ofAddress + portLength
}

function hostIn(request: Buffer): string | null {
  const address = request.subarray(beforeAddress, -portLength)
  if (request[3] === addresses.name) return address.toString('latin1', 1)
  return request[3] === addresses.v4 || request[3] === addresses.v6
    ? ipaddr.fromByteArray([...address]).toString()
    : null
}

/** One message; null when the connection ends before. What follows it stays in the connection. */
async function receive(client: Socket, lengthOf: LengthOf): Promise<Buffer | null> {
  let arrived = Buffer.alloc(0)
  while (arrived.length < lengthOf(arrived)) {
    const part: unknown = client.read()
    if (Buffer.isBuffer(part)) arrived = Buffer.concat([arrived, part])
    else if (client.destroyed || client.readableEnded) return null
    else await changed(client)
  }
  const length = lengthOf(arrived)
  if (arrived.length > length) client.unshift(arrived.subarray(length))
  return arrived.subarray(0, length)
}

function changed(client: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const settle = (): void => {
    for (const event of ['readable', 'end', 'close']) client.off(event, settle)
    resolve()
  }
  for (const event of ['readable', 'end', 'close']) client.on(event, settle)
  return promise
}

function replyTo({ kind, code }: ObservationFailure): number {
  if (kind === 'policy') return replies.denied
  return code === 'ECONNREFUSED' ? replies.refused : replies.unreachable
}

/** The local address of the connection is not disclosed. */
const replyOf = (reply: number): Buffer => Buffer.from([socksVersion, reply, 0, 1, 0, 0, 0, 0, 0, 0])

const answer = (client: Socket, reply: number): void => void client.end(replyOf(reply))
