import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SystemClock } from '#kernel'
import { late } from './late.ts'

const stepMs = 400
/** How long the target remembers the first step of a visit. */
const visitMs = 2_500

export interface VisitTarget extends AsyncDisposable {
  readonly port: number
  readonly urlOf: (path: string) => string
  /** Resolves at the next first step of a visit, which the target has not answered yet. */
  readonly visited: () => Promise<void>
  /** Resolves when the target has forgotten all visits that began before. */
  readonly forgotten: () => Promise<void>
}

/**
 * A target that is visited at `/` in two steps, of which the second must follow the first within `visitMs`; it has a large
 * document at `/large`. Time during which this process stands still does not count.
 */
export async function startVisitTarget(): Promise<VisitTarget> {
  const clock = new SystemClock()
  const closed = new AbortController()
  void clock.standstill.run(clock, closed.signal)
  const large = JSON.stringify(Array.from({ length: 30_000 }, () => ({ x: [1, { y: 2 }] })))
  const now = (): number => Math.round(clock.activeMs())
  let isVisited = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://target')
    if (url.pathname === '/large')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(large)
    const begun = url.searchParams.get('begun')
    const location = `/?begun=${now()}`
    if (begun === null) isVisited.resolve()
    late(stepMs, () => {
      if (begun === null) response.writeHead(302, { location }).end()
      else response.writeHead(now() - Number(begun) < visitMs ? 200 : 503).end('done')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    visited: () => (isVisited = Promise.withResolvers()).promise,
    async forgotten() {
      const until = now() + visitMs
      while (now() < until && !closed.signal.aborted) await clock.sleep(until - now(), closed.signal)
    },
    async [Symbol.asyncDispose]() {
      closed.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
