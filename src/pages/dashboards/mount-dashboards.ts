import { createHash } from 'node:crypto'
import { Fault } from '#kernel'
import { findPublishedDashboard } from '#publishing'
import type { PublishedDashboard } from '#publishing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageSources } from '../page-sources.ts'
import { showPublication } from '../publication.ts'
import { sendPage, setClosedPolicy, setKeeping } from '../send-page.ts'
import { readDashboard } from './dashboard-document.ts'
import { mayOpen, rememberKey } from './dashboard-key.ts'
import { dashboardPage } from './dashboard-page.ts'
import type { DashboardUrls } from './dashboard-page.ts'
import { lockedPage } from './locked-page.ts'

const data = '.json'

/** Mounts the pages of dashboards, their JSON, and their custom style sheets. */
export function mountDashboards(scope: FastifyInstance, sources: PageSources): void {
  for (const path of ['/dashboards/:name', '/dashboards/:name/'])
    scope.get(path, async (request, reply) => {
      const name = nameOf(request)
      if (name.endsWith(data)) return sendData(sources, name.slice(0, -data.length), request, reply)
      return showPage(sources, request, reply)
    })
  scope.post('/dashboards/:name', async (request, reply) => {
    const dashboard = await dashboardOf(sources, request)
    return unlock(sources, dashboard, { key: textIn(request.body, 'key'), request, reply })
  })
  scope.get('/dashboards/:name/custom.css', async (request, reply) => {
    const dashboard = await dashboardOf(sources, request)
    if (!(await mayOpen(sources, dashboard, request))) throw new Fault('DASHBOARD_KEY_MISSING')
    setKeeping(setClosedPolicy(reply), dashboard.isPrivate ? 'private' : 'public')
    return reply.type('text/css; charset=utf-8').send(dashboard.settings.customCSS ?? '')
  })
}

async function showPage(sources: PageSources, request: FastifyRequest, reply: FastifyReply) {
  const dashboard = await dashboardOf(sources, request)
  const urls = urlsOf(sources, request, dashboard)
  const key = textIn(request.query, 'key')
  if (key !== '' && dashboard.isPrivate) return unlock(sources, dashboard, { key, request, reply })
  if (!(await mayOpen(sources, dashboard, request)))
    return sendPage(reply.code(403), lockedPage(urls.home, { isKeyWrong: false }), 'private')
  const document = await readDashboard(sources, dashboard, pageNumberOf(request))
  const page = dashboardPage(dashboard, document, urls)
  return sendPage(reply, page, dashboard.isPrivate ? 'private' : 'public')
}

async function sendData(sources: PageSources, name: string, request: FastifyRequest, reply: FastifyReply) {
  const dashboard = await dashboardOf(sources, request, name)
  if (!(await mayOpen(sources, dashboard, request))) throw new Fault('DASHBOARD_KEY_MISSING')
  const document = await readDashboard(sources, dashboard, pageNumberOf(request))
  // Public data, which pages of other origins may display too.
  if (!dashboard.isPrivate) void reply.header('access-control-allow-origin', '*')
  return setKeeping(setClosedPolicy(reply), dashboard.isPrivate ? 'private' : 'public').send(document)
}

/** A valid key moves from the URL to a cookie, because histories and logs store URLs. */
async function unlock(
  sources: PageSources,
  dashboard: PublishedDashboard,
  { key, request, reply }: { readonly key: string; readonly request: FastifyRequest; readonly reply: FastifyReply },
) {
  const { home } = urlsOf(sources, request, dashboard)
  const isRight = !dashboard.isPrivate || (await rememberKey(sources, dashboard, { key, request, reply }))
  if (!isRight) return sendPage(reply.code(403), lockedPage(home, { isKeyWrong: true }), 'private')
  return setKeeping(setClosedPolicy(reply), 'private').redirect(home, 303)
}

/** The dashboard with a name, by default that of the path. Throws DASHBOARD_NOT_FOUND. */
async function dashboardOf(
  { store }: PageSources,
  request: FastifyRequest,
  name = nameOf(request),
): Promise<PublishedDashboard> {
  const dashboard = /^[a-z0-9-]{1,63}$/.test(name) ? await findPublishedDashboard(store, name) : null
  if (dashboard === null) throw new Fault('DASHBOARD_NOT_FOUND')
  const current = async (): Promise<string | null> => {
    const now = await findPublishedDashboard(store, name)
    return now === null || now.isPrivate ? null : publicationIdOf(now)
  }
  showPublication(request, { id: publicationIdOf(dashboard), current })
  return dashboard
}

const publicationIdOf = ({ id }: PublishedDashboard): string => `dashboard ${id}`

/** The URL of the style sheet changes with its content, so that a change is visible immediately. */
function urlsOf({ domains }: PageSources, request: FastifyRequest, { settings }: PublishedDashboard): DashboardUrls {
  const path = `/dashboards/${encodeURIComponent(nameOf(request))}`
  const css = settings.customCSS ?? ''
  const version = createHash('sha256').update(css).digest('hex').slice(0, 16)
  return {
    home: domains.isOnOwnDomain(request) ? '/' : path,
    json: `${path}${data}`,
    customStylesheet: css === '' ? null : `${path}/custom.css?v=${version}`,
  }
}

const nameOf = ({ params }: FastifyRequest): string => textIn(params, 'name')

/** Invalid numbers mean the first page. */
function pageNumberOf({ query }: FastifyRequest): number {
  const text = textIn(query, 'page')
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** A string from external input; empty when there is none. */
function textIn(values: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(values), name)
  return typeof value === 'string' ? value : ''
}
