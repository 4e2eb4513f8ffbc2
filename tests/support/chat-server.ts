import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly response_format?: unknown
    readonly tools?: readonly unknown[]
  }
}

/** The answer to one request: a status and a body, or none at all. */
export type ChatAnswer = { readonly status: number; readonly body: string } | 'hang'

/** A completion of the chat completions protocol with this text. */
export const completion = (content: string): ChatAnswer => ({
  status: 200,
  body: JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content } }],
  }),
})

export interface ChatServer {
  /** The base of the API. */
  readonly url: string
  readonly requests: ChatRequest[]
  close(): Promise<void>
}

/** A local endpoint that speaks the chat completions protocol; the last of its answers is repeated. */
export async function startChatServer(answers: readonly ChatAnswer[]): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const next = answers[Math.min(requests.length, answers.length - 1)] ?? 'hang'
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest['body']
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    if (next !== 'hang') response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
