import { Fault } from '#kernel'
import { findAccess, findPublicPage, mayRead } from '#publishing'
import type { PublicPage } from '#publishing'
import { languagesOf } from '#page-texts'
import type { PageTexts } from '#page-texts'
import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StatusPageSources } from '../page-sources.ts'
import { showPublication } from '../publication.ts'
import { sendPage, setClosedPolicy, setKeeping } from '../send-page.ts'
import type { Keeping } from '../send-page.ts'
import { unlockView } from './forms.ts'
import type { Framed } from './frame.ts'
import { ordinaryUrls, ownDomainUrls } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import { chosenLanguage, languageOf } from './languages.ts'
import { offeredKinds } from './subscribing/kinds.ts'

/** The page of a request, with its URLs and texts for the reader. */
export interface FoundPage {
  readonly page: PublicPage
  readonly urls: PageUrls
  readonly texts: PageTexts
}

/** A page that the reader may read. */
export interface OpenPage extends FoundPage {
  readonly framed: Framed
  readonly keeping: Keeping
}

/** Reads the `url` of the path. Throws ROUTE_NOT_FOUND for URLs without a page. */
export async function findPage(sources: StatusPageSources, request: FastifyRequest): Promise<FoundPage> {
  const found = await findStatusPage(sources, request)
  if (found === null) throw notFound(request)
  return found
}

/** The page with this `url`, by default that of the path; null when there is none. */
export async function findStatusPage(
  sources: StatusPageSources,
  request: FastifyRequest,
  url = parameter(request, 'url').replace(/\.json$/, ''),
): Promise<FoundPage | null> {
  const page = await findPublicPage(sources.store, url)
  if (page === null) return null
  const current = async (): Promise<string | null> => {
    const now = await findPublicPage(sources.store, url)
    return now === null || now.isPrivate ? null : publicationIdOf(now)
  }
  showPublication(request, { id: publicationIdOf(page), current })
  return { page, urls: urlsOf(sources, request, page), texts: languageOf(request, page.profile, sources.languages) }
}

const publicationIdOf = ({ id }: PublicPage): string => `status page ${id}`

/** Reads the `url` of the path. Throws ROUTE_NOT_FOUND for URLs without a page, and for private ones. */
export async function findOpenPage(sources: StatusPageSources, request: FastifyRequest): Promise<FoundPage> {
  const found = await findPage(sources, request)
  if (found.page.isPrivate) throw notFound(request)
  return found
}

/** The page, or null when the reader of a private one was sent the password form. */
export async function openPage(
  sources: StatusPageSources,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenPage | null> {
  const found = await findPage(sources, request)
  const { page, urls, texts } = found
  const nowMs = sources.clock.now()
  const cookie = parseCookie(request.headers.cookie ?? '')[cookieName(page)] ?? null
  if (!(await mayRead(sources.store, page, cookie, nowMs))) {
    await sendUnlockForm(sources, request, reply.code(403), found)
    return null
  }
  void setLanguage(reply, texts)
  const canSubscribe = takesSubscribers(sources)
  const canSubscribeOtherwise = offeredKinds(sources).some((kind) => kind !== 'mail')
  const spoken = languagesOf(page.profile, sources.languages)
  const framed = { profile: page.profile, urls, texts, spoken, canSubscribe, canSubscribeOtherwise }
  return { page, urls, texts, framed, keeping: page.isPrivate ? 'private' : 'public' }
}

/** Whether pages offer mails: there is a mail server, and the plan includes subscribers. */
export const takesSubscribers = ({ canMail, allowances }: StatusPageSources): boolean =>
  canMail && allowances?.['STATUS_PAGE_SUBSCRIBERS'] !== false

/** The answer depends on what the reader understands (RFC 9110 section 12.5.5). */
export const setLanguage = (reply: FastifyReply, { language }: PageTexts): FastifyReply =>
  reply.header('content-language', language).header('vary', 'accept-language, accept-encoding')

/** Whether readers of a private page can sign in by a password, and by mail. */
export async function signInFormsOf(sources: StatusPageSources, { page }: FoundPage) {
  const { hasPassword, hasReaders } = await findAccess(sources.store, page)
  return { hasPassword, hasLinks: hasReaders && sources.canMail }
}

async function sendUnlockForm(
  sources: StatusPageSources,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundPage,
): Promise<void> {
  if (!wantsData(request)) {
    const forms = await signInFormsOf(sources, found)
    return void sendPage(reply, unlockView(found.page.profile, found, forms), 'private')
  }
  const message = 'This status page is private. Sign in on the page first.'
  void setKeeping(setClosedPolicy(reply), 'private').type('application/json; charset=utf-8')
  void reply.send(JSON.stringify({ statusCode: 403, error: 'Forbidden', message }))
}

/** Whether a reader requests the page as data, by its URL or by `accept`. */
export function wantsData({ url, headers }: FastifyRequest): boolean {
  if ((url.split('?', 1)[0] ?? '').endsWith('.json')) return true
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

export const cookieName = ({ profile }: PublicPage): string => `status-page-${profile.url}`

/** The router sets the parameters of a route. */
export const parameter = (request: FastifyRequest, name: string): string =>
  String(Reflect.get(Object(request.params), name) ?? '')

export const notFound = (request: FastifyRequest): Fault =>
  new Fault('ROUTE_NOT_FOUND', { values: { method: request.method, path: request.url.split('?', 1)[0] ?? '' } })

export const isSecure = ({ publicUrl }: Pick<StatusPageSources, 'publicUrl'>, request: FastifyRequest): boolean =>
  request.protocol === 'https' || publicUrl.startsWith('https:')

function urlsOf(sources: StatusPageSources, request: FastifyRequest, { profile }: PublicPage): PageUrls {
  const chosen = chosenLanguage(request, profile, sources.languages)
  const query = chosen === undefined ? '' : `?lang=${chosen.language}`
  if (!sources.domains.isOnOwnDomain(request)) return ordinaryUrls(profile, sources.publicUrl, query)
  return ownDomainUrls(originOf(sources, request), sources.publicUrl, query)
}

const originOf = (sources: StatusPageSources, request: FastifyRequest): string =>
  `${isSecure(sources, request) ? 'https' : 'http'}://${request.headers.host ?? ''}`
