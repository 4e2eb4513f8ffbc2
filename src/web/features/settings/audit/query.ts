import { lateTexts } from '../../../strings/late.ts'
import type { Search } from '../../../ui/search-state.ts'
import type { AuditQuery } from '../api.ts'

type Action = NonNullable<AuditQuery['action']>
type ResourceType = NonNullable<AuditQuery['resourceType']>

const { actions, types } = lateTexts.audit satisfies {
  readonly actions: Readonly<Record<Action, string>>
  readonly types: Readonly<Record<ResourceType, string>>
}
const byName = (one: { readonly label: string }, other: { readonly label: string }): number =>
  one.label.localeCompare(other.label)

export const actionOptions = keysOf(actions).map((value) => ({ value, label: actions[value] }))
export const typeOptions = keysOf(types)
  .map((value) => ({ value, label: types[value] }))
  .toSorted(byName)

/** Sound because the texts have these names and no others. */
function keysOf<K extends string>(texts: Readonly<Record<K, string>>): K[] {
  return Object.keys(texts) as K[]
}

/** The query in the address of the page. Days are those of the viewer, the last one included. */
export function queryOf(search: Search): AuditQuery {
  const { q, person, id } = search
  const query = {
    search: q?.slice(0, maxSearch),
    userId: isUuid(person ?? '') ? person : undefined,
    resourceId: id,
    action: actionOptions.find(({ value }) => value === search['action'])?.value,
    resourceType: typeOptions.find(({ value }) => value === search['type'])?.value,
    from: startOf(search['from'], 0),
    to: startOf(search['to'], 1),
  }
  // Only what is given is a part of the key under which answers are kept.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value))
}

const maxSearch = 200

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** When a day begins that is some days after the one of the text, which an address may have in any form. */
function startOf(text: string | undefined, later: number): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(day) + later)
  return String(Math.floor(start.getTime() / 1_000))
}
