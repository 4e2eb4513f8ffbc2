import type { IncidentMessage, MaintenanceMessage, PlainMail } from '#contract'
import type { Encryption } from '#kernel'
import { momentText, textsOf, wordOf } from '#page-texts'
import type { PageLanguages, PageTexts } from '#page-texts'
import type { ClaimedMailRow } from '#storage/status-pages'
import type { PublicIncident, PublicPageProfile } from '../pages/public-status-page.ts'
import { unsubscribeToken } from './subscriber-token.ts'

/** A mail that its reader can unsubscribe from, in a language. */
export type SubscriberMail = Required<Omit<PlainMail, 'table' | 'markdown'>> & Pick<PlainMail, 'markdown'>

type MailContent = Pick<PlainMail, 'subject' | 'title' | 'badge' | 'paragraphs' | 'markdown' | 'facts' | 'threadId'>

interface MailTerms {
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Of the installation; absent: those of the product. */
  readonly languages?: PageLanguages | undefined
}

/** The mail of a claimed row, in the language of its reader. */
export function writeSubscriberMail(
  row: ClaimedMailRow,
  encryption: Encryption,
  { publicUrl, languages }: MailTerms,
): SubscriberMail {
  const pageUrl = `${publicUrl}/status/${row.pageUrl}`
  const { unsubscribeUrl, manageUrl } = subscriberLinks(row, encryption, pageUrl)
  const texts = textsOf(row, row.language, languages)
  const common = {
    id: `${row.messageId}.${row.subscriberId}`,
    to: row.address,
    unsubscribeUrl,
    manageUrl,
    words: mailWords(texts),
  }
  const { content } = row
  if (content.kind === 'VERIFICATION') {
    const token = row.encryptedToken === null ? '' : encryption.decrypt(row.encryptedToken)
    return { ...common, ...verificationContent(row.pageName, `${pageUrl}/verify/${token}`, texts) }
  }
  return {
    ...common,
    ...(content.kind === 'INCIDENT' ? incidentContent(content, texts) : maintenanceContent(content, texts)),
    ...endOf(row.pageName, pageUrl, texts),
  }
}

/** The links by which the reader behind a row changes or ends the subscription. */
export function subscriberLinks({ subscriberId }: ClaimedMailRow, encryption: Encryption, pageUrl: string) {
  const token = unsubscribeToken(encryption, subscriberId)
  return { unsubscribeUrl: `${pageUrl}/unsubscribe/${token}`, manageUrl: `${pageUrl}/manage/${token}` }
}

const endOf = (page: string, url: string, { mail }: PageTexts) => ({
  button: { label: mail.open, url },
  footer: mail.why({ page }),
})

/** The words around the text of a mail. */
export const mailWords = ({ language, direction, mail, unsubscribe }: PageTexts) => ({
  language,
  direction,
  manage: mail.choose,
  unsubscribe: unsubscribe.button,
})

/** The mail about the latest update of an incident, as a subscriber of a page would get it. */
export function exampleIncidentMail(
  event: PublicIncident,
  { name: pageName, url, languages: spoken }: Pick<PublicPageProfile, 'name' | 'url' | 'languages'>,
  { publicUrl, languages }: MailTerms,
): PlainMail {
  const texts = textsOf({ languages: spoken }, null, languages)
  const pageUrl = `${publicUrl}/status/${url}`
  const content = {
    kind: 'INCIDENT' as const,
    incidentId: event.id,
    name: event.name,
    severity: event.severity,
    status: event.status,
    description: event.updates[0]?.description ?? '',
    startedAt: event.startsAt.toISOString(),
    services: event.services,
  }
  return {
    id: event.id,
    to: 'reader@example.com',
    unsubscribeUrl: `${pageUrl}/unsubscribe`,
    manageUrl: `${pageUrl}/manage`,
    words: mailWords(texts),
    ...incidentContent(content, texts),
    ...endOf(pageName, pageUrl, texts),
  }
}

function verificationContent(page: string, url: string, { mail: { confirm } }: PageTexts) {
  return {
    threadId: null,
    subject: confirm.subject({ page }),
    title: confirm.title({ page }),
    badge: null,
    paragraphs: [confirm.about, confirm.how],
    facts: [],
    button: { label: confirm.button, url },
    footer: confirm.why({ page }),
  }
}

const red = '#cf222e'
const yellow = '#9a6700'
const green = '#1a7f37'
const blue = '#0969da'

/** Severities, and impacts on components. */
const badSeverities: ReadonlySet<string> = new Set(['CRITICAL', 'MAJOR', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'])

function incidentContent(incident: IncidentMessage, texts: PageTexts): MailContent {
  const { mail, headline, severities } = texts
  const status = wordOf(texts.statuses, incident.status)
  const isOver = incident.status === 'RESOLVED'
  const isBad = badSeverities.has(incident.severity)
  const about = incident.services.length === 0 ? [] : [listed(incident.services, texts)]
  return {
    threadId: `incident-${incident.incidentId}`,
    subject: `[${mail.incident}] ${[...about, incident.name].join(' - ')} (${status})`,
    title: incident.name,
    badge: { word: status, colour: isOver ? green : isBad ? red : yellow },
    paragraphs: [],
    markdown: incident.description,
    facts: [
      ...about.map((services) => [mail.service, services] as const),
      [texts.status, status],
      [headline.since, utc(incident.startedAt, texts)],
      [mail.impact, incident.severity === 'OPERATIONAL' ? mail.none : wordOf(severities, incident.severity)],
    ],
  }
}

function maintenanceContent(maintenance: MaintenanceMessage, texts: PageTexts): MailContent {
  const { mail } = texts
  const status = wordOf(texts.statuses, maintenance.status)
  const { news, services, description } = maintenance
  const subjectOf = services.length === 0 ? maintenance.name : `${listed(services, texts)} - ${maintenance.name}`
  return {
    threadId: `maintenance-${maintenance.maintenanceId}`,
    subject: `[${mail.maintenance}] ${subjectOf} (${news === 'UPDATE' ? status : mail.news[news]})`,
    title: maintenance.name,
    badge: { word: mail.news[news], colour: news === 'ENDED' ? green : blue },
    paragraphs: [],
    ...(description !== '' && { markdown: description }),
    facts: [
      ...(services.length === 0 ? [] : [[mail.service, listed(services, texts)] as const]),
      [texts.status, status],
      [mail.start, utc(maintenance.startsAt, texts)],
      [mail.end, utc(maintenance.endsAt, texts)],
    ],
  }
}

const maxListLength = 5

const listed = (names: readonly string[], { andMore }: PageTexts): string =>
  names.length <= maxListLength
    ? names.join(', ')
    : andMore({ names: names.slice(0, maxListLength).join(', '), count: names.length - maxListLength })

/** Times in mails are in UTC, as nobody knows where they are read. */
const utc = (iso: string, texts: PageTexts): string => momentText(new Date(iso), texts)
