import { Fault } from '#kernel'
import type { FastifyRequest } from 'fastify'

/** The routes have this parameter. */
export const tokenOf = (request: FastifyRequest): string => (request.params as { readonly token: string }).token

/** The parser of these routes returns a buffer, and nothing for an empty body. Throws JSON_MALFORMED. */
export function jsonOf(request: FastifyRequest): unknown {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new Fault('JSON_MALFORMED', { values: { problem: error instanceof Error ? error.message : 'unreadable' } })
  }
}

export const unreadable = (problems: string): Fault => new Fault('BODY_INVALID', { values: { problems } })
