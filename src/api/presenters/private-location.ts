import { allows } from '#contract'
import type { PrivateLocationKeyResource, PrivateLocationResource, WrittenPrivateLocation } from '#contract'
import { redactionMark } from '#kernel'
import type { CreatedLocationKey } from '#management'
import type { PrivateLocationKeyRow, PrivateLocationWithKeys } from '#storage'
import { noBindings } from './check.ts'
import type { Viewer } from './visibility.ts'

/** The key itself is only in the response that created it. */
export const presentLocationKey = (key: PrivateLocationKeyRow | CreatedLocationKey): PrivateLocationKeyResource => ({
  id: key.id,
  rawKey: 'rawKey' in key ? key.rawKey : key.masked,
  maskedKey: key.masked,
  created_at: key.createdAt.toISOString(),
  updated_at: key.updatedAt?.toISOString() ?? null,
})

/** The proxy's credentials are shown to roles that may write it. */
export const presentWrittenLocation = (location: PrivateLocationWithKeys, viewer: Viewer): WrittenPrivateLocation => ({
  id: location.id,
  name: location.name,
  slugName: location.slugName,
  icon: location.icon,
  created_at: location.createdAt.toISOString(),
  updated_at: location.updatedAt?.toISOString() ?? null,
  keys: location.keys.map(presentLocationKey),
  proxyUrl: allows(viewer.role, 'admin') ? location.proxyUrl : withoutCredentials(location.proxyUrl),
})

const withoutCredentials = (proxyUrl: string | null): string | null =>
  proxyUrl?.replace(/^([^/]*\/\/).*@/s, `$1${redactionMark}@`) ?? null

/** No agent has ever reported: agents do not exist yet. */
export const presentLocation = (
  location: PrivateLocationWithKeys,
  viewer: Viewer,
  { withVersions }: { readonly withVersions: boolean },
): PrivateLocationResource => ({
  ...presentWrittenLocation(location, viewer),
  lastSeen: null,
  agentCount: 0,
  minAgentVersion: null,
  ...(withVersions && { runningAgents: [] }),
  projectBindings: noBindings,
})
