import type { Fault } from '#kernel'
import { rowOf } from './contract-check.ts'
import type { SentRequest } from './fake-api.ts'

/** As browsers reject what could not be sent. */
export class Interrupted extends TypeError {}

/** Rejects when a request is cancelled. */
export function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new DOMException('Aborted', 'AbortError'))
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/** The reply of the service with an answer; of a list, the requested page. */
export function replyWith({ id, query }: SentRequest, answer: unknown): Response {
  const { status, list, contentType } = rowOf(id).success
  if (status === 204) return new Response(null, { status })
  if (contentType !== undefined) return new Response(String(answer), { headers: { 'content-type': contentType } })
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  if (list !== 'page' || !Array.isArray(answer)) return new Response(JSON.stringify(answer), { status, headers })
  const limit = Number(query['limit'] ?? 10)
  const first = (Number(query['page'] ?? 1) - 1) * limit
  const items = answer.slice(first, first + limit)
  const range = items.length === 0 ? '*' : `${first}-${first + items.length - 1}`
  return new Response(JSON.stringify(items), {
    status,
    headers: { ...headers, 'content-range': `${range}/${answer.length}` },
  })
}

/** The reply of the service with a fault. */
export function replyOf({ status, message, attributes, code, problems }: Fault): Response {
  const body = {
    statusCode: status,
    error: 'Error',
    message,
    attributes: { ...attributes, code },
    ...(problems.length > 0 && { problems }),
  }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })
}
