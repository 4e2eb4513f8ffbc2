import type { IncidentMessage, MaintenanceMessage, SubscriberMessage, SubscriberPost } from '#contract'
import type { Encryption } from '#kernel'
import { textsOf } from '#page-texts'
import type { PageLanguages, PageTexts } from '#page-texts'
import type { ClaimedMailRow } from '#storage/status-pages'
import { publicKey } from '../pages/public-key.ts'
import { statuspageStates } from '../pages/statuspage-states.ts'
import { publicStates } from '../pages/public-status-page.ts'
import type { PublicState } from '../pages/public-status-page.ts'
import { contactOf } from './contact.ts'
import type { Contact } from './contact.ts'
import { notificationOf } from './subscriber-notification.ts'
import { slackText } from './slack-text.ts'
import { subscriberLinks } from './subscriber-mail.ts'

/** A claimed row and what surrounds it. */
export interface PostSource {
  readonly row: ClaimedMailRow
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Of the installation; absent: those of the product. */
  readonly languages?: PageLanguages | undefined
  /** How the page of the row is now; null when it is unknown. */
  readonly state: PublicState | null
}

/** The facts from which messages to webhooks, to Slack and to browsers are made. */
export interface PostFacts {
  readonly content: SubscriberMessage
  /** In the language of the reader. */
  readonly texts: PageTexts
  readonly pageName: string
  readonly pageUrl: string
  /** Empty once the subscription is confirmed. */
  readonly token: string
  readonly manageUrl: string
  readonly unsubscribeUrl: string
}

/** The message of a claimed row that is not mailed; null when its contact cannot be read. */
export function writeSubscriberPost(source: PostSource, encryption: Encryption): SubscriberPost | null {
  const { row, publicUrl, languages } = source
  const contact = contactOf(encryption, row)
  if (contact === null) return null
  const pageUrl = `${publicUrl}/status/${row.pageUrl}`
  const token = row.encryptedToken === null ? '' : encryption.decrypt(row.encryptedToken)
  const links = subscriberLinks(row, encryption, pageUrl)
  return postTo(
    contact,
    {
      content: row.content,
      pageName: row.pageName,
      pageUrl,
      token,
      texts: textsOf(row, row.language, languages),
      ...links,
    },
    source,
  )
}

function postTo(contact: Contact, facts: PostFacts, source: PostSource): SubscriberPost | null {
  if (contact.kind === 'mail') return null
  if (contact.kind === 'browser') return { kind: 'browser', keys: contact.keys, message: notificationOf(facts) }
  const { kind, url } = contact
  if (kind === 'slack') return { kind, url, body: JSON.stringify({ text: slackText(facts) }) }
  return { kind, url, content: webhookContent(facts, source), challenge: facts.token || null }
}

/** The content of a webhook of Statuspage, with the update that it is about. */
function webhookContent({ content, token, ...facts }: PostFacts, { row, state }: PostSource): object {
  const { pageUrl, unsubscribeUrl, manageUrl } = facts
  const about = {
    meta: { unsubscribe: unsubscribeUrl, manage: manageUrl },
    page: {
      id: publicKey(row.pageId),
      name: row.pageName,
      url: pageUrl,
      statusIndicator: state && statuspageStates[state][1],
      statusDescription: state && statuspageStates[state][2],
    },
  }
  if (content.kind === 'VERIFICATION')
    return { ...about, verification: { challenge: token, confirmUrl: `${pageUrl}/verify/${token}` } }
  return {
    ...about,
    incident: content.kind === 'INCIDENT' ? ofIncident(content, row, pageUrl) : ofMaintenance(content, row, pageUrl),
  }
}

function ofIncident(content: IncidentMessage, row: ClaimedMailRow, pageUrl: string): object {
  const severity = publicStates.find((one) => one === content.severity) ?? 'OPERATIONAL'
  return {
    id: content.incidentId,
    name: content.name,
    status: content.status.toLowerCase(),
    impact: statuspageStates[severity][1],
    createdAt: content.startedAt,
    startedAt: content.startedAt,
    resolvedAt: content.status === 'RESOLVED' ? row.createdAt : null,
    shortlink: `${pageUrl}/incidents/${content.incidentId}`,
    ...saidOf(content, row, content.incidentId),
  }
}

function ofMaintenance(content: MaintenanceMessage, row: ClaimedMailRow, pageUrl: string): object {
  return {
    id: content.maintenanceId,
    name: content.name,
    status: content.status === 'CANCELLED' ? 'completed' : content.status.toLowerCase(),
    impact: 'maintenance',
    createdAt: row.createdAt,
    startedAt: content.startsAt,
    resolvedAt: content.news === 'ENDED' ? content.endsAt : null,
    scheduledFor: content.startsAt,
    scheduledUntil: content.endsAt,
    shortlink: `${pageUrl}/maintenances/${content.maintenanceId}`,
    ...saidOf(content, row, content.maintenanceId),
  }
}

/** The update, whose id is the same for every attempt and every subscriber of the page. */
function saidOf(content: IncidentMessage | MaintenanceMessage, row: ClaimedMailRow, eventId: string): object {
  const { createdAt: at, messageId } = row
  const update = {
    id: `${messageId}`,
    status: content.status.toLowerCase(),
    body: content.description,
    incidentId: eventId,
    createdAt: at,
    updatedAt: at,
    displayAt: at,
  }
  return { updatedAt: at, incidentUpdates: [update], components: content.services.map((name) => ({ name })) }
}
