import type { Draft } from '../../draft.ts'
import { idOf, isOn, rowsOf, textOf } from './kuma-data.ts'
import type { KumaData, Row } from './kuma-data.ts'

/** Types whose monitors can use a proxy. */
const types: ReadonlySet<string> = new Set(['http', 'keyword', 'json-query'])

/** Adds a private location for each proxy that a monitor uses; returns their logical ids by the ids of proxies. */
export function addProxies(draft: Draft, data: KumaData): ReadonlyMap<string, string> {
  const used = new Set(
    rowsOf(data, 'monitor').flatMap((row) => (types.has(textOf(row['type'])) ? [idOf(row['proxy_id'])] : [])),
  )
  const locations = new Map<string, string>()
  for (const row of rowsOf(data, 'proxy')) {
    const id = idOf(row['id'])
    const proxyUrl = proxyUrlOf(row)
    const slugName = `kuma-proxy-${id.replaceAll(/[^A-Za-z0-9-]/g, '')}`.slice(0, 30)
    if (!used.has(id) || proxyUrl === null || locations.has(id) || ('active' in row && !isOn(row['active']))) continue
    const item = `proxy ${textOf(row['host']).slice(0, 200)} (${id})`
    const value = { name: `Behind ${textOf(row['host']).slice(0, 200)}`, slugName, proxyUrl }
    locations.set(id, draft.add({ section: 'privateLocations', logicalId: `kuma-proxy-${id}`, item, value }))
    const note = `A private location uses it: start an agent for ${slugName} where the proxy can be reached.`
    draft.report({ item, field: '', fate: 'approximated', note })
    if (isOn(row['auth']))
      draft.report({
        item,
        field: 'password',
        fate: 'impossible',
        note: 'Enter its user and password at the location.',
      })
  }
  return locations
}

function proxyUrlOf(row: Row): string | null {
  const protocol = textOf(row['protocol'])
  const url = `${protocol}://${textOf(row['host'])}:${textOf(row['port'])}`
  return ['http', 'https'].includes(protocol) && url.length <= 2048 && URL.canParse(url) ? url : null
}
