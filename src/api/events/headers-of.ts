import type { FastifyReply } from 'fastify'

/** The headers that the admission check has set: the rate limit, and a new session cookie. */
export const headersOf = (reply: FastifyReply): Record<string, string | number | string[]> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value ? [[name, value]] : [])))
