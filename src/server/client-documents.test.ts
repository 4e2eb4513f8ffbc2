import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { clientDocumentReader } from './client-documents.ts'

const server = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/client.json' }).end()
  else if (request.url === '/long') response.end('x'.repeat(20_000))
  else if (request.url === '/gone') response.writeHead(404).end()
  else response.end('{"client_id":"x"}')
})
let address: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${portOf(server.address())}`
})
afterAll(() => void server.close())

/** Sound for a server that listens on a port. */
const portOf = (place: unknown): number => (place as AddressInfo).port

const readerOf = (allowPrivateTargets: boolean) =>
  clientDocumentReader(createEgress({ allowPrivateTargets }, new SystemClock()), {
    signal: new AbortController().signal,
  })

it('reads a description, but none that moved, is long or is not there', async () => {
  const read = readerOf(true)
  expect(await read(`${address}/client.json`)).toEqual({ text: '{"client_id":"x"}' })
  expect(await read(`${address}/moved`)).toEqual({ problem: 'its address answers 302 instead of 200.' })
  expect(await read(`${address}/gone`)).toEqual({ problem: 'its address answers 404 instead of 200.' })
  expect(await read(`${address}/long`)).toHaveProperty('problem')
})

it.each(['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]'])(
  'reaches nothing at %s',
  async (host) => {
    const { port } = new URL(address)
    expect(await readerOf(false)(`http://${host}:${port}/client.json`)).toEqual({
      problem: 'its address is not public.',
    })
  },
)
