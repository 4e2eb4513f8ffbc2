import type { SubscriberNotification } from '#contract'
import { wordOf } from '#page-texts'
import type { PostFacts } from './subscriber-post.ts'

/** Characters, so that a message stays below the 4096 bytes that push services accept (RFC 8030 7.2), in any script. */
const limits = { title: 100, body: 300 }

/** The notification of a message. */
export function notificationOf({
  content,
  texts,
  pageName,
  pageUrl,
  token,
  manageUrl,
}: PostFacts): SubscriberNotification {
  if (content.kind === 'VERIFICATION') {
    const body = texts.mail.confirm.browser({ page: pageName })
    return { title: cut(pageName, limits.title), body, url: pageUrl, tag: pageUrl, confirm: token }
  }
  const { name, status, description } = content
  const path = content.kind === 'INCIDENT' ? `incidents/${content.incidentId}` : `maintenances/${content.maintenanceId}`
  return {
    title: cut(`${name} (${wordOf(texts.statuses, status)})`, limits.title),
    body: cut(description, limits.body),
    url: `${pageUrl}/${path}`,
    tag: path,
    manage: manageUrl,
  }
}

const cut = (text: string, length: number): string =>
  (text.length <= length ? text : `${text.slice(0, length - 1)}…`).toWellFormed()
