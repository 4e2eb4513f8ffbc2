import type { AlertFacts, ChannelConfigs, Delivery, ChannelType, OpsgenieRegion } from '#contract'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'
import type { SendMailOptions } from 'nodemailer'
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js'

/** Pages that ask for confirmation before they act on an alert. */
export interface ActionLinks {
  readonly acknowledge: string
  readonly snooze: string
  readonly mute: string
}

/** Another notification in the same message. */
export interface OtherNotification {
  readonly id: string
  readonly facts: AlertFacts
  readonly actionLinks?: ActionLinks | null
}

/** A notification to be delivered to one channel. */
export interface NotificationOf<T extends ChannelType> {
  /** The same for all attempts, so that receivers can drop duplicates. A uuid v7 of the time it was planned. */
  readonly id: string
  readonly type: T
  /** With defaults filled in and secrets decrypted. */
  readonly config: ChannelConfigs[T]
  readonly facts: AlertFacts
  /** Account and group variables, secret ones included. */
  readonly variables: Readonly<Record<string, string>>
  /** Counts from 1. */
  readonly attempt: number
  /** Values that must not appear in the record of the delivery. */
  readonly secrets: readonly string[]
  /** Groups mails into a thread, for example by incident. Default: the check. */
  readonly threadId?: string
  /** Where recipients can act on the alert; null or absent without actions. */
  readonly actionLinks?: ActionLinks | null
  /** Further notifications of the same burst, sent in the same message. Only for channels read by people. */
  readonly others?: readonly OtherNotification[]
}

export type ChannelNotification = { [T in ChannelType]: NotificationOf<T> }[ChannelType]

/** Sends a mail and returns the response, as the transports of nodemailer do. */
export interface MailTransport {
  sendMail(message: SendMailOptions): Promise<Pick<SentMessageInfo, 'response' | 'rejected'>>
}

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  readonly url: string
  /** The sender, for example `Belfry <belfry@example.com>`. */
  readonly from: string
  /** The connection pool; without one each mail has a separate connection. */
  readonly pool?: MailTransport
}

/** An account with Twilio, or with a provider that has a compatible REST API. */
export interface TwilioSettings {
  /** Without a trailing slash. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** A phone number, a sender's name, or the id of a messaging service. */
  readonly from: string
}

/** The keys with which this installation identifies itself to push services (RFC 8292), in base64url. */
export interface WebPushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Base URLs of providers with public endpoints. Without trailing slashes. */
export interface ProviderEndpoints {
  readonly slack: string
  readonly pagerduty: string
  readonly opsgenie: { readonly [R in OpsgenieRegion]: string }
}

export const providerEndpoints: ProviderEndpoints = {
  slack: 'https://slack.com/api',
  pagerduty: 'https://events.pagerduty.com',
  opsgenie: { US: 'https://api.opsgenie.com', EU: 'https://api.eu.opsgenie.com' },
}

/** The network access and settings of a delivery. */
export interface ChannelTools {
  readonly http: Egress['http']
  /** Null when the operator has not set up mail. */
  readonly mail: MailSettings | null
  /** Null when the operator has not set up the Slack app. */
  readonly slackBotToken: string | null
  /** Null when the operator has not set up text messages and calls. */
  readonly twilio: TwilioSettings | null
  readonly webPushKeys: WebPushKeys
  /** Default `providerEndpoints`. */
  readonly endpoints?: ProviderEndpoints
  /** Names the webhook headers: `x-<service name>-signature`. */
  readonly serviceName: string
  readonly publicUrl: string
  /** Epoch milliseconds. */
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** One attempt over one channel type. Never throws for failures of the network or the receiver. */
export type Deliver<T extends ChannelType> = (notification: NotificationOf<T>, tools: ChannelTools) => Promise<Delivery>

export const rejected = (response: string): Delivery => ({ outcome: 'rejected', response })
