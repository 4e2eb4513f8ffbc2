import fc from 'fast-check'
import { expect, it } from 'vitest'
import { carries, packetBytes, readEchoMessage, withoutIpHeader, writeEchoRequest } from './echo-packet.ts'

const payload = Buffer.alloc(56, 7)
const request = { family: 'IPv4', ident: 0x1234, sequence: 0xfffe, payload } as const

function packet(type: number): Buffer {
  const bytes = Buffer.alloc(packetBytes)
  writeEchoRequest(bytes, request)
  bytes[0] = type
  return bytes
}

it('writes an echo request whose Internet checksum adds up', () => {
  const bytes = packet(8)
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  expect((sum & 0xffff) + (sum >>> 16)).toBe(0xffff)
})

it('reads the echo reply of its own request and knows it by the payload', () => {
  const message = readEchoMessage(packet(0), 'IPv4')
  expect(message).toMatchObject({ isReply: true, ident: 0x1234, sequence: 0xfffe })
  expect(message && carries(message, payload)).toBe(true)
  expect(message && carries(message, Buffer.alloc(56, 8))).toBe(false)
})

it('does not take a reply without the payload as proof, but an error that quotes only 8 bytes', () => {
  const bare = readEchoMessage(packet(0).subarray(0, 8), 'IPv4')
  expect(bare && carries(bare, payload)).toBe(false)
  const ipHeader = Buffer.alloc(20)
  ipHeader[0] = 0x45
  ipHeader[9] = 1
  const unreachable = Buffer.concat([Buffer.from([3, 1, 0, 0, 0, 0, 0, 0]), ipHeader, packet(8).subarray(0, 8)])
  const error = readEchoMessage(unreachable, 'IPv4')
  expect(error).toMatchObject({ isReply: false, type: 3, code: 1, ident: 0x1234, sequence: 0xfffe, token: null })
  expect(error && carries(error, payload)).toBe(true)
})

it('passes over echo requests and messages of other kinds', () => {
  for (const type of [5, 8, 13, 200]) expect(readEchoMessage(packet(type), 'IPv4')).toBeNull()
})

it('survives any bytes from the network', () => {
  const bytes = fc.uint8Array({ maxLength: 120 })
  fc.assert(
    fc.property(bytes, fc.constantFrom('IPv4', 'IPv6'), fc.constantFrom(0, 3, 11, 1, 129), (values, family, type) => {
      const message = Buffer.from(values)
      if (message.length > 0) message[0] = type
      const read = [readEchoMessage(message, family), readEchoMessage(withoutIpHeader(message, family), family)]
      for (const found of read) expect(found === null || found.sequence <= 0xffff).toBe(true)
    }),
  )
})
