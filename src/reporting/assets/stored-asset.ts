import type { ArtifactKind, AssetType } from '#contract'

/** The type under which a stored file is listed. */
export const assetTypeOf = {
  log: 'log',
  screenshot: 'screenshot',
  trace: 'trace',
  video: 'video',
  pcap: 'pcap',
  traceroute: 'report',
  report: 'report',
  snapshot: 'file',
  file: 'file',
} as const satisfies Record<ArtifactKind, AssetType>

/** The last part of a name, under which the file is downloaded. */
export const fileName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
