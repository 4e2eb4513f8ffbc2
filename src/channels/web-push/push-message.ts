import { alertStyles, detailFacts } from '../alert-style.ts'
import { alertMessage } from '../alert-message.ts'
import { deliveryNote, leadText } from '../alert-text.ts'
import type { NotificationOf } from '../channel-notification.ts'
import { cutText } from '../cut-text.ts'
import { groupSummary } from '../group-summary.ts'

/** Characters, so that a message stays below the 4096 bytes that push services accept (RFC 8030 7.2), in any script. */
const limits = { title: 100, body: 380, url: 500, lines: 5, rows: 7 }

/** The notification that `src/web/public/notifications.js` shows. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** Opened by a click; null: the list of alerts. */
  readonly url: string | null
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
}

/** The notification of an alert, or of several of one burst. */
export function pushMessage(notification: NotificationOf<'WEB_PUSH'>): PushMessage {
  const { facts, links, group } = alertMessage(notification)
  if (group.length > 0) return ofGroup(notification.id, groupSummary(group, limits.lines))
  const rows = detailFacts(facts).slice(0, limits.rows)
  const lines = [leadText(facts), deliveryNote(facts), ...rows.map(([label, value]) => `${label}: ${value}`)]
  const url = links[0]?.url ?? ''
  return {
    title: cutText(`${alertStyles[facts.alertType].symbol} ${facts.alertTitle}`, limits.title),
    body: cutText(lines.filter((line) => line !== '').join('\n'), limits.body),
    url: url === '' || url.length > limits.url ? null : url,
    tag: facts.checkId,
  }
}

const ofGroup = (tag: string, { title, style, lines }: ReturnType<typeof groupSummary>): PushMessage => ({
  title: cutText(`${style.symbol} ${title}`, limits.title),
  body: cutText(lines.map(({ name, word }) => `${name} ${word}`).join('\n'), limits.body),
  url: null,
  tag,
})
