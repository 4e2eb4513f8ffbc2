import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEgress } from '#egress'
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

it('scripts and browsers reach no port that the policy of the machine denies', async () => {
  let visits = 0
  const target = () => createHttpServer((_request, response) => response.end(String((visits += 1))))
  const [denied, allowed] = [await listening(target()), await listening(target())]
  const directory = mkdtempSync(join(tmpdir(), 'door-'))
  const egress = createEgress({ allowPrivateTargets: true, deniedPorts: [[denied, denied]] }, clock)
  const door = await Door.open({ clock, egress, ownEndpoints: () => [] }, directory)
  onTestFinished(async () => {
    await door.close()
    rmSync(directory, { recursive: true })
  })
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
