import type { AlertSilenceResource, AlertSourceResource, ReceivedAlertResource } from '#contract'
import { stateOfReceived } from '#notifying'
import type { ReceivedAlert } from '#notifying'
import type { AlertSilenceRow, ListedAlertSource } from '#storage/alerts'

export const presentAlertSource = (source: ListedAlertSource): AlertSourceResource => ({
  id: source.id,
  name: source.name,
  tokenPrefix: source.tokenPrefix,
  alertChannelIds: [...source.channelIds],
  severityLabel: source.severityLabel,
  serviceLabel: source.serviceLabel,
  opensIncidents: source.opensIncidents,
  notifySubscribers: source.notifySubscribers,
  groupId: source.groupId,
  expireMinutes: source.expireMinutes,
  firing: source.firing,
  lastReceivedAt: source.lastReceivedAt?.toISOString() ?? null,
  leftOut: source.leftOut,
  created_at: source.createdAt.toISOString(),
  updated_at: source.updatedAt?.toISOString() ?? null,
})

const isoOf = (time: Date | null): string | null => time?.toISOString() ?? null

export const presentReceivedAlert = ({ alert, silencedBy }: ReceivedAlert): ReceivedAlertResource => {
  const { acknowledgement } = stateOfReceived(alert)
  const acknowledged = {
    acknowledgedAt: acknowledgement ? new Date(acknowledgement.atMs).toISOString() : null,
    acknowledgedBy: acknowledgement?.by ?? null,
    acknowledgementNote: acknowledgement?.note ?? null,
  }
  return {
    id: alert.id,
    sourceId: alert.sourceId,
    sourceName: alert.sourceName,
    fingerprint: alert.fingerprint,
    name: alert.name,
    severity: alert.severity,
    state: alert.endedAt === null ? 'FIRING' : 'RESOLVED',
    labels: { ...alert.labels },
    annotations: { ...alert.annotations },
    summary: alert.summary,
    link: alert.link,
    startedAt: alert.startsAt.toISOString(),
    endedAt: isoOf(alert.endedAt),
    expiresAt: isoOf(alert.endedAt === null ? alert.expiresAt : null),
    lastReceivedAt: alert.lastReceivedAt.toISOString(),
    ...acknowledged,
    silencedBy: [...silencedBy],
  }
}

export const presentAlertSilence = (silence: AlertSilenceRow): AlertSilenceResource => ({
  id: silence.id,
  matchers: silence.matchers.map(({ name, value, isRegex, isEqual }) => ({ name, value, isRegex, isEqual })),
  startsAt: silence.startsAt.toISOString(),
  endsAt: silence.endsAt.toISOString(),
  createdBy: silence.createdBy,
  comment: silence.comment,
  created_at: silence.createdAt.toISOString(),
})
