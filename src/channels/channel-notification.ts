import type { AlertFacts, ChannelConfigs, Delivery, ChannelType, OpsgenieRegion } from '#contract'
import type { Egress } from '#egress'
import type { SendMailOptions } from 'nodemailer'
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js'

/** Pages that ask before they do something about an alert. */
export interface ActionLinks {
  readonly acknowledge: string
  readonly snooze: string
  readonly mute: string
}

/** Another notification that goes out in the same message. */
export interface OtherNotification {
  readonly id: string
  readonly facts: AlertFacts
  readonly actionLinks?: ActionLinks | null
}

/** A notification on its way to one channel. */
export interface NotificationOf<T extends ChannelType> {
  /** Stays the same over all attempts, so that receivers can drop what they have seen. A uuid v7 of its planning. */
  readonly id: string
  readonly type: T
  /** With defaults filled in and secrets in clear. */
  readonly config: ChannelConfigs[T]
  readonly facts: AlertFacts
  /** Account and group variables, secret ones included. */
  readonly variables: Readonly<Record<string, string>>
  /** Counts from 1. */
  readonly attempt: number
  /** Values that must not show up in what is recorded of the delivery. */
  readonly secrets: readonly string[]
  /** What belongs together in a mailbox, for example one incident. The check when absent. */
  readonly threadId?: string
  /** Where people can act on the alert; null or absent where there is nothing to do. */
  readonly actionLinks?: ActionLinks | null
  /** What came for the channel in the same burst; one message tells it all. Only of channels that people read. */
  readonly others?: readonly OtherNotification[]
}

export type ChannelNotification = { [T in ChannelType]: NotificationOf<T> }[ChannelType]

/** Takes a mail and answers what became of it, as the transports of nodemailer do. */
export interface MailTransport {
  sendMail(message: SendMailOptions): Promise<Pick<SentMessageInfo, 'response' | 'rejected'>>
}

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  readonly url: string
  /** The sender, for example `Belfry <belfry@example.com>`. */
  readonly from: string
  /** Whose connections are used; without one each mail has its own. */
  readonly pool?: MailTransport
}

/** An account with Twilio, or with a provider that speaks its REST API. */
export interface TwilioSettings {
  /** Without a trailing slash. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** A phone number, a sender's name, or the id of a messaging service. */
  readonly from: string
}

/** Where providers with one address for everybody are reached. Without trailing slashes. */
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

/** The outside, as far as a delivery may reach it. */
export interface ChannelTools {
  readonly http: Egress['http']
  /** Null when the operator has not set up mail. */
  readonly mail: MailSettings | null
  /** Null when the operator has not set up the Slack app. */
  readonly slackBotToken: string | null
  /** Null when the operator has not set up text messages and calls. */
  readonly twilio: TwilioSettings | null
  /** Default `providerEndpoints`. */
  readonly endpoints?: ProviderEndpoints
  /** Names the webhook headers: `x-<service name>-signature`. */
  readonly serviceName: string
  readonly publicUrl: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly signal: AbortSignal
}

/** One attempt over one kind of channel. Never throws for what the outside does. */
export type Deliver<T extends ChannelType> = (notification: NotificationOf<T>, tools: ChannelTools) => Promise<Delivery>

export const rejected = (response: string): Delivery => ({ outcome: 'rejected', response })
