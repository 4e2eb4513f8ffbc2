import type { PublicEvent, PublicPageProfile } from '#publishing'
import { Feed } from 'feed'
import type { Item } from 'feed'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { eventPath } from './events.ts'
import type { PageUrls } from './page-urls.ts'
import { prose } from './text.ts'
import { momentText } from './times.ts'
import { severityLabels, statusLabels } from './labels.ts'

/** `slack` lists every update separately, because Slack posts an item once and never reads it again. */
export type FeedKind = 'rss' | 'atom' | 'slack'

export const feedPaths = { rss: '/feed.rss', atom: '/feed.atom', slack: '/slack.rss' } as const
const itemsMax = 50

export interface FeedSource {
  readonly profile: PublicPageProfile
  readonly urls: PageUrls
  readonly events: readonly PublicEvent[]
  readonly at: Date
}

/** The feed of a page: RSS 2.0, or Atom (RFC 4287). */
export function writeFeed(kind: FeedKind, { profile, urls, events, at }: FeedSource): string {
  const home = urls.origin + urls.home
  const items = events.flatMap((event) => (kind === 'slack' ? itemsOfUpdates(event, urls) : [itemOfEvent(event, urls)]))
  // Titles of Atom are markup as the library writes them, those of RSS are plain text.
  const titled = (title: string): string => (kind === 'atom' ? html`${title}`.toString() : withoutMarkup(title))
  const name = kind === 'atom' ? readable(profile.name) : withoutMarkup(readable(profile.name))
  const listed = items.toSorted((a, b) => b.date.getTime() - a.date.getTime()).slice(0, itemsMax)
  const self = urls.origin + urls.base + feedPaths[kind]
  const feed = new Feed({
    id: home,
    link: home,
    title: name,
    description: readable(profile.description ?? '') || `Incidents and maintenance of ${name}`,
    updated: listed[0]?.date ?? at,
    generator: 'Belfry',
    feedLinks: kind === 'atom' ? { atom: self } : { rss: self },
  })
  for (const item of listed) feed.addItem({ ...item, title: titled(item.title) })
  return kind === 'atom' ? feed.atom1() : feed.rss2()
}

function itemOfEvent(event: PublicEvent, urls: PageUrls): Item {
  const link = urls.origin + eventPath(urls, event)
  const written = contentOf(event).toString()
  return {
    id: link,
    link,
    title: readable(`${titleOf(event)} (${statusLabels[event.status]})`),
    date: event.updates[0]?.at ?? announcedAt(event),
    published: announcedAt(event),
    description: readable(written),
    content: readable(written),
  }
}

function itemsOfUpdates(event: PublicEvent, urls: PageUrls): Item[] {
  const link = urls.origin + eventPath(urls, event)
  const listedUpdates = event.updates.map(({ id, status, description, at }) => ({
    id,
    label: statusLabels[status],
    description,
    at,
  }))
  if (event.kind === 'MAINTENANCE')
    listedUpdates.push({ id: 'plan', label: 'Planned', description: planOf(event), at: event.announcedAt })
  return listedUpdates.map(({ id, label, description, at }) => ({
    id: `${link}#${id}`,
    link,
    title: readable(`${titleOf(event)}: ${label}`),
    date: at,
    description: readable(html`${description}`.toString()),
  }))
}

const titleOf = (event: PublicEvent): string =>
  event.kind === 'INCIDENT' ? `[${severityLabels[event.severity]}] ${event.name}` : `[Maintenance] ${event.name}`

const announcedAt = (event: PublicEvent): Date => (event.kind === 'INCIDENT' ? event.startsAt : event.announcedAt)

const planOf = ({ startsAt, endsAt, description }: { startsAt: Date; endsAt: Date; description: string | null }) =>
  [`${momentText(startsAt)} to ${momentText(endsAt)}`, description ?? ''].filter(Boolean).join('\n')

const contentOf = (event: PublicEvent): Html =>
  html`${
    event.kind === 'MAINTENANCE' && html`<p>${planOf(event)}</p>`
  }${event.services.length > 0 && html`<p>Affects ${event.services.join(', ')}</p>`}${event.updates.map(
    ({ status, description, at }) =>
      html`<p><strong>${statusLabels[status]}</strong> ${momentText(at)}</p>
        ${prose(description)}`,
  )}${
    event.kind === 'INCIDENT' &&
    event.postMortem !== null &&
    html`<h2>Post-mortem</h2>
      ${prose(event.postMortem, 'below the second level')}`
  }`

/** RSS 2.0 titles are plain text, but many readers render them as HTML; without angle brackets both read the same. */
const withoutMarkup = (title: string): string => title.replaceAll('<', '‹').replaceAll('>', '›')

// oxlint-disable-next-line no-control-regex
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Without what XML 1.0 does not allow (section 2.2). */
const readable = (text: string): string => text.toWellFormed().replaceAll(unreadable, '')
