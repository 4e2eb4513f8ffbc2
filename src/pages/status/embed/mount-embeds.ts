import { readPublicStatusPage, renderBadge } from '#publishing'
import type { PublicStatusPage } from '#publishing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StatusPageSources } from '../../page-sources.ts'
import { scriptText } from '../../reader-script.ts'
import { sendText, setClosedPolicy, setKeeping } from '../../send-page.ts'
import { SingleFlight } from '../../single-flight.ts'
import { bannerColor } from '../../theme.ts'
import { headline, stateOf } from '../headline.ts'
import { stateClass } from '../icons.ts'
import { findOpenPage, setLanguage } from '../open-page.ts'
import type { FoundPage } from '../open-page.ts'
import { homeAddress } from '../page-urls.ts'
import { isEmbeddable } from './embedding-site.ts'

const bannerScript = scriptText('banner')

/**
 * Mounts what other sites embed of a public page: a banner that shows trouble only, and a badge. The script of the banner is
 * the same everywhere; what it shows, and the badge, is for the sites that may embed the page.
 */
export function mountEmbeds(scope: FastifyInstance, sources: StatusPageSources): void {
  scope.get('/status/:url/banner.js', async (request: FastifyRequest, reply: FastifyReply) => {
    await findOpenPage(sources, request)
    void setHeaders(reply, 'text/javascript').header('access-control-allow-origin', '*')
    return sendText(reply, bannerScript)
  })
  const embeds = [
    ['banner.json', 'application/json', writeBanner],
    ['badge.svg', 'image/svg+xml', writeBadge],
  ] as const
  for (const [file, type, write] of embeds) {
    const written = new SingleFlight<string>()
    scope.get(`/status/:url/${file}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const found = await findOpenPage(sources, request)
      if (!isEmbeddable(found.page.profile, request)) return reject(reply)
      const key = [found.page.id, homeAddress(found.urls), found.texts.language].join(' ')
      const text = written.get(key, async () =>
        write(await readPublicStatusPage(sources.store, found.page, sources.clock.now()), found),
      )
      void allowSite(setHeaders(setLanguage(reply, found.texts), type), found)
      return sendText(reply, await text)
    })
  }
}

const setHeaders = (reply: FastifyReply, type: string): FastifyReply =>
  setKeeping(setClosedPolicy(reply), 'public')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(`${type}; charset=utf-8`)

/** Caches keep the answers for each site apart, once a page names some. */
function allowSite(reply: FastifyReply, { page }: FoundPage): FastifyReply {
  const { embedOrigins } = page.profile
  if (embedOrigins.length === 0) return reply.header('access-control-allow-origin', '*')
  const { origin } = reply.request.headers
  void reply.header('vary', 'origin, referer, sec-fetch-site, accept-language, accept-encoding')
  return origin === undefined ? reply : reply.header('access-control-allow-origin', origin)
}

function reject(reply: FastifyReply): FastifyReply {
  const message = 'This site is not among those that may embed the status page.'
  void setKeeping(setClosedPolicy(reply), 'private').type('application/json; charset=utf-8')
  return reply.code(403).send(JSON.stringify({ statusCode: 403, error: 'Forbidden', message }))
}

/** Null while everything is in operation, or nobody knows. */
function writeBanner(page: PublicStatusPage, { urls, texts }: FoundPage): string {
  if (page.state === 'OPERATIONAL') return JSON.stringify({ banner: null })
  const banner = {
    text: `${page.profile.name}: ${headline(page, texts)}`,
    url: homeAddress(urls),
    color: bannerColor(stateClass(page.state)),
    close: texts.close,
    language: texts.language,
    direction: texts.direction,
  }
  return JSON.stringify({ banner })
}

const badgeStatuses = {
  operational: 'passing',
  unknown: 'unknown',
  maintenance: 'inactive',
  minor: 'degraded',
  medium: 'degraded',
} as const

function writeBadge(page: PublicStatusPage, { texts }: FoundPage): Promise<string> {
  const state = stateOf(page)
  const look = Object.entries(badgeStatuses).find(([name]) => name === stateClass(state))
  const message = state === 'UNKNOWN' ? texts.badgeUnknown : texts.states[state].toLocaleLowerCase(texts.locale)
  return renderBadge({
    label: page.profile.name,
    status: look?.[1] ?? 'failing',
    message,
    style: 'flat',
    theme: 'default',
  })
}
