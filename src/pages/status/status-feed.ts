import { momentText } from '#page-texts'
import type { PageTexts } from '#page-texts'
import type { PublicEvent, PublicMaintenance, PublicPageProfile } from '#publishing'
import { Feed } from 'feed'
import type { Item } from 'feed'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { eventPath } from './events.ts'
import { homeAddress } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'
import { prose } from './text.ts'

/** `slack` lists every update separately, because Slack posts an item once and never reads it again. */
export type FeedKind = 'rss' | 'atom' | 'slack'

export const feedPaths = { rss: '/feed.rss', atom: '/feed.atom', slack: '/slack.rss' } as const
const itemsMax = 50

export interface FeedSource {
  readonly profile: PublicPageProfile
  readonly urls: PageUrls
  readonly texts: PageTexts
  readonly events: readonly PublicEvent[]
  readonly at: Date
}

/** The feed of a page: RSS 2.0, or Atom (RFC 4287). */
export function writeFeed(kind: FeedKind, source: FeedSource): string {
  const { profile, urls, texts, events, at } = source
  const home = homeAddress(urls)
  const items = events.flatMap((event) =>
    kind === 'slack' ? itemsOfUpdates(event, source) : [itemOfEvent(event, source)],
  )
  // Titles of Atom are markup as the library writes them, those of RSS are plain text.
  const titled = (title: string): string => (kind === 'atom' ? html`${title}`.toString() : withoutMarkup(title))
  const name = kind === 'atom' ? readable(profile.name) : withoutMarkup(readable(profile.name))
  const listed = items.toSorted((a, b) => b.date.getTime() - a.date.getTime()).slice(0, itemsMax)
  const self = urls.origin + urls.base + feedPaths[kind]
  const feed = new Feed({
    id: home,
    link: home,
    title: name,
    description: readable(profile.description ?? '') || texts.feed.about({ name }),
    updated: listed[0]?.date ?? at,
    generator: 'Belfry',
    feedLinks: kind === 'atom' ? { atom: self } : { rss: self },
  })
  for (const item of listed) feed.addItem({ ...item, title: titled(item.title) })
  return kind === 'atom' ? feed.atom1() : feed.rss2()
}

function itemOfEvent(event: PublicEvent, { urls, texts }: FeedSource): Item {
  const link = urls.origin + eventPath({ ...urls, ending: '' }, event)
  const written = contentOf(event, texts).toString()
  return {
    id: link,
    link,
    title: readable(`${titleOf(event, texts)} (${texts.statuses[event.status]})`),
    date: event.updates[0]?.at ?? announcedAt(event),
    published: announcedAt(event),
    description: readable(written),
    content: readable(written),
  }
}

function itemsOfUpdates(event: PublicEvent, { urls, texts }: FeedSource): Item[] {
  const link = urls.origin + eventPath({ ...urls, ending: '' }, event)
  const listedUpdates = event.updates.map(({ id, status, description, at }) => ({
    id,
    label: texts.statuses[status],
    description,
    at,
  }))
  if (event.kind === 'MAINTENANCE')
    listedUpdates.push({
      id: 'plan',
      label: texts.feed.planned,
      description: [planOf(event, texts), event.description ?? ''].filter(Boolean).join('\n'),
      at: event.announcedAt,
    })
  return listedUpdates.map(({ id, label, description, at }) => ({
    id: `${link}#${id}`,
    link,
    title: readable(`${titleOf(event, texts)}: ${label}`),
    date: at,
    description: readable(html`${description}`.toString()),
  }))
}

const titleOf = (event: PublicEvent, texts: PageTexts): string =>
  `[${event.kind === 'INCIDENT' ? texts.severities[event.severity] : texts.feed.maintenance}] ${event.name}`

const announcedAt = (event: PublicEvent): Date => (event.kind === 'INCIDENT' ? event.startsAt : event.announcedAt)

const planOf = ({ startsAt, endsAt }: PublicMaintenance, texts: PageTexts): string =>
  `${momentText(startsAt, texts)} ${texts.feed.until} ${momentText(endsAt, texts)}`

const contentOf = (event: PublicEvent, texts: PageTexts): Html =>
  html`${
    event.kind === 'MAINTENANCE' &&
    html`<p>${planOf(event, texts)}</p>
      ${event.description !== null && prose(event.description)}`
  }${event.services.length > 0 && html`<p>${texts.affects({ names: event.services.join(', ') })}</p>`}${event.updates.map(
    ({ status, description, at }) =>
      html`<p><strong>${texts.statuses[status]}</strong> ${momentText(at, texts)}</p>
        ${prose(description)}`,
  )}${
    event.kind === 'INCIDENT' &&
    event.postMortem !== null &&
    html`<h2>${texts.postMortem}</h2>
      ${prose(event.postMortem, 'below the second level')}`
  }`

/** RSS 2.0 titles are plain text, but many readers render them as HTML; without angle brackets both read the same. */
const withoutMarkup = (title: string): string => title.replaceAll('<', '‹').replaceAll('>', '›')

// oxlint-disable-next-line no-control-regex
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Without what XML 1.0 does not allow (section 2.2). */
const readable = (text: string): string => text.toWellFormed().replaceAll(unreadable, '')
