import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HealthProbes {
  readonly port: number
  close(): Promise<void>
}

/** Listens for the probes of an orchestrator. Rejects when host and port are not free. */
export async function startHealthProbes(
  { host, port }: { readonly host: string; readonly port: number },
  isReady: () => boolean,
): Promise<HealthProbes> {
  const statuses: Readonly<Record<string, () => number>> = {
    '/-/readiness': () => (isReady() ? 200 : 503),
    '/-/liveness': () => 200,
    '/health': () => 200,
  }
  const server = createServer((request, response) => {
    const status = statuses[request.url?.split('?', 1)[0] ?? '']?.() ?? 404
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${status}\n`)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
