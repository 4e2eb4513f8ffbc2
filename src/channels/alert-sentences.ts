import type { AlertFacts, HeldBack } from '#contract'
import { readableTime, readableDuration } from './readable.ts'

const silences = {
  MAINTENANCE: 'a maintenance window that ended at',
  MUTED: 'a mute that ended at',
  SNOOZED: 'a snooze that ended at',
  CHANNEL_PAUSED: 'a pause of this channel that ended at',
} as const satisfies Record<HeldBack['reason'], string>

/** Why the message comes only now; empty when it comes at once. */
export const heldBackSentence = ({ heldBack }: AlertFacts): string =>
  heldBack ? `Notified only now because of ${silences[heldBack.reason]} ${readableTime(heldBack.until)}.` : ''

const lasted = (word: string, { outageSeconds }: AlertFacts): string =>
  typeof outageSeconds === 'number' ? `It was ${word} for ${readableDuration(outageSeconds)}.` : ''

/** What happened, in one sentence: why it does not pass, or how long that was so. Empty when the title says it all. */
export function leadSentence(facts: AlertFacts): string {
  if (facts.alertType === 'ALERT_RECOVERY') return lasted('failing', facts)
  if (facts.alertType === 'ALERT_DEGRADED_RECOVERY') return lasted('degraded', facts)
  if (facts.alertType === 'ALERT_SSL') return ''
  return facts.reasons?.[0] ?? firstLine(facts.checkErrorMessage)
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? ''

/** What else is to be said of it, line by line: further reasons, or the rest of an error that has no sentences. */
export function furtherLines(facts: AlertFacts): string {
  if (facts.alertType === 'ALERT_SSL') return ''
  if (facts.reasons !== undefined && facts.reasons.length > 0)
    return facts.reasons.slice(facts.alertType.endsWith('RECOVERY') ? 0 : 1).join('\n')
  const [, ...lines] = facts.checkErrorMessage.trim().split('\n')
  return lines.join('\n').trim()
}
