import { connect } from 'node:net'
import { availableAddresses } from './target-addresses.ts'

// The yardstick of the journey: connects and closes, as often as it can, and keeps nothing.

const [port = 0, seconds = 0, concurrency = 50] = process.argv.slice(2).map(Number)
process.on('disconnect', () => process.exit(0))

let connections = 0
const endsAt = performance.now() + seconds * 1000
const before = process.cpuUsage()
const startedAt = performance.now()
await Promise.all(Array.from({ length: concurrency }, (_, worker) => connectInTurn(worker)))
const { user, system } = process.cpuUsage(before)
process.send?.({ connections, seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 })

async function connectInTurn(worker: number): Promise<void> {
  for (let turn = worker; performance.now() < endsAt; turn += 1) {
    await connectOnce(availableAddresses[turn % availableAddresses.length] ?? '127.0.0.1')
    connections += 1
  }
}

function connectOnce(host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}
