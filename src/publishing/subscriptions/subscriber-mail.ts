import type { IncidentMessage, MaintenanceAnnouncement, MaintenanceMessage, PlainMail } from '#contract'
import type { Encryption } from '#kernel'
import type { ClaimedMailRow } from '#storage/status-pages'
import type { PublicIncident, PublicPageProfile } from '../pages/public-status-page.ts'
import { unsubscribeToken } from './subscriber-token.ts'

type MailContent = Pick<PlainMail, 'subject' | 'title' | 'badge' | 'paragraphs' | 'facts' | 'threadId'>

/** The mail of a claimed row. Links begin with `publicUrl`, which has no trailing slash. */
export function writeSubscriberMail(
  row: ClaimedMailRow,
  encryption: Encryption,
  publicUrl: string,
): Required<Omit<PlainMail, 'table'>> {
  const pageUrl = `${publicUrl}/status/${row.pageUrl}`
  const { unsubscribeUrl, manageUrl } = subscriberLinks(row, encryption, pageUrl)
  const common = { id: `${row.messageId}.${row.subscriberId}`, to: row.address, unsubscribeUrl, manageUrl }
  const { content } = row
  if (content.kind === 'VERIFICATION') {
    const token = row.encryptedToken === null ? '' : encryption.decrypt(row.encryptedToken)
    return { ...common, ...verificationContent(row.pageName, `${pageUrl}/verify/${token}`) }
  }
  return {
    ...common,
    ...(content.kind === 'INCIDENT' ? incidentContent(content) : maintenanceContent(content)),
    ...endOf(row.pageName, pageUrl),
  }
}

/** The links by which the reader behind a row changes or ends the subscription. */
export function subscriberLinks({ subscriberId }: ClaimedMailRow, encryption: Encryption, pageUrl: string) {
  const token = unsubscribeToken(encryption, subscriberId)
  return { unsubscribeUrl: `${pageUrl}/unsubscribe/${token}`, manageUrl: `${pageUrl}/manage/${token}` }
}

const endOf = (pageName: string, url: string) => ({
  button: { label: 'Open status page', url },
  footer: `You receive this email because you subscribed to the status page "${pageName}".`,
})

/** The mail about the latest update of an incident, as a subscriber of a page would get it. */
export function exampleIncidentMail(
  event: PublicIncident,
  { name: pageName, url }: Pick<PublicPageProfile, 'name' | 'url'>,
  publicUrl: string,
): PlainMail {
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
    ...incidentContent(content),
    ...endOf(pageName, pageUrl),
  }
}

const verificationContent = (pageName: string, url: string) => ({
  threadId: null,
  subject: `Confirm your subscription to ${pageName}`,
  title: `Confirm your subscription to the status page "${pageName}"`,
  badge: null,
  paragraphs: [
    'This email address was entered to receive updates about incidents and maintenance.',
    'Confirm the subscription within 24 hours. If you did not request it, ignore this email and you will not receive any more.',
  ],
  facts: [],
  button: { label: 'Confirm subscription', url },
  footer: `This address was entered on the status page "${pageName}".`,
})

const red = '#cf222e'
const yellow = '#9a6700'
const green = '#1a7f37'
const blue = '#0969da'

/** Severities, and impacts on components. */
const badSeverities: ReadonlySet<string> = new Set(['CRITICAL', 'MAJOR', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'])

function incidentContent(incident: IncidentMessage): MailContent {
  const isOver = incident.status === 'RESOLVED'
  const isBad = badSeverities.has(incident.severity)
  const about = incident.services.length === 0 ? [] : [listed(incident.services)]
  return {
    threadId: `incident-${incident.incidentId}`,
    subject: `[INCIDENT] ${[...about, incident.name].join(' - ')} (${word(incident.status)})`,
    title: incident.name,
    badge: { word: word(incident.status), colour: isOver ? green : isBad ? red : yellow },
    paragraphs: [incident.description],
    facts: [
      ...about.map((services) => ['Service', services] as const),
      ['Status', word(incident.status)],
      ['Started', utc(incident.startedAt)],
      ['Impact', incident.severity === 'OPERATIONAL' ? 'None' : word(incident.severity)],
    ],
  }
}

const headings: Readonly<Record<MaintenanceAnnouncement, string>> = {
  REMINDER: 'Upcoming',
  STARTED: 'Started',
  ENDED: 'Ended',
  UPDATE: 'Update',
}

function maintenanceContent(maintenance: MaintenanceMessage): MailContent {
  const { news, services, description } = maintenance
  const subjectOf = services.length === 0 ? maintenance.name : `${listed(services)} - ${maintenance.name}`
  return {
    threadId: `maintenance-${maintenance.maintenanceId}`,
    subject: `[MAINTENANCE] ${subjectOf} (${news === 'UPDATE' ? word(maintenance.status) : headings[news]})`,
    title: maintenance.name,
    badge: { word: headings[news], colour: news === 'ENDED' ? green : blue },
    paragraphs: description === '' ? [] : [description],
    facts: [
      ...(services.length === 0 ? [] : [['Service', listed(services)] as const]),
      ['Status', word(maintenance.status)],
      ['Start', utc(maintenance.startsAt)],
      ['End', utc(maintenance.endsAt)],
    ],
  }
}

const maxListLength = 5

const listed = (names: readonly string[]): string =>
  names.length <= maxListLength
    ? names.join(', ')
    : `${names.slice(0, maxListLength).join(', ')} and ${names.length - maxListLength} more`

/** `IN_PROGRESS` is displayed as `In progress`. */
export const word = (constant: string): string => {
  const text = constant.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Times on pages and in mails are UTC. */
const utc = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
