import { Fault } from '#kernel'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dashboardStylesheet } from './dashboards/dashboard-page.ts'
import { mountDashboards } from './dashboards/mount-dashboards.ts'
import { errorPage } from './error-page.ts'
import { mountStylesheet } from './mount-stylesheet.ts'
import type { StatusPageSources } from './page-sources.ts'
import { sendPage } from './send-page.ts'
import { mountStatusPages } from './status/mount-status-pages.ts'
import { basicStylesheet } from './stylesheet.ts'

const pageLimit = { requests: 300, seconds: 60 }
const formLimitBytes = 16 * 1024

/** Mounts what people look at without a key. Refusals are pages, except below addresses that end like data. */
export function mountPublicPages(app: FastifyInstance, sources: StatusPageSources): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', sources.limitTo('pages', pageLimit))
    scope.setErrorHandler(sendRefusal)
    acceptForms(scope)
    scope.addHook('onReady', () => sources.domains.refresh())
    mountStylesheet(scope, basicStylesheet)
    mountStatusPages(scope, sources)
    mountStylesheet(scope, dashboardStylesheet)
    mountDashboards(scope, sources)
    for (const root of ['/status', '/dashboards', '/pages'])
      scope.get(`${root}/*`, () => Promise.reject(new Fault('ROUTE_NOT_FOUND')))
  })
}

/** The one kind of body that pages take: a form, as a record of texts; what else is sent is not looked at. */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  )
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}

/** Whether a reader of the address expects data, and with it refusals as data. */
const isData = (request: FastifyRequest): boolean => (request.url.split('?', 1)[0] ?? '').endsWith('.json')

/** Anything but a refusal is a bug, which the handler above this one logs and answers. */
function sendRefusal(error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isData(request)) throw error
  const status = error instanceof Fault ? error.status : statusOf(error)
  if (status === undefined) throw error
  const message = error instanceof Fault ? error.message : 'The request cannot be read.'
  if (error instanceof Fault && error.attributes['retryAfter'] !== undefined)
    void reply.header('retry-after', error.attributes['retryAfter'])
  return sendPage(reply.code(status), errorPage({ status, message }), 'private')
}

/** Of mistakes of the client that the framework finds. */
const statusOf = (error: Error | FastifyError): number | undefined =>
  'statusCode' in error && error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : undefined
