import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { availableAddresses } from './target-addresses.ts'

// What the checks of the benchmark watch: answers any bytes with one fixed HTTP answer and closes. No HTTP server, so
// that the target costs little of the cores it shares with what is measured.

const body = JSON.stringify({
  status: 'ok',
  version: '4.2.0',
  uptime: 123_456,
  services: { database: 'up', cache: 'up' },
})
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
)

const respond = (socket: Socket): void => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(answer))
}

const first = createServer({ noDelay: true }, respond)
await listen(first, 0, availableAddresses[0] ?? '127.0.0.1')
const port = portOf(first)
for (const address of availableAddresses.slice(1)) await listen(createServer({ noDelay: true }, respond), port, address)
process.on('disconnect', () => process.exit(0))
process.send?.({ port })

function listen(server: ReturnType<typeof createServer>, requestedPort: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: requestedPort, host, backlog: 4096 }, () => resolve())
  })
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}
