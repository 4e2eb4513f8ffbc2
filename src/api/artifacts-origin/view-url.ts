import type { ListedAsset } from '#reporting'
import { isShown } from './shown-asset.ts'

/**
 * Where browsers open a file of a run, on the origin of artifacts: a trace in the viewer. Null for what they do not
 * open. `artifactsUrl` has no trailing slash.
 */
export function viewUrl(
  { type, contentType, path }: Pick<ListedAsset, 'type' | 'contentType' | 'path'>,
  artifactsUrl: string,
): string | null {
  const file = path.replace(/^\/downloads\//, '/files/')
  // Relative, so that the link works wherever the two are reached.
  if (type === 'trace') return `${artifactsUrl}/viewer/?trace=${encodeURIComponent(`..${file}`)}`
  return isShown(contentType) ? `${artifactsUrl}${file}` : null
}
