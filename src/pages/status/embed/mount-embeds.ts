import { readFileSync } from 'node:fs'
import { readPublicStatusPage, renderBadge } from '#publishing'
import type { PublicStatusPage } from '#publishing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StatusPageSources } from '../../page-sources.ts'
import { sendText, setClosedPolicy, setKeeping } from '../../send-page.ts'
import { SingleFlight } from '../../single-flight.ts'
import { bannerColor } from '../../theme.ts'
import { headline, stateOf } from '../headline.ts'
import { stateClass } from '../icons.ts'
import { findOpenPage, setLanguage } from '../open-page.ts'
import type { FoundPage } from '../open-page.ts'
import { homeAddress } from '../page-urls.ts'

const bannerScript = readFileSync(new URL('../../scripts/banner.js', import.meta.url), 'utf8')
  .replace('export ', '')
  .trimEnd()

/** Mounts what other sites embed of a public page: a banner that shows trouble only, and a badge. */
export function mountEmbeds(scope: FastifyInstance, sources: StatusPageSources): void {
  const embeds = [
    ['banner.js', 'text/javascript', writeBanner],
    ['badge.svg', 'image/svg+xml', writeBadge],
  ] as const
  for (const [file, type, write] of embeds) {
    const written = new SingleFlight<string>()
    scope.get(`/status/:url/${file}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const found = await findOpenPage(sources, request)
      const key = [found.page.id, homeAddress(found.urls), found.texts.language].join(' ')
      const text = written.get(key, async () =>
        write(await readPublicStatusPage(sources.store, found.page, sources.clock.now()), found),
      )
      void setKeeping(setClosedPolicy(setLanguage(reply, found.texts)), 'public')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(`${type}; charset=utf-8`)
      return sendText(reply, await text)
    })
  }
}

/** Does nothing while everything is in operation, or nobody knows. */
function writeBanner(page: PublicStatusPage, { urls, texts }: FoundPage): string {
  if (page.state === 'OPERATIONAL') return '/* Everything is operational. */\n'
  const status = {
    text: `${page.profile.name}: ${headline(page, texts)}`,
    url: homeAddress(urls),
    color: bannerColor(stateClass(page.state)),
    close: texts.close,
    language: texts.language,
  }
  return `{\n${bannerScript}\nshowBanner(${JSON.stringify(status)})\n}\n`
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
