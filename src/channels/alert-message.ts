import type { ChannelType, AlertFacts } from '#contract'
import type { ActionLinks, NotificationOf } from './channel-notification.ts'

export interface MessageLink {
  readonly label: string
  readonly url: string
}

/** One alert of a message. */
export interface MessageItem {
  readonly facts: AlertFacts
  /** The result first, then the actions; http and https links only. */
  readonly links: readonly MessageLink[]
}

/** The content of a message: one alert, or several of one burst. */
export interface AlertMessage extends MessageItem {
  /** All alerts of the message when there are several, oldest first; empty otherwise. */
  readonly group: readonly MessageItem[]
}

export function alertMessage(notification: NotificationOf<ChannelType>): AlertMessage {
  const first = itemOf(notification)
  const others = notification.others ?? []
  return { ...first, group: others.length === 0 ? [] : [first, ...others.map(itemOf)] }
}

interface Source {
  readonly facts: AlertFacts
  readonly actionLinks?: ActionLinks | null
}

const itemOf = ({ facts, actionLinks }: Source): MessageItem => ({
  facts,
  links: [
    {
      label: facts.received ? 'Open alert' : facts.checkResultId === null ? 'Open check' : 'Open result',
      url: facts.resultLink,
    },
    { label: 'Acknowledge', url: actionLinks?.acknowledge ?? '' },
    { label: 'Snooze', url: actionLinks?.snooze ?? '' },
    { label: 'Mute', url: actionLinks?.mute ?? '' },
  ].filter(({ url }) => isWebLink(url)),
})

const isWebLink = (link: string): boolean => /^https?:\/\//.test(link)
