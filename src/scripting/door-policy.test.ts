import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { decode } from 'dns-packet'
import { createEgress } from '#egress'
import type { Egress } from '#egress'
import { dnsResponse, udpServer } from '../../tests/support/local-servers.ts'
import { SystemClock } from '#kernel'
import { Door } from './door.ts'

const clock = new SystemClock()

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const statusThrough = (port: number, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.once('error', reject).end()
  })

async function doorOf(egress: Egress, ownEndpoints: readonly { readonly port: number }[] = []): Promise<Door> {
  const directory = mkdtempSync(join(tmpdir(), 'door-'))
  const door = await Door.open({ clock, egress, ownEndpoints: () => ownEndpoints }, directory)
  onTestFinished(async () => {
    await door.close()
    rmSync(directory, { recursive: true })
  })
  return door
}

it('scripts and browsers reach no port that the policy of the machine denies', async () => {
  let visits = 0
  const target = () => createHttpServer((_request, response) => response.end(String((visits += 1))))
  const [denied, allowed] = [await listening(target()), await listening(target())]
  const door = await doorOf(createEgress({ allowPrivateTargets: true, deniedPorts: [[denied, denied]] }, clock))
  const proxy = createServer()
  const port = await listening(proxy)
  door.serve(proxy)
  expect(await door.connect('127.0.0.1', denied)).toMatchObject({ failure: { kind: 'policy' } })
  // Nothing that could be taken for an answer of the target.
  await expect(statusThrough(port, `http://127.0.0.1:${denied}/`)).rejects.toThrow('socket hang up')
  expect(visits).toBe(0)
  expect(await statusThrough(port, `http://127.0.0.1:${allowed}/`)).toBe(200)
  expect(visits).toBe(1)
})

it('scripts and browsers reach a target at any address of its name, but the service at none', async () => {
  const names = await udpServer((message, from, socket) => {
    const query = decode(message)
    const name = query.questions?.[0]?.name ?? ''
    const answers = ['127.0.0.9', '127.0.0.1'].map((data) => ({ type: 'A', name, ttl: 1, data }) as const)
    socket.send(dnsResponse(query, answers), from.port, from.address)
  })
  const sources = { hostsFile: '/dev/null', resolverFile: '/dev/null', nameServers: [`127.0.0.1:${names.port}`] }
  const egress = createEgress({ allowPrivateTargets: true }, clock, sources)
  const port = await listening(createServer((socket) => socket.end()))
  const found = await (await doorOf(egress)).connect('two.test', port)
  expect(found).toMatchObject({ failure: null, address: '127.0.0.1' })
  const own = await doorOf(egress, [{ port }])
  expect(await own.connect('two.test', port)).toMatchObject({ failure: { code: 'EPOLICY' } })
})
