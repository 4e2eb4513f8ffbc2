import { subscriberKinds } from '#contract'
import type { SubscriberKind } from '#contract'
import { Fault } from '#kernel'
import { findSubscription, manageSubscription, partsToChoose, subscribeReader } from '#publishing'
import type { ManagedSubscription } from '#publishing'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountStylesheet } from '../../mount-stylesheet.ts'
import type { StatusPageSources } from '../../page-sources.ts'
import { sendPage } from '../../send-page.ts'
import { answerView } from '../forms.ts'
import { fieldsOf, formLimit, isCrossSite, rejectForeignForm, visitorOf } from '../form-requests.ts'
import { findStatusPage, notFound, openPage, parameter } from '../open-page.ts'
import type { FoundPage, OpenPage } from '../open-page.ts'
import { languageOf } from '../languages.ts'
import { chosenOf, withChosen } from './chosen-parts.ts'
import { offeredKinds } from './kinds.ts'
import { manageView } from './manage-view.ts'
import { notificationWorker, subscribedView, subscribeStylesheet, subscribeView } from './subscribe-view.ts'

/** The forms by which readers subscribe, and change later what they are told about. */
export function mountSubscribing(scope: FastifyInstance, sources: StatusPageSources): void {
  const onRequest = sources.limitTo('page-forms', formLimit)
  mountStylesheet(scope, subscribeStylesheet)
  for (const path of ['/status/:url/subscribe', '/status/:url/subscribe/:kind']) {
    scope.get(path, (request, reply) => showForm(sources, request, reply))
    scope.post(path, { onRequest }, (request, reply) => subscribe(sources, request, reply))
  }
  scope.get('/status/:url/manage/:token', (request, reply) => manage(sources, request, reply))
  scope.post('/status/:url/manage/:token', { onRequest }, (request, reply) => change(sources, request, reply))
  scope.get('/status/:url/notifications.js', (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(notificationWorker),
  )
}

const kindOf = (request: FastifyRequest): SubscriberKind | undefined => {
  const kind = parameter(request, 'kind') || 'mail'
  return subscriberKinds.find((one) => one === kind)
}

async function showForm(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply) {
  const opened = await openPage(sources, request, reply)
  if (opened === null) return reply
  const kinds = offeredKinds(sources)
  const requested = kindOf(request)
  const isNamed = parameter(request, 'kind') !== ''
  if (requested === undefined || (isNamed && !kinds.includes(requested))) throw notFound(request)
  const kind = kinds.includes(requested) ? requested : (kinds[0] ?? null)
  const form = { ...(await formOf(sources, opened)), kind }
  return sendPage(reply, subscribeView(opened.framed, form), opened.keeping)
}

const formOf = async (sources: StatusPageSources, { page }: OpenPage) => ({
  kinds: offeredKinds(sources),
  groups: await partsToChoose(sources.store, page),
  webPushKey: sources.webPushKey ?? '',
})

async function subscribe(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply) {
  if (isCrossSite(request)) return rejectForeignForm(reply)
  const opened = await openPage(sources, request, reply)
  if (opened === null) return reply
  const kind = kindOf(request)
  if (kind === undefined || !offeredKinds(sources).includes(kind)) throw notFound(request)
  const fields = fieldsOf(request)
  const { language } = opened.texts
  const given = { kind, field: (name: string) => fields.get(name) ?? '', chosen: chosenOf(fields), language }
  const problem = await problemWith(opened, () =>
    subscribeReader(sources.store, opened.page, given, visitorOf(sources, request)),
  )
  if (problem === null) return sendPage(reply, subscribedView(opened.framed, kind), 'private')
  const form = await formOf(sources, opened)
  const groups = withChosen(form.groups, given.chosen)
  const rejected = { ...form, kind, groups, isSome: given.chosen !== null, problem: problem(kind) }
  const page = subscribeView(opened.framed, { ...rejected, address: given.field('address') })
  return sendPage(reply.code(400), page, 'private')
}

/** The message for the reader of a form that is not accepted; null when it is. */
async function problemWith(
  { texts }: Pick<FoundPage, 'texts'>,
  act: () => Promise<unknown>,
): Promise<((kind: SubscriberKind) => string) | null> {
  try {
    await act()
    return null
  } catch (error) {
    const code = error instanceof Fault ? error.code : null
    if (code === 'COMPONENT_UNKNOWN') return () => texts.subscription.choose
    if (code !== 'MAIL_ADDRESS_INVALID') throw error
    return (kind) => (kind === 'mail' ? texts.subscribe.invalid : texts.subscription.invalid)
  }
}

interface Managing extends FoundPage {
  readonly subscription: ManagedSubscription
  readonly token: string
}

/** The token alone identifies the subscription and its page, whose URL may have changed since it was sent. */
async function managing(sources: StatusPageSources, request: FastifyRequest): Promise<Managing | null> {
  const token = parameter(request, 'token')
  const subscription = await findSubscription(sources.store, token)
  const found = subscription && (await findStatusPage(sources, request, subscription.page.url))
  return subscription && found && { ...found, subscription, token }
}

async function manage(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply) {
  const found = await managing(sources, request)
  if (found === null) return sendOver(sources, request, reply)
  return sendPage(reply, await managedView(sources, found), 'private')
}

async function change(sources: StatusPageSources, request: FastifyRequest, reply: FastifyReply) {
  if (isCrossSite(request)) return rejectForeignForm(reply)
  const before = await managing(sources, request)
  if (before === null) return sendOver(sources, request, reply)
  const { token, page, texts } = before
  const keys = chosenOf(fieldsOf(request))
  const problem = await problemWith(before, () =>
    manageSubscription(sources.store, { token, page, keys, language: texts.language }, sources.clock.now()),
  )
  const after = await managing(sources, request)
  if (after === null) return sendOver(sources, request, reply)
  const outcome = problem === null ? { isSaved: true } : { problem: problem('mail') }
  return sendPage(reply.code(problem === null ? 200 : 400), await managedView(sources, after, outcome), 'private')
}

async function managedView(
  { store }: StatusPageSources,
  { page, urls, texts, token, subscription: { address, chosen } }: Managing,
  outcome: { readonly isSaved?: boolean; readonly problem?: string } = {},
) {
  const groups = await partsToChoose(store, page, chosen ?? [])
  return manageView({ profile: page.profile, urls, texts, token, address, groups, isSome: chosen !== null, ...outcome })
}

function sendOver({ languages }: StatusPageSources, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const texts = languageOf(request, undefined, languages)
  const [title, text] = texts.subscription.manage.over
  return sendPage(reply.code(404), answerView(null, texts, { title, text }), 'private')
}
