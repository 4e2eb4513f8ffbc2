import { drillNote } from '#contract'
import type { AlertFacts, HeldBack } from '#contract'
import { cutText } from './cut-text.ts'
import { readableTime, readableDuration } from './readable.ts'

const silences = {
  MAINTENANCE: 'a maintenance window that ended at',
  MUTED: 'a mute that ended at',
  SNOOZED: 'a snooze that ended at',
  CHANNEL_PAUSED: 'a pause of this channel that ended at',
} as const satisfies Record<HeldBack['reason'], string>

/** Characters: long enough for the name of a channel with its error. */
const maxNoteLength = 500

/** Why the message was delayed; empty when it was not. */
export const heldBackText = ({ heldBack }: AlertFacts): string =>
  heldBack ? `Delayed by ${silences[heldBack.reason]} ${readableTime(heldBack.until)}.` : ''

const drillText = ({ drillId }: AlertFacts): string => (drillId ? drillNote : '')

/** Why the message was sent at all, as a drill or over a fallback, or delayed; empty when none is the case. */
export const deliveryNote = (facts: AlertFacts): string =>
  [drillText(facts), cutText(facts.fallback?.reason ?? '', maxNoteLength), heldBackText(facts)]
    .filter((part) => part !== '')
    .join(' ')

/** The error message of an alert; of a fallback without its reason, which is displayed separately. */
const ownError = ({ fallback, checkErrorMessage }: AlertFacts): string =>
  fallback ? fallback.ownErrorMessage : checkErrorMessage

const lasted = (word: string, { outageSeconds }: AlertFacts): string =>
  typeof outageSeconds === 'number' ? `It was ${word} for ${readableDuration(outageSeconds)}.` : ''

/**
 * The first sentence of a message: why the check does not pass, or how long it did not. Empty when the title suffices.
 */
export function leadText(facts: AlertFacts): string {
  if (facts.alertType === 'ALERT_RECOVERY') return lasted('failing', facts)
  if (facts.alertType === 'ALERT_DEGRADED_RECOVERY') return lasted('degraded', facts)
  if (facts.alertType === 'ALERT_SSL') return ''
  return facts.reasons?.[0] ?? firstLine(ownError(facts))
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? ''

/**
 * The lines after the first sentence: further reasons, or the rest of an error message without reasons, and the other
 * alerts of a fallback.
 */
export const furtherLines = (facts: AlertFacts): string =>
  [ownFurtherLines(facts), facts.fallback?.others ?? ''].filter((part) => part !== '').join('\n\n')

function ownFurtherLines(facts: AlertFacts): string {
  if (facts.alertType === 'ALERT_SSL') return ''
  if (facts.reasons !== undefined && facts.reasons.length > 0) return facts.reasons.slice(1).join('\n')
  const [, ...lines] = ownError(facts).trim().split('\n')
  return lines.join('\n').trim()
}
