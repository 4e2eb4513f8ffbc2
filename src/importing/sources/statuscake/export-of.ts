import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'

type Kind = 'uptime' | 'heartbeat' | 'ssl' | 'pagespeed' | 'contacts' | 'window'

export type StatusCakeExport = Readonly<Record<Kind, readonly Fields[]>>

/** Reads answers of the API, of lists and of single tests, in any order. Throws SourceProblem for anything else. */
export function exportOf(files: readonly ImportFile[]): StatusCakeExport {
  const answers = files.map(jsonOf).flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
  const items = answers.map(fieldsIn).flatMap(({ data }) => (Array.isArray(data) ? listIn(data) : [fieldsIn(data)]))
  const kinds = Map.groupBy(items, kindOf)
  const of = (kind: Kind): readonly Fields[] => joined(kinds.get(kind) ?? [])
  if (of('uptime').length + of('heartbeat').length + of('ssl').length === 0)
    throw new SourceProblem('No file has tests of StatusCake: give the answers of GET /v1/uptime/{id} and the like.')
  return {
    uptime: of('uptime'),
    heartbeat: of('heartbeat'),
    ssl: of('ssl'),
    pagespeed: of('pagespeed'),
    contacts: of('contacts'),
    window: of('window'),
  }
}

const marks: readonly (readonly [string, Kind])[] = [
  ['test_type', 'uptime'],
  ['alert_bigger', 'pagespeed'],
  ['alert_at', 'ssl'],
  ['alert_expiry', 'ssl'],
  ['period', 'heartbeat'],
  ['start_at', 'window'],
  ['email_addresses', 'contacts'],
  ['mobile_numbers', 'contacts'],
]

const kindOf = (item: Fields): Kind | null => marks.find(([name]) => name in item)?.[1] ?? null

/** One item for each id, of overviews and single answers together. */
function joined(items: readonly Fields[]): readonly Fields[] {
  const byId = new Map<string, Fields>()
  for (const item of items) byId.set(textIn(item['id']), { ...byId.get(textIn(item['id'])), ...item })
  return [...byId.values()]
}
