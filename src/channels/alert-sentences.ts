import type { AlertFacts, HeldBack } from '#contract'
import { cutText } from './cut-text.ts'
import { readableTime, readableDuration } from './readable.ts'

const silences = {
  MAINTENANCE: 'a maintenance window that ended at',
  MUTED: 'a mute that ended at',
  SNOOZED: 'a snooze that ended at',
  CHANNEL_PAUSED: 'a pause of this channel that ended at',
} as const satisfies Record<HeldBack['reason'], string>

/** Long enough for a channel with its error. */
const longestNote = 500

/** Why the message comes only now; empty when it comes at once. */
export const heldBackSentence = ({ heldBack }: AlertFacts): string =>
  heldBack ? `Notified only now because of ${silences[heldBack.reason]} ${readableTime(heldBack.until)}.` : ''

/** Why the message comes this way, or only now; empty when it comes at once where it belongs. */
export const deliveryNote = (facts: AlertFacts): string =>
  [cutText(facts.fallback?.reason ?? '', longestNote), heldBackSentence(facts)].filter((part) => part !== '').join(' ')

/** Of a fallback without the words about the way it came, which are said apart. */
const ownError = ({ fallback, checkErrorMessage }: AlertFacts): string =>
  fallback ? fallback.ownErrorMessage : checkErrorMessage

const lasted = (word: string, { outageSeconds }: AlertFacts): string =>
  typeof outageSeconds === 'number' ? `It was ${word} for ${readableDuration(outageSeconds)}.` : ''

/** What happened, in one sentence: why it does not pass, or how long that was so. Empty when the title says it all. */
export function leadSentence(facts: AlertFacts): string {
  if (facts.alertType === 'ALERT_RECOVERY') return lasted('failing', facts)
  if (facts.alertType === 'ALERT_DEGRADED_RECOVERY') return lasted('degraded', facts)
  if (facts.alertType === 'ALERT_SSL') return ''
  return facts.reasons?.[0] ?? firstLine(ownError(facts))
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? ''

/**
 * What else is to be said of it, line by line: further reasons, or the rest of an error that has no sentences, and the
 * other alerts of a fallback.
 */
export const furtherLines = (facts: AlertFacts): string =>
  [ownFurtherLines(facts), facts.fallback?.others ?? ''].filter((part) => part !== '').join('\n\n')

function ownFurtherLines(facts: AlertFacts): string {
  if (facts.alertType === 'ALERT_SSL') return ''
  if (facts.reasons !== undefined && facts.reasons.length > 0) return facts.reasons.slice(1).join('\n')
  const [, ...lines] = ownError(facts).trim().split('\n')
  return lines.join('\n').trim()
}
