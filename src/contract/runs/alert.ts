import type { ChannelType } from '../channel-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
export const alertTypes = [
  'NO_ALERT',
  'ALERT_FAILURE',
  'ALERT_FAILURE_REMAIN',
  'ALERT_FAILURE_DEGRADED',
  'ALERT_RECOVERY',
  'ALERT_DEGRADED',
  'ALERT_DEGRADED_REMAIN',
  'ALERT_DEGRADED_FAILURE',
  'ALERT_DEGRADED_RECOVERY',
  'ALERT_SSL',
] as const
export type AlertType = (typeof alertTypes)[number]

/** Which channel flag an alert needs: sendFailure, sendDegraded, sendRecovery or sslExpiry. */
export type AlertKind = 'failure' | 'degraded' | 'recovery' | 'ssl'

/** Why a notification was not sent, stored with it so that a person can see it. */
export const silenceReasons = [
  'CHECK_MUTED',
  'GROUP_MUTED',
  'BELOW_THRESHOLD',
  'BELOW_LOCATION_SHARE',
  'ALREADY_NOTIFIED',
  'NEVER_NOTIFIED',
  'CHANNEL_FLAG_OFF',
  'SUBSCRIPTION_INACTIVE',
  'NO_CHANNEL',
  'SILENCED_BY_MAINTENANCE',
  'CHECK_SNOOZED',
  'CHANNEL_PAUSED',
  'ACKNOWLEDGED',
] as const
export type SilenceReason = (typeof silenceReasons)[number]

/** The root cause analysis of an alert when it is delivered; written by a model or by the built-in rules. */
export interface AlertAnalysis {
  readonly classification: string
  readonly rootCause: string
  readonly userImpact: string
  /** Empty without a suggestion. */
  readonly codeFix: string
  readonly link: string
}

/** Why an alert was delayed. */
export const heldBackReasons = ['MAINTENANCE', 'MUTED', 'SNOOZED', 'CHANNEL_PAUSED'] as const

export type HeldBackReason = (typeof heldBackReasons)[number]

export interface HeldBack {
  readonly reason: HeldBackReason
  /** ISO 8601: when the silence ended. */
  readonly until: string
}

/** The limits of a run: milliseconds, or percent of lost packets; null means no limit. */
export interface AlertLimits {
  readonly kind: 'responseTime' | 'packetLoss'
  readonly degraded: number | null
  readonly max: number | null
}

/** The outcomes of one tick by location. */
export interface AlertLocations {
  readonly failing: number
  readonly degraded: number
  readonly total: number
  /** Names of those that did not pass, each once; one machine may serve several locations. */
  readonly names: readonly string[]
}

/** The most likely cause by built-in rules. */
export interface AlertCause {
  readonly classification: string
  readonly text: string
}

/** The next reminder if the problem continues. */
export interface NextReminder {
  /** ISO 8601. */
  readonly at: string
  readonly number: number
  /** The maximum number of reminders; null when they continue until the check recovers. */
  readonly of: number | null
}

/** The timing of a heartbeat. */
export interface HeartbeatFacts {
  readonly periodSeconds: number
  readonly graceSeconds: number
  /** ISO 8601; null when none has arrived yet. */
  readonly lastPingAt: string | null
}

/** Why an alert was sent over a fallback. */
export interface FallbackFacts {
  /** Which channels did not deliver it, as text. */
  readonly reason: string
  /** The other alerts of the message, a line each; empty when there are none. */
  readonly others: string
  /** The error message of the alert itself. */
  readonly ownErrorMessage: string
  /** Whether it goes to the owner's address instead of a channel. */
  readonly isToOwner: boolean
}

/** An alert that another tool sent. */
export interface ReceivedFacts {
  /** The name of its source. */
  readonly source: string
  /** Where the sender shows it. */
  readonly link: string | null
  readonly labels: Readonly<Record<string, string>>
}

/** Facts that notifications of earlier versions do not have. Absent, null and empty values are unknown. */
export interface LaterAlertFacts {
  /** A URL without query and credentials, `host:port`, the records of a name, or a host name. */
  readonly target?: string | null
  /** ISO 8601: the start of the episode. */
  readonly failingSince?: string | null
  readonly heldBack?: HeldBack | null
  /** Sentences with the expected and the actual value, the decisive one first. */
  readonly reasons?: readonly string[]
  readonly limits?: AlertLimits | null
  /** The beginning of the target's response, as one line of text without secrets. */
  readonly answer?: string | null
  readonly locations?: AlertLocations | null
  readonly cause?: AlertCause | null
  /** In what the run differs from the last good one, in sentences, what explains most first; at most three. */
  readonly differences?: readonly string[]
  readonly nextReminder?: NextReminder | null
  /** Recoveries: how long the episode lasted. */
  readonly outageSeconds?: number | null
  readonly heartbeat?: HeartbeatFacts | null
  readonly fallback?: FallbackFacts | null
  /** The drill whose message it is. Nothing of the check itself may be changed by what receivers do with it. */
  readonly drillId?: string | null
  /** Set for an alert of another tool, whose id is in the place of that of a check. */
  readonly received?: ReceivedFacts | null
}

/** The facts of a notification, from which templates and messages are rendered. */
export interface AlertFacts extends LaterAlertFacts {
  readonly alertType: AlertType
  readonly alertTitle: string
  readonly checkId: string
  readonly checkName: string
  readonly checkType: CheckType
  readonly checkDescription: string
  readonly checkResultId: string | null
  readonly resultLink: string
  readonly checkErrorMessage: string
  readonly groupName: string
  /** The region code; `runLocation` is the display name. */
  readonly region: string
  readonly runLocation: string
  readonly responseTimeMs: number
  readonly startedAt: string
  readonly tags: readonly string[]
  readonly responseStatusCode: number | null
  readonly responseStatusText: string | null
  readonly sslDaysRemaining: number | null
  readonly sslCheckDomain: string | null
  readonly isReminder: boolean
  readonly reminderSequence: number
  /** Read for every delivery attempt, so that a later one may have more; absent when the channel does not use it. */
  readonly analysis?: AlertAnalysis
}

/** The outcome of one delivery attempt. `response` is the receiver's response, shown in the notification log. */
export type Delivery =
  | { readonly outcome: 'sent'; readonly response: string }
  | {
      readonly outcome: 'retry'
      readonly response: string
      readonly retryAfterSeconds?: number
      /** The receiver limits the rate of requests. */
      readonly isRateLimited?: true
    }
  | {
      readonly outcome: 'rejected'
      readonly response: string
      /** The mail server answered that the mailbox does not exist. */
      readonly isMailboxGone?: true
    }

/** A message to an alert channel of any type. Its config is decrypted and valid for the type. */
export interface OutgoingMessage {
  readonly id: string
  readonly type: ChannelType
  readonly config: Readonly<Record<string, unknown>>
  readonly facts: AlertFacts
  readonly variables: Readonly<Record<string, string>>
  /** Values that must not appear in the record of the delivery. */
  readonly secrets: readonly string[]
  /** Counts from 1. */
  readonly attempt: number
}
