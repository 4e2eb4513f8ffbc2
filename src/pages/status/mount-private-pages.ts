import { Fault } from '#kernel'
import { requestReaderLink, signInReader, unlockStatusPage } from '#publishing'
import type { PageSession } from '#publishing'
import { stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StatusPageSources } from '../page-sources.ts'
import { sendPage } from '../send-page.ts'
import { field, formLimit, isCrossSite, rejectForeignForm, visitorOf } from './form-requests.ts'
import { answerView, questionView, unlockView } from './forms.ts'
import { cookieName, findPage, isSecure, notFound, parameter, signInFormsOf } from './open-page.ts'
import type { FoundPage } from './open-page.ts'

/** How readers open a private page: by its password, or by a link that is mailed to those who were invited. */
export function mountPrivatePages(scope: FastifyInstance, sources: StatusPageSources): void {
  const onRequest = sources.limitTo('page-forms', formLimit)
  for (const [path, act] of [
    ['unlock', unlock],
    ['sign-in', requestLink],
  ] as const) {
    scope.post(`/status/:url/${path}`, { onRequest }, (request, reply) => act(sources, request, reply))
    scope.get(`/status/:url/${path}`, async (request, reply) => {
      const { urls } = await findPage(sources, request)
      return reply.redirect(urls.home, 303)
    })
  }
  scope.get('/status/:url/sign-in/:token', async (request, reply) => {
    const { page, texts } = await findPage(sources, request)
    return sendPage(reply, questionView(page.profile, texts, texts.signIn), 'private')
  })
  scope.post('/status/:url/sign-in/:token', { onRequest }, (request, reply) => signIn(sources, request, reply))
}

async function unlock(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isCrossSite(request)) return rejectForeignForm(reply)
  const found = await findPage(sources, request)
  const { page, urls, texts } = found
  if (!page.isPrivate) return reply.header('cache-control', 'no-store').redirect(urls.home, 303)
  const given = { statusPageId: page.id, password: field(request, 'password') }
  const session = await unlockStatusPage(sources.store, given, visitorOf(sources, request))
  if (session !== null) return begin(sources, { request, reply, found, session })
  const forms = { ...(await signInFormsOf(sources, found)), wrongPassword: texts.unlock.wrong }
  return sendPage(reply.code(403), unlockView(page.profile, found, forms), 'private')
}

/** The answer is the same whether the address is one of a reader or not. */
async function requestLink(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply) {
  if (isCrossSite(request)) return rejectForeignForm(reply)
  const found = await findPage(sources, request)
  const { page, urls, texts } = found
  if (!page.isPrivate) return reply.header('cache-control', 'no-store').redirect(urls.home, 303)
  const forms = await signInFormsOf(sources, found)
  if (!forms.hasLinks) throw notFound(request)
  const address = field(request, 'address')
  const given = { email: address, isOnOwnDomain: sources.domains.isOnOwnDomain(request), language: texts.language }
  try {
    await requestReaderLink(sources.store, page, given, visitorOf(sources, request))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'MAIL_ADDRESS_INVALID') throw error
    const wrongAddress = { problem: texts.subscribe.invalid, address }
    return sendPage(reply.code(400), unlockView(page.profile, found, { ...forms, wrongAddress }), 'private')
  }
  const [title, text] = texts.signIn.sent
  return sendPage(reply, answerView(found, texts, { title, text }), 'private')
}

async function signIn(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply) {
  if (isCrossSite(request)) return rejectForeignForm(reply)
  const found = await findPage(sources, request)
  const { page, texts } = found
  const token = parameter(request, 'token')
  const session = page.isPrivate ? await signInReader(sources.store, page, token, sources.clock.now()) : null
  if (session !== null) return begin(sources, { request, reply, found, session })
  const [title, text] = texts.signIn.over
  return sendPage(reply.code(404), answerView(found, texts, { title, text }), 'private')
}

interface Begun {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly found: FoundPage
  readonly session: PageSession
}

/** Sets the cookie of the page and leads to it. */
function begin(sources: StatusPageSources, { request, reply, found: { page, urls }, session }: Begun): FastifyReply {
  const cookies = (urls.base === '' ? ['/'] : [urls.base, urls.json]).map((path) =>
    stringifySetCookie({
      name: cookieName(page),
      value: session.cookieToken,
      expires: session.expiresAt,
      path,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(sources, request),
    }),
  )
  return reply.header('set-cookie', cookies).header('cache-control', 'no-store').redirect(urls.home, 303)
}
