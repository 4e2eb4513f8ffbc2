import { alertLinkActions, isDrillLink, readAlertLink, useAlertLink } from '#notifying'
import type { AlertLinkAction, AlertLinkKind, AlertLinkOutcome } from '#notifying'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorPage } from '../error-page.ts'
import type { PageSources } from '../page-sources.ts'
import type { Page } from '../page.ts'
import { sendPage } from '../send-page.ts'
import { parameter } from '../status/open-page.ts'
import { alertActionPage, instant, linkNotice } from './alert-action-page.ts'

const limit = { requests: 30, seconds: 60 }

/** The page behind the links of alerts: reading it changes nothing, a button performs its action once. */
export function mountAlertActions(scope: FastifyInstance, sources: PageSources): void {
  const onRequest = sources.limitTo('alert-links', limit)
  scope.get('/alerts/:token', { onRequest }, (request, reply) => show(sources, request, reply))
  scope.post('/alerts/:token', { onRequest }, (request, reply) => act(sources, request, reply))
}

async function show(sources: PageSources, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const nowMs = sources.clock.now()
  const token = parameter(request, 'token')
  if (isDrillLink(sources.store, token)) return send(reply, drillNotice)
  const link = await readAlertLink(sources.store, token, nowMs)
  if (link === null || link.state === 'expired') return sendExpired(reply, link)
  const query: unknown = request.query
  const preferred: unknown = Reflect.get(Object(query), 'action')
  const pageState = { view: link.view, path: `/alerts/${token}`, nowMs }
  return send(
    reply,
    alertActionPage({ ...pageState, preferred: typeof preferred === 'string' ? preferred : 'acknowledge' }),
  )
}

async function act(sources: PageSources, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    const message = 'The form was submitted from another site. Open the link in the alert message.'
    return send(reply.code(403), errorPage({ status: 403, message }))
  }
  const action = actionOf(request)
  if (action === null)
    return send(
      reply.code(400),
      linkNotice('No action selected', 'Open the link in the alert message again and choose an action.'),
    )
  const nowMs = sources.clock.now()
  const token = parameter(request, 'token')
  if (isDrillLink(sources.store, token)) return send(reply, drillNotice)
  const visitor = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
  const outcome = await useAlertLink(sources.store, { token, action, visitor }, nowMs)
  if (outcome === null || outcome.state === 'expired') return sendExpired(reply, outcome)
  const { action: kind } = alertLinkActions[action]
  const pageState = { view: outcome.view, path: `/alerts/${token}`, preferred: kind, nowMs }
  const status = outcome.state === 'over' ? 410 : 200
  return send(reply.code(status), alertActionPage({ ...pageState, message: messageOf(outcome, action, kind) }))
}

/** The form parser returns records of strings. */
function actionOf(request: FastifyRequest): AlertLinkAction | null {
  const value: unknown = Reflect.get(Object(request.body), 'action')
  return actionNames.find((name) => name === value) ?? null
}

/** The cast is safe because the keys of a constant are known. */
const actionNames = Object.keys(alertLinkActions) as AlertLinkAction[]

const done: Readonly<Record<AlertLinkAction, string>> = {
  acknowledge: 'Acknowledged. Reminders stop until the check recovers.',
  'snooze-60': 'Snoozed for 1 hour.',
  'snooze-240': 'Snoozed for 4 hours.',
  'snooze-1440': 'Snoozed for 24 hours.',
  'mute-1440': 'Muted for 24 hours.',
}

const past: Readonly<Record<AlertLinkKind, string>> = {
  acknowledge: 'acknowledged',
  snooze: 'snoozed with this link',
  mute: 'muted with this link',
}

function messageOf(
  outcome: Exclude<AlertLinkOutcome, null | { readonly state: 'expired' }>,
  action: AlertLinkAction,
  kind: AlertLinkKind,
): string {
  if (outcome.state === 'over') return 'No action taken: the alert is already resolved.'
  if (outcome.state !== 'already') return done[action]
  return `Already ${past[kind]} by ${outcome.by} at ${instant(outcome.at.toISOString())}. Nothing was changed.`
}

const drillNotice = linkNotice(
  'This was a drill',
  'In a real alert, this link lets you acknowledge the alert, or snooze or mute the check. Nothing was changed.',
)

function sendExpired(reply: FastifyReply, link: { readonly state: 'expired' } | null): FastifyReply {
  if (link === null)
    return send(
      reply.code(404),
      linkNotice('This link is not valid', 'It may be incomplete, or the check was deleted.'),
    )
  return send(
    reply.code(410),
    linkNotice('This link has expired', 'Alert links are valid for 7 days. Use a newer message.'),
  )
}

/** No cache, search engine or referrer may learn the content of a link. */
const send = (reply: FastifyReply, page: Page): FastifyReply =>
  sendPage(reply.header('x-robots-tag', 'noindex, nofollow'), page, 'private')
