import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorPage } from '../error-page.ts'
import type { StatusPageSources } from '../page-sources.ts'
import { sendPage } from '../send-page.ts'

export const formLimit = { requests: 30, seconds: 60 }

/** The form parser returns records of strings. */
export const fieldsOf = ({ body }: FastifyRequest): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(Object(body)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )

export const field = (request: FastifyRequest, name: string): string => fieldsOf(request).get(name) ?? ''

export const visitorOf = ({ clock, clientAddress, allowances = {} }: StatusPageSources, { ip }: FastifyRequest) => ({
  nowMs: clock.now(),
  clientAddress: clientAddress(ip),
  allowances,
})

/** Browsers report when a page of another origin sent a form. */
export const isCrossSite = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'cross-site'

export function rejectForeignForm(reply: FastifyReply): FastifyReply {
  const message = 'The form was submitted from another site. Open the status page and try again.'
  return sendPage(reply.code(403), errorPage({ status: 403, message }), 'private')
}
