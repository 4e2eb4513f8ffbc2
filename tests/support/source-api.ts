import { once } from 'node:events'
import { createServer } from 'node:http'
import { createEgress } from '#egress'
import { readApi } from '#importing'
import type { FilesOfApi, Source } from '#importing'
import { SystemClock } from '#kernel'
import { sourceSender } from '#server'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly form: Readonly<Record<string, string>>
}

export interface ApiAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, a text as it is. */
  readonly body?: unknown
}

/** A clock that waits for nothing and remembers how long it should have. */
class HastyClock extends SystemClock {
  readonly waits: number[] = []

  override async sleep(ms: number): Promise<void> {
    this.waits.push(ms)
  }
}

/** An API of another tool on this machine, and a reader of it. */
export async function startSourceApi(answer: (request: ApiRequest) => ApiAnswer) {
  const requests: ApiRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers,
      form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    }
    requests.push(request)
    const { status = 200, headers = {}, body } = answer(request)
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const clock = new HastyClock()
  const send = sourceSender(createEgress({ allowPrivateTargets: true }, clock))
  const tools = { send, clock, signal: new AbortController().signal, timeLimitMs: 3_600_000 }
  return {
    base,
    requests,
    waits: clock.waits,
    read: (source: Source, key = 'a-key', more: Partial<typeof tools> = {}): Promise<FilesOfApi> =>
      readApi({ source, key, address: base, takesAnyAddress: true }, { ...tools, ...more }),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
