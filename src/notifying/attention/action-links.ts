import type { AlertFacts } from '#contract'
import type { Encryption } from '#kernel'
import { alertLinkToken, drillLinkToken } from './alert-link-token.ts'
import type { LinkedNotification } from './alert-link-token.ts'

export interface ActionLinks {
  readonly acknowledge: string
  readonly snooze: string
  readonly mute: string
}

const problemTypes: ReadonlySet<string> = new Set([
  'ALERT_FAILURE',
  'ALERT_FAILURE_REMAIN',
  'ALERT_FAILURE_DEGRADED',
  'ALERT_DEGRADED',
  'ALERT_DEGRADED_REMAIN',
  'ALERT_DEGRADED_FAILURE',
] satisfies AlertFacts['alertType'][])

/**
 * The action links of a failure or degradation alert, reminders included, and the token in them; nothing for other
 * messages and without a public URL.
 */
export function actionLinksOf(
  encryption: Encryption,
  notification: LinkedNotification & { readonly facts: AlertFacts },
  publicUrl: string | undefined,
): { readonly actionLinks: ActionLinks | null; readonly tokens: readonly string[] } {
  const nothing = { actionLinks: null, tokens: [] }
  if (publicUrl === undefined || !problemTypes.has(notification.facts.alertType)) return nothing
  if (notification.facts.failingSince === undefined) return nothing
  // It is acknowledged and silenced in the interface.
  if (notification.facts.received) return nothing
  const token = (notification.facts.drillId ? drillLinkToken : alertLinkToken)(encryption, notification)
  const to = (action: string): string => `${publicUrl}/alerts/${token}?action=${action}`
  return { tokens: [token], actionLinks: { acknowledge: to('acknowledge'), snooze: to('snooze'), mute: to('mute') } }
}
