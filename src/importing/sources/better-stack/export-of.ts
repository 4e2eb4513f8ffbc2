import { isFields } from '#contract'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'

export interface Item {
  readonly id: string
  readonly attributes: Fields
  /** The status page whose part it is; null elsewhere. */
  readonly page: string | null
}

export type BetterStackExport = Readonly<Record<Kind, readonly Item[]>>

const kinds = {
  monitors: 'monitor',
  groups: 'monitor_group',
  heartbeats: 'heartbeat',
  heartbeatGroups: 'heartbeat_group',
  webhooks: 'outgoing_webhook',
  pages: 'status_page',
  sections: 'status_page_section',
  resources: 'status_page_resource',
  reports: 'status_report',
} as const
type Kind = keyof typeof kinds

/** Reads answers of the API, in any order and number of pages. Throws SourceProblem for anything else. */
export function exportOf(files: readonly ImportFile[]): BetterStackExport {
  const items = files.flatMap((file) => answersIn(jsonOf(file)).flatMap(itemsOf))
  const byType = Map.groupBy(items, ({ type }) => type)
  const of = (kind: Kind): readonly Item[] => [
    ...new Map((byType.get(kinds[kind]) ?? []).map((item) => [item.id, item])).values(),
  ]
  if (of('monitors').length + of('heartbeats').length === 0)
    throw new SourceProblem(
      'No file has monitors of Better Stack: give the answers of GET /api/v2/monitors and the like.',
    )
  return {
    monitors: of('monitors'),
    groups: of('groups'),
    heartbeats: of('heartbeats'),
    heartbeatGroups: of('heartbeatGroups'),
    webhooks: of('webhooks'),
    pages: of('pages'),
    sections: of('sections'),
    resources: of('resources'),
    reports: of('reports'),
  }
}

const answersIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? listIn(value) : isFields(value) ? [value] : []

function itemsOf(answer: Fields): readonly (Item & { readonly type: string })[] {
  const first = textIn(fieldsIn(answer['pagination'])['first'])
  const page = /\/status-pages\/([^/?]+)\//.exec(first)?.[1] ?? null
  const data = isFields(answer['data']) ? [answer['data']] : listIn(answer['data'])
  return data.map(({ id, type, attributes }) => ({
    id: textIn(id),
    type: textIn(type),
    attributes: fieldsIn(attributes),
    page,
  }))
}
