import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly bytes: Buffer
}

export interface WebReceiver extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
}

/** A real HTTP server on a free port that records its requests and answers as configured. */
export async function startWebReceiver(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<WebReceiver> {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const bytes = Buffer.concat(chunks)
      const request = { method, path: url, headers, body: bytes.toString('utf8'), bytes }
      requests.push(request)
      answer(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
