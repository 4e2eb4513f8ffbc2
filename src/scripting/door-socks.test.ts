import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ObservationFailure } from '#contract'
import { createEgress, failure } from '#egress'
import { SystemClock } from '#kernel'
import { tcpServer } from '../../tests/support/local-servers.ts'
import { Door } from './door.ts'

const clock = new SystemClock()

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function aDoor(deniedPort: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'door-'))
  const egress = createEgress({ allowPrivateTargets: true, deniedPorts: [[deniedPort, deniedPort]] }, clock)
  const door = await Door.open({ clock, egress, ownEndpoints: () => [] }, directory)
  onTestFinished(async () => {
    await door.close()
    rmSync(directory, { recursive: true })
  })
  const proxy = createServer()
  const port = await listening(proxy)
  door.serve(proxy)
  return port
}

const portBytes = (port: number): number[] => [port >> 8, port & 0xff]
const named = (host: string, port: number): number[] => [3, host.length, ...Buffer.from(host), ...portBytes(port)]

/** The bytes that a client receives until the door or the target ends the connection. */
async function ask(door: number, address: readonly number[], command = 1): Promise<number[]> {
  const socket = connect({ host: '127.0.0.1', port: door })
  // Byte by byte, as networks may deliver it.
  for (const byte of [5, 1, 0, 5, command, 0, ...address]) {
    socket.write(Buffer.from([byte]))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(Buffer.from(part))
  return Array.from(Buffer.concat(parts))
}

it('SOCKS connects to names and addresses, and says why it does not', async () => {
  const { port } = await tcpServer((socket) => socket.end('hi'))
  const closed = createServer()
  const nobody = await listening(closed)
  await new Promise((resolve) => closed.close(resolve))
  const denied = await listening(createServer())
  const door = await aDoor(denied)
  const connected = [5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...Buffer.from('hi')]
  expect(await ask(door, named('127.0.0.1', port))).toEqual(connected)
  expect(await ask(door, named('localhost', port))).toEqual(connected)
  expect(await ask(door, [1, 127, 0, 0, 1, ...portBytes(port)])).toEqual(connected)
  expect((await ask(door, named('127.0.0.1', nobody)))[3]).toBe(5)
  expect((await ask(door, named('127.0.0.1', denied)))[3]).toBe(2)
  expect((await ask(door, named('no such name', 80)))[3]).toBe(4)
  expect((await ask(door, named('127.0.0.1', port), 2))[3]).toBe(7)
})

const { nameOf } = createRequire(import.meta.url)('./child/network-errors.cjs') as {
  nameOf: (reason: ObservationFailure) => string
}

it.each([
  [failure('dns', 'EAI_AGAIN', 'no name server answered'), 'net::ERR_NAME_NOT_RESOLVED'],
  [failure('connect', 'ECONNREFUSED', 'refused'), 'net::ERR_CONNECTION_REFUSED'],
  [failure('timeout', 'ETIMEDOUT', 'did not answer'), 'net::ERR_CONNECTION_TIMED_OUT'],
  [failure('connect', 'EHOSTUNREACH', 'no route'), 'net::ERR_ADDRESS_UNREACHABLE'],
  [failure('connect', 'EUNKNOWN', 'who knows'), 'net::ERR_CONNECTION_FAILED'],
  [failure('policy', 'EPOLICY', 'private'), 'net::ERR_NETWORK_ACCESS_DENIED (private)'],
])('a failure of the kind $kind is a network error of Chromium', (reason, name) => {
  expect(nameOf(reason)).toBe(name)
})
