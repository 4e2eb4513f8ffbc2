import { Fault } from '#kernel'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alertStylesheet } from './alerts/alert-action-page.ts'
import { mountAlertActions } from './alerts/mount-alert-actions.ts'
import { mountAlertLinks } from './alert-links.ts'
import { dashboardStylesheet } from './dashboards/dashboard-page.ts'
import { mountDashboards } from './dashboards/mount-dashboards.ts'
import { errorPage } from './error-page.ts'
import { cachePublicPages } from './page-cache.ts'
import { mountReportLinks } from './mount-report-links.ts'
import { mountStylesheet } from './mount-stylesheet.ts'
import type { StatusPageSources } from './page-sources.ts'
import { sendPage, setPrefix } from './send-page.ts'
import { mountStatusPages } from './status/mount-status-pages.ts'
import { notFound } from './status/open-page.ts'
import { partsOf } from './status/page-urls.ts'
import { basicStylesheet } from './stylesheet.ts'

const pageLimit = { requests: 300, seconds: 60 }
/**
 * Short enough that no reader misses an update, and long enough that each page is rendered at most about once a second.
 */
const defaultCacheMs = 2000
const formLimitBytes = 16 * 1024

/** Mounts the public pages. Errors are pages, except below URLs that end like data. */
export function mountPublicPages(app: FastifyInstance, sources: StatusPageSources): void {
  void app.register(async (scope) => {
    const { cacheMs = defaultCacheMs } = sources
    if (cacheMs > 0) cachePublicPages(scope, sources, cacheMs)
    const { prefix } = partsOf(sources.publicUrl)
    scope.addHook('onRequest', (request, _reply, done) => {
      if (!sources.domains.isOnOwnDomain(request)) setPrefix(request, prefix)
      done()
    })
    scope.addHook('onRequest', sources.limitTo('pages', pageLimit))
    scope.setErrorHandler(createErrorReply(sources))
    acceptForms(scope)
    scope.addHook('onReady', () => sources.domains.refresh())
    mountStylesheet(scope, basicStylesheet)
    mountStatusPages(scope, sources)
    mountStylesheet(scope, dashboardStylesheet)
    mountDashboards(scope, sources)
    mountStylesheet(scope, alertStylesheet)
    mountAlertActions(scope, sources)
    mountReportLinks(scope, sources)
    if (sources.hasInterface !== true) mountAlertLinks(scope, sources.publicUrl)
    for (const root of ['/status', '/dashboards', '/pages', '/alerts'])
      scope.get(`${root}/*`, (request) => Promise.reject(notFound(request)))
  })
}

/** The only body that pages accept is a form, as a record of strings; other bodies are ignored. */
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

/** Whether the URL is one of data, so that errors are data, too. */
const isData = (request: FastifyRequest): boolean => (request.url.split('?', 1)[0] ?? '').endsWith('.json')

/** Dashboards run on wall displays, which are never reloaded by hand. */
const isOnDisplay = ({ method, url }: FastifyRequest): boolean => method === 'GET' && url.startsWith('/dashboards/')

const createErrorReply =
  ({ faultOf }: StatusPageSources) =>
  (error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isData(request)) throw error
    const clientError = clientErrorOf(error) ?? faultOf(error, request)
    const retryAfter = clientError instanceof Fault ? clientError.attributes['retryAfter'] : undefined
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
    else if (clientError.status === 503) void reply.header('retry-after', 1)
    return sendPage(reply.code(clientError.status), errorPage(clientError, isOnDisplay(request)), 'private')
  }

/** Client errors, of the service or of the framework; undefined for internal errors. */
function clientErrorOf(error: Error | FastifyError): Pick<Fault, 'status' | 'message'> | undefined {
  if (error instanceof Fault) return error
  if (!('statusCode' in error) || error.statusCode === undefined || error.statusCode >= 500) return undefined
  return { status: error.statusCode, message: 'The request cannot be read.' }
}
