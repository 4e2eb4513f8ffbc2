import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HealthProbes {
  readonly port: number
  close(): Promise<void>
}

/** Listens for the probes of an orchestrator. Rejects when the port is taken. */
export async function startHealthProbes(port: number, isReady: () => boolean): Promise<HealthProbes> {
  const statuses: Readonly<Record<string, () => number>> = {
    '/-/readiness': () => (isReady() ? 200 : 503),
    '/-/liveness': () => 200,
    '/health': () => 200,
  }
  const server = createServer((request, response) => {
    const status = statuses[request.url?.split('?', 1)[0] ?? '']?.() ?? 404
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${status}\n`)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
