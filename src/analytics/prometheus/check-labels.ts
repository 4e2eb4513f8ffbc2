import type { ScrapedCheck } from '#storage/analytics'
import type { Labels } from './exposition.ts'

/**
 * The labels every series of a check carries. A tag `key:value` becomes a separate label unless another label has
 * that name; all other tags stand in `tags`.
 */
export function checkLabels(check: ScrapedCheck, { parsesTags }: { readonly parsesTags: boolean }): Labels {
  const labels: Record<string, string> = {
    name: check.name,
    check_id: check.id,
    check_type: check.checkType.toLowerCase(),
    muted: String(check.muted),
    activated: String(check.activated),
    group: check.groupName ?? '',
  }
  const plain: string[] = []
  for (const tag of check.tags) {
    const [label, value] = parsesTags ? pairOf(tag) : []
    if (label === undefined || value === undefined || reserved.has(label) || Object.hasOwn(labels, label))
      plain.push(tag)
    else labels[label] = value
  }
  return { ...labels, tags: plain.join(',') }
}

/** Labels that series have besides. */
const reserved = new Set(['tags', 'status', 'type', 'location', 'domain', 'le', 'region', 'constructor', '__proto__'])

function pairOf(tag: string): [label: string, value: string] | [] {
  const colon = tag.indexOf(':')
  if (colon <= 0) return []
  const name = tag.slice(0, colon).trim().replaceAll(/\W/g, '_')
  const label = /^\d/.test(name) ? `_${name}` : name
  return name === '' || label.startsWith('__') ? [] : [label, tag.slice(colon + 1).trim()]
}
