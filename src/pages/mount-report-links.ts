import { readReportLink, useReportLink } from '#analytics'
import type { ReportLinkAction } from '#analytics'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkNotice, linkQuestion } from './alerts/alert-action-page.ts'
import type { PageSources } from './page-sources.ts'
import type { Page } from './page.ts'
import { sendPage } from './send-page.ts'
import { parameter } from './status/open-page.ts'

const limit = { requests: 30, seconds: 60 }
const actions = ['confirm', 'unsubscribe'] as const satisfies readonly ReportLinkAction[]

/** The pages behind the links in mails of reports: reading one changes nothing, its button does. */
export function mountReportLinks(scope: FastifyInstance, sources: PageSources): void {
  const onRequest = sources.limitTo('report-links', limit)
  for (const action of actions) {
    const path = `/pages/reports/${action}/:token`
    scope.get(path, { onRequest }, (request, reply) => show(sources, action, request, reply))
    // Mail programs send it themselves, from wherever they are (RFC 8058).
    scope.post(path, { onRequest }, (request, reply) => act(sources, action, request, reply))
  }
}

const texts = {
  confirm: {
    question: (report: string, email: string) => `Send the report “${report}” to ${email}?`,
    explanation: 'You can unsubscribe with the link in each mail.',
    button: 'Confirm',
    done: 'Confirmed',
    doneText: (report: string, email: string) => `The report “${report}” will be sent to ${email}.`,
  },
  unsubscribe: {
    question: (report: string, email: string) => `Stop sending the report “${report}” to ${email}?`,
    explanation: 'Other reports are not affected.',
    button: 'Unsubscribe',
    done: 'Unsubscribed',
    doneText: (report: string, email: string) => `The report “${report}” is no longer sent to ${email}.`,
  },
} as const

async function show(
  { store }: PageSources,
  action: ReportLinkAction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = parameter(request, 'token')
  const recipient = await readReportLink(store, action, token)
  if (recipient === null) return send(reply.code(404), unknown)
  const { question, explanation, button } = texts[action]
  const title = question(recipient.reportName, recipient.email)
  return send(reply, linkQuestion({ title, text: explanation, button, path: `/pages/reports/${action}/${token}` }))
}

async function act(
  { store, clock }: PageSources,
  action: ReportLinkAction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = parameter(request, 'token')
  const recipient = await useReportLink(store, { action, token }, new Date(clock.now()))
  if (recipient === null) return send(reply.code(404), unknown)
  const { done, doneText } = texts[action]
  return send(reply, linkNotice(done, doneText(recipient.reportName, recipient.email)))
}

const unknown = linkNotice(
  'This link is not valid',
  'It may be incomplete, or the report is no longer sent to this address.',
)

/** No cache, search engine or referrer may learn the content of a link. */
const send = (reply: FastifyReply, page: Page): FastifyReply =>
  sendPage(reply.header('x-robots-tag', 'noindex, nofollow'), page, 'private')
