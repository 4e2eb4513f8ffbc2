import { createClient } from '#client'
import { createToolServer } from '#mcp'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { innerCallHeader, innerCallValue } from '../authentication/inner-calls.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'

/** Answers one request of the protocol; there are no sessions, so that every process can answer the next one. */
export async function answerMcp(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const handler = createMcpHandler(() => toolsFor(app, request), { maxSubscriptions: 0 })
  const body = request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {}
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !connectionHeaders.has(name) ? [[name, value] as [string, string]] : [],
  )
  const response = await handler.fetch(
    new Request(`http://localhost${request.url}`, { method: request.method, headers, ...body }),
  )
  for (const [name, value] of response.headers) void reply.header(name, value)
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(await response.text())
}

/** Describe the bytes that came, not the request that is made of them. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'host',
])

/** Tools that call operations as their caller does, with the same limits, roles and records. */
function toolsFor(app: FastifyInstance, request: FastifyRequest) {
  const client = createClient({
    baseUrl: 'http://localhost',
    apiKey: (request.headers.authorization ?? '').replace(/^bearer +/i, ''),
    ...(request.caller?.chosen && { accountId: request.caller.chosen.accountId }),
    fetch: async (url, init) => {
      const { statusCode, headers, payload } = await app.inject({
        method: init?.method as InjectOptions['method'] & string,
        url: new Request(url).url.slice('http://localhost'.length),
        headers: {
          ...Object.fromEntries(new Headers(init?.headers)),
          [innerCallHeader]: innerCallValue,
          'user-agent': `${request.headers['user-agent'] ?? ''} (MCP)`,
        },
        remoteAddress: request.ip,
        ...(typeof init?.body === 'string' && { payload: init.body }),
      })
      const range = headers['content-range']
      return new Response(statusCode === 204 ? null : payload, {
        status: statusCode,
        headers: typeof range === 'string' ? { 'content-range': range } : {},
      })
    },
  })
  return createToolServer({
    call: (operation, input) => client.call(operation, input as never),
    mode: request.caller?.agent?.mode ?? 'ACT',
  })
}
