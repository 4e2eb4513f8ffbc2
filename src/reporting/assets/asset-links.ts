import { assetReference } from '#contract'
import type { Encryption } from '#kernel'
import { assetPath, linkLifeMs } from './asset-link.ts'
import type { AssetKey } from './asset-run.ts'
import { fieldAt, listAt, textAt } from './read-detail.ts'
import { fileName } from './stored-asset.ts'

export interface LinkTools {
  readonly encryption: Encryption
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly nowMs: number
  /** Where a trace is shown, with `{traceId}` in the place of its id. Default: nowhere. */
  readonly traceUrl?: string | null
}

type Detail = Readonly<Record<string, unknown>>

/**
 * A stored detail with links in the place of references to the files of its result. They work without a key for an hour.
 * A detail without files is returned as it is.
 */
export function withAssetLinks(detail: Detail, key: AssetKey, { encryption, publicUrl, nowMs }: LinkTools): Detail {
  const files = listAt(detail, 'files')
  if (files.length === 0) return detail
  const expiresAtMs = nowMs + linkLifeMs
  const links = new Map(
    files.map((file) => {
      const artifactId = textAt(file, 'id')
      const path = assetPath(encryption, { key, name: fileName(textAt(file, 'name')), artifactId, expiresAtMs })
      return [assetReference({ id: artifactId }), `${publicUrl}${path}`]
    }),
  )
  const linked = Object.entries(detail).map(([name, value]) => [
    name,
    name === 'files' ? value : replaced(value, links),
  ])
  return Object.fromEntries(linked)
}

function replaced(value: unknown, links: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return links.get(value) ?? value
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, links))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.keys(value).map((name) => [name, replaced(fieldAt(value, name), links)]))
}
