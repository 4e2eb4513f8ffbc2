import { opensDashboard } from '#publishing'
import type { PublishedDashboard } from '#publishing'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageSources } from '../page-sources.ts'
import { isSecure } from '../status/open-page.ts'

const cookieSeconds = 30 * 86_400
const maxKeyLength = 200
const bearer = /^bearer +(\S+) *$/i

const cookieOf = ({ dashboardId }: PublishedDashboard): string => `belfry_dashboard_${dashboardId}`

/** Whether a request may see a dashboard: a public one always, a private one with a key of it. */
export async function mayOpen(
  { store }: PageSources,
  dashboard: PublishedDashboard,
  { headers }: FastifyRequest,
): Promise<boolean> {
  if (!dashboard.isPrivate) return true
  const inCookie = parseCookie(headers.cookie ?? '')[cookieOf(dashboard)]
  const key = bearer.exec(headers.authorization ?? '')?.[1] ?? inCookie
  return key !== undefined && key.length <= maxKeyLength && opensDashboard(store, dashboard, key)
}

/** Stores a valid key in a cookie that scripts and other sites cannot read. */
export async function rememberKey(
  sources: PageSources,
  dashboard: PublishedDashboard,
  { key, request, reply }: { readonly key: string; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<boolean> {
  if (!dashboard.isPrivate || key.length > maxKeyLength) return false
  if (!(await opensDashboard(sources.store, dashboard, key))) return false
  const cookie = stringifySetCookie({
    name: cookieOf(dashboard),
    value: key,
    path: '/',
    maxAge: cookieSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(sources, request),
  })
  reply.header('set-cookie', cookie)
  return true
}
