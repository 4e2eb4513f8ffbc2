import type { Answer, Input } from '../api/operations.ts'
import { now } from '../time/page-time.ts'
import type { FakeApi } from './fake-api.ts'
import { sample, sampleIn } from './sample.ts'

type Row = Answer<'listCheckRows'>['entries'][number]
type Change = Input<'changeChecks'>['body']['change']

/** The list row of a passing API check, with the given fields. */
export const aCheckRow = (id: string, name: string, fields: Partial<Row> = {}): Row =>
  sampleIn('listCheckRows', 'entries', { id, name, checkType: 'API', state: 'PASSING', frequency: 10, ...fields })

/** Has a fake keep checks as the service does: lists are filtered and sorted by name, and what is changed is answered from then on. */
export function storeChecks(api: FakeApi, rows: readonly Row[]): Map<string, Row> {
  const stored = new Map(rows.map((row) => [row.id, row]))
  api.answer('listCheckRows', (_input, { query }) => {
    const { state: _state, ...others } = query
    const entries = inOrder(rowsWith(stored, query), query)
    return { entries, length: entries.length, nextId: null, counts: countsOf(rowsWith(stored, others)) }
  })
  api.answer('getCheck', ({ params }) => checkOf(stored.get(params.id)))
  api.answer('listCheckFacets', () => facetsOf([...stored.values()]))
  storeBulkChanges(api, stored)
  const change = (id: string, fields: Partial<Row>): void => {
    const row = stored.get(id)
    if (row) stored.set(id, { ...row, ...fields })
  }
  api.answer('updateCheckGeneric', ({ params, body }) => {
    const row = stored.get(params.id)
    if (row) stored.set(params.id, changedBy(row, body))
    return checkOf(stored.get(params.id))
  })
  api.answer('muteCheck', ({ params, body }) => {
    const until = body.until ?? new Date(now() + (body.minutes ?? 0) * 60_000).toISOString()
    change(params.id, { muted: true, silence: { reason: 'CHECK_MUTED', until } })
    return sample('muteCheck')
  })
  api.answer('unmuteCheck', ({ params }) => {
    change(params.id, { muted: false, silence: null })
    return undefined
  })
  api.answer('acknowledgeCheck', ({ params }) => {
    change(params.id, { acknowledgedBy: 'Robin' })
    return sample('acknowledgeCheck')
  })
  api.answer('deleteCheck', ({ params }) => void stored.delete(params.id))
  return stored
}

const checkOf = ({ id, name, checkType, state, tags, groupId }: Row = aCheckRow('', '')) =>
  sample('getCheck', { id, name, checkType, tags, groupId, activated: state !== 'PAUSED' })

type Value = string | number | boolean
type Filter = Readonly<Record<string, Value | readonly Value[] | undefined>>

const rowsWith = (stored: ReadonlyMap<string, Row>, filter: Filter): Row[] =>
  [...stored.values()].filter((row) => fits(row, filter))

/** By name, if that is asked for; otherwise as they were stored. */
function inOrder(rows: Row[], { sortBy, sortOrder }: Filter): Row[] {
  if (sortBy !== 'name') return rows
  const sorted = rows.toSorted((a, b) => a.name.localeCompare(b.name))
  return sortOrder === 'desc' ? sorted.toReversed() : sorted
}

const fits = (row: Row, { checkId, search, state, checkType, tag, groupId, location, muted }: Filter): boolean =>
  isOneOf(checkId, [row.id]) &&
  isOneOf(state, [row.state]) &&
  isOneOf(checkType, [row.checkType]) &&
  isOneOf(tag, row.tags) &&
  isOneOf(groupId, [row.groupId]) &&
  isOneOf(location, [...row.locations, ...row.privateLocations]) &&
  isOneOf(muted, [row.muted]) &&
  row.name.toLowerCase().includes([search ?? ''].flat().join(' ').toLowerCase())

const isOneOf = (wanted: Filter[string], values: readonly (Value | null)[]): boolean =>
  wanted === undefined || [wanted].flat().some((one) => values.map(String).includes(String(one)))

function countsOf(rows: readonly Row[]): Answer<'listCheckRows'>['counts'] {
  const count = (state: Row['state']): number => rows.filter((row) => row.state === state).length
  return {
    FAILING: count('FAILING'),
    DEGRADED: count('DEGRADED'),
    UNKNOWN: count('UNKNOWN'),
    PENDING: count('PENDING'),
    PASSING: count('PASSING'),
    PAUSED: count('PAUSED'),
  }
}

const facetsOf = (rows: readonly Row[]): Answer<'listCheckFacets'> => ({
  tags: countedIn(rows.flatMap(({ tags }) => tags)).map(([tag, checks]) => ({ tag, checks })),
  locations: countedIn(rows.flatMap(({ locations }) => locations)).map(([location, checks]) => {
    return { location, name: null, checks }
  }),
  places: countedIn(rows.flatMap(({ locations }) => locations)).map(([location, checks]) => {
    return { place: location, locations: [location], checks }
  }),
})

const countedIn = (values: readonly string[]): readonly (readonly [string, number])[] =>
  [...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length])

/** Only the last change can be undone. */
function storeBulkChanges(api: FakeApi, stored: Map<string, Row>): void {
  let before: readonly (readonly [string, Row])[] = []
  api.answer('changeChecks', ({ body: { checkIds, filter, change } }) => {
    before = [...stored]
    const chosen = rowsWith(stored, checkIds ? { checkId: checkIds } : (filter ?? {}))
    for (const row of chosen)
      if (change.delete) stored.delete(row.id)
      else stored.set(row.id, changedBy(row, change))
    return { undoId: '1', changed: chosen.length, unchanged: 0, undoUntil: null }
  })
  api.answer('undoBulkChange', () => {
    stored.clear()
    for (const [id, row] of before) stored.set(id, row)
    return { restored: before.length, refused: [] }
  })
}

type Changed = Pick<Change, 'activated' | 'muted' | 'addTags' | 'removeTags'>

function changedBy(row: Row, { activated, muted, addTags = [], removeTags = [] }: Changed): Row {
  const state = activated === undefined ? row.state : activated ? 'PENDING' : 'PAUSED'
  const tags = [...row.tags, ...addTags].filter((tag) => !removeTags.includes(tag))
  return { ...row, state, tags, muted: muted ?? row.muted }
}
