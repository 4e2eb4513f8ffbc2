import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Message = FastifyRequest['raw']
type Response = FastifyReply['raw']

/** How much of the body of a rejected request is read, so that its sender gets to read the response. */
const maxDiscardedBytes = 10 * 1024 * 1024

const hasBody = ({ headers }: Message): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Discards the rest of a body, up to a number of bytes; beyond it the connection is closed with the response, or at
 * once when that was sent.
 */
export function discardBody(message: Message, response: Response, wasteBytes = maxDiscardedBytes): void {
  if (message.complete || !hasBody(message) || message.listenerCount('data') > 0) return
  let wasted = 0
  const count = (part: Buffer): void => {
    wasted += part.length
    if (wasted <= wasteBytes) return
    message.off('data', count).pause()
    if (response.writableFinished) message.destroy()
    else response.once('finish', () => message.destroy())
  }
  message.on('data', count).resume()
}

const awaitsContinue = ({ headers }: Message): boolean => headers.expect?.toLowerCase() === '100-continue'

/**
 * Handles bodies that no handler reads. Clients that send `expect: 100-continue` (RFC 9110 section 10.1.1) get the
 * interim response when the body is needed; otherwise they never send it, and their connection is closed with the
 * response.
 */
export function addUnreadBodyHooks(app: FastifyInstance): void {
  const requested = new WeakSet<Message>()
  // Other expectations than this one may be ignored (RFC 9110 section 10.1.1).
  for (const event of ['checkContinue', 'checkExpectation'])
    app.server.on(event, (message: Message, response: Response) => app.server.emit('request', message, response))
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (awaitsContinue(request.raw)) {
      requested.add(request.raw)
      reply.raw.writeContinue()
    }
    done(null, payload)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (awaitsContinue(request.raw) && !requested.has(request.raw)) void reply.header('connection', 'close')
    else discardBody(request.raw, reply.raw)
    done(null, payload)
  })
}
