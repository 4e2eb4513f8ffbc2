import { Fault } from '#kernel'
import { unsubscribe, verifySubscription } from '#publishing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StatusPageSources } from '../page-sources.ts'
import { sendPage } from '../send-page.ts'
import { languageOf } from './languages.ts'
import { formLimit, visitorOf } from './form-requests.ts'
import { answerView, questionView } from './forms.ts'
import { findStatusPage, parameter } from './open-page.ts'
import { mountPrivatePages } from './mount-private-pages.ts'
import { mountSubscribing } from './subscribing/mount-subscribing.ts'

/** The forms of a status page: subscribing, the links of mails, and how private pages are opened. */
export function mountStatusForms(scope: FastifyInstance, sources: StatusPageSources): void {
  mountMailLinks(scope, sources)
  mountPrivatePages(scope, sources)
  mountSubscribing(scope, sources)
}

/** The pages behind links of mails: a question first, the outcome after its button was pressed. */
function mountMailLinks(scope: FastifyInstance, sources: StatusPageSources): void {
  const onRequest = sources.limitTo('page-forms', formLimit)
  for (const [path, act] of [
    ['verify', verify],
    ['unsubscribe', endSubscription],
  ] as const) {
    scope.get(`/status/:url/${path}/:token`, async (request, reply) => {
      const found = await findStatusPage(sources, request)
      const texts = languageOf(request, found?.page.profile, sources.languages)
      return sendPage(reply, questionView(found?.page.profile ?? null, texts, texts[path]), 'private')
    })
    scope.post(`/status/:url/${path}/:token`, { onRequest }, (request, reply) => act(sources, request, reply))
  }
}

/** The token alone identifies the page, whose URL may have changed since the mail was sent. */
async function verify(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { became, url } = await verified(sources, request)
  const found = await findStatusPage(sources, request, url)
  const texts = languageOf(request, found?.page.profile, sources.languages)
  const [title, text] = texts.verify[became]
  const page = answerView(found, texts, { title, text })
  return sendPage(reply.code(verifyStatuses[became]), page, 'private')
}

const planLimit = 402
const verifyStatuses = { done: 200, over: 404, full: planLimit } as const

/** Plan limits concern the operator: readers only learn that no more subscribers are accepted. */
async function verified(
  sources: StatusPageSources,
  request: FastifyRequest,
): Promise<{ became: keyof typeof verifyStatuses; url?: string }> {
  try {
    const page = await verifySubscription(sources.store, parameter(request, 'token'), visitorOf(sources, request))
    return page === null ? { became: 'over' } : { became: 'done', url: page.url }
  } catch (error) {
    if (error instanceof Fault && error.status === planLimit) return { became: 'full' }
    throw error
  }
}

/**
 * Also for mail programs with one-click unsubscription (RFC 8058), from any origin; the token alone identifies the
 * subscription.
 */
async function endSubscription(
  sources: StatusPageSources,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ended = await unsubscribe(sources.store, parameter(request, 'token'))
  const found = await findStatusPage(sources, request, ended?.url)
  const texts = languageOf(request, found?.page.profile, sources.languages)
  const { done: title, text } = texts.unsubscribe
  return sendPage(reply, answerView(found, texts, { title, text }), 'private')
}
