import { agentLostMs, allows, compareVersions, ownVersion } from '#contract'
import type { PrivateLocationKeyResource, PrivateLocationResource, WrittenPrivateLocation } from '#contract'
import { redactText } from '#redaction'
import type { CreatedLocationKey, ServedLocation } from '#management'
import type { LocationAgent } from '#storage/agents'
import type { PrivateLocationKeyRow, PrivateLocationWithKeys } from '#storage/checks'
import { noBindings } from './check.ts'
import type { Viewer } from './visibility.ts'
import { stampsOf } from './stamps.ts'

/** The key itself is only in the response that created it. */
export const presentLocationKey = (key: PrivateLocationKeyRow | CreatedLocationKey): PrivateLocationKeyResource => ({
  id: key.id,
  rawKey: 'rawKey' in key ? key.rawKey : key.masked,
  maskedKey: key.masked,
  ...stampsOf(key),
})

/** The proxy's credentials are shown to roles that may write it. */
export const presentWrittenLocation = (location: PrivateLocationWithKeys, viewer: Viewer): WrittenPrivateLocation => ({
  id: location.id,
  name: location.name,
  slugName: location.slugName,
  icon: location.icon,
  ...stampsOf(location),
  keys: location.keys.map(presentLocationKey),
  proxyUrl: allows(viewer.role, 'admin') ? location.proxyUrl : withoutCredentials(location.proxyUrl),
})

const withoutCredentials = (proxyUrl: string | null): string | null => proxyUrl && redactText(proxyUrl)

export function presentLocation(
  { agents, events, ...location }: ServedLocation,
  viewer: Viewer,
  options: { readonly withVersions: boolean; readonly nowMs: number },
): PrivateLocationResource {
  const lostBeforeMs = options.nowMs - agentLostMs
  const connected = agents.filter(({ seenAt, endedAt }) => endedAt === null && seenAt.getTime() > lostBeforeMs)
  const versions = [...new Set(connected.map(({ version }) => version))].toSorted(compareVersions)
  return {
    ...presentWrittenLocation(location, viewer),
    lastSeen: agents[0]?.seenAt.toISOString() ?? null,
    agentCount: connected.length,
    minAgentVersion: versions[0] ?? null,
    ...(options.withVersions && { runningAgents: versions.map((version) => runningAgents(version, connected)) }),
    unavailableSince: location.unavailableSince?.toISOString() ?? null,
    events: events.map(({ at, event, lastSeenAt }) => ({
      at: at.toISOString(),
      event,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
    projectBindings: noBindings,
  }
}

/** The agents of one version. Outdated: the server is newer. */
function runningAgents(version: string, connected: readonly LocationAgent[]) {
  const own = connected.filter((agent) => agent.version === version)
  return {
    version,
    isOutdated: compareVersions(version, ownVersion) < 0,
    count: own.length,
    agents: own.map(({ id, name, seenAt, running, places }) => ({
      id,
      name,
      lastSeenAt: seenAt.toISOString(),
      running,
      places,
    })),
  }
}
