import type { AlertFacts } from '#contract'
import { escapeHtml } from '#templating'
import { webLink } from '../alert-event.ts'
import { alertLooks, readableFacts } from '../alert-look.ts'
import { cutText } from '../cut-text.ts'
import type { Preset } from './preset.ts'

/** A message may have 4096 characters; every part is cut on its own, so that no tag is. */
const limits = { title: 300, field: 150, error: 1200 }

/** The form of the bot method `sendMessage`, in Telegram's HTML. */
export const telegram: Preset = {
  contentType: 'application/x-www-form-urlencoded',
  body: (facts, parameters) => ({
    ...parameters,
    parse_mode: 'HTML',
    disable_web_page_preview: 'true',
    text: messageHtml(facts),
  }),
}

function messageHtml(facts: AlertFacts): string {
  const title = cutText(`${alertLooks[facts.alertType].symbol} ${facts.alertTitle}`, limits.title)
  const rows = readableFacts(facts).map(
    ([label, value]) => `${escapeHtml(label)}: ${escapeHtml(cutText(value, limits.field))}`,
  )
  const error = cutText(facts.checkErrorMessage, limits.error)
  const link = webLink(facts)
  return [
    `<b>${escapeHtml(title)}</b>`,
    rows.join('\n'),
    ...(error === '' ? [] : [`<pre>${escapeHtml(error)}</pre>`]),
    ...(link === null ? [] : [`<a href="${escapeHtml(link)}">Open the result</a>`]),
  ].join('\n\n')
}
