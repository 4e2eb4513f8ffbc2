import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { Glyph } from '../../ui/status.tsx'

const words = texts.checks
const states = ['FAILING', 'DEGRADED', 'PENDING', 'PASSING', 'PAUSED'] as const
const sorts = ['state', 'name', 'since', 'lastRunAt', 'responseTime'] as const
type Query = NonNullable<Input<'listCheckRows'>['query']>
type CheckType = NonNullable<Query['checkType']>[number]

const isOneOf = <T extends string>(values: readonly T[], value: string | undefined): value is T =>
  values.some((one) => one === value)
const checkTypes = Object.keys(words.types) as CheckType[]

/** The query that the address of the page stands for; what is not valid in it is left out. */
export const queryOf = ({ q, state, type, group, tag, location, muted, sort }: Search): Query => ({
  ...(q && { search: q }),
  ...(isOneOf(states, state) && { state: [state] }),
  ...(isOneOf(checkTypes, type) && { checkType: [type] }),
  ...(/^\d{1,15}$/.test(group ?? '') && { groupId: Number(group) }),
  ...(tag && { tag: [tag] }),
  ...(location && { location }),
  ...(muted === 'true' && { muted: true }),
  ...(isOneOf(sorts, sort) && { sortBy: sort, ...(sort === 'responseTime' && { sortOrder: 'desc' as const }) }),
})

const typingMs = 150

export function Filters({ counts }: { readonly counts: Answer<'listCheckRows'>['counts'] | undefined }) {
  const [search, change] = useSearchState()
  const groups = useOperation('listCheckGroups', { query: { limit: 100 } }, { staleMs: 60_000 })
  return (
    <div className="row padx wrap filters">
      <TextFilter
        key={search['q'] === undefined ? 'none' : 'some'}
        value={search['q'] ?? ''}
        onChange={(q) => change({ q })}
      />
      <div className="seg" role="group" aria-label={words.states}>
        <button type="button" aria-pressed={search['state'] === undefined} onClick={() => change({ state: '' })}>
          {words.anyState}
        </button>
        {states.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={search['state'] === state}
            onClick={() => change({ state: search['state'] === state ? '' : state })}
          >
            <Glyph state={state} />
            {texts.common.state[state]}
            {counts && <span className="mute">{formatNumber(counts[state])}</span>}
          </button>
        ))}
      </div>
      <select
        className="select sm"
        aria-label={words.type}
        value={search['type'] ?? ''}
        onChange={(event) => change({ type: event.target.value })}
      >
        <option value="">{words.anyType}</option>
        {checkTypes.map((type) => (
          <option key={type} value={type}>
            {words.types[type]}
          </option>
        ))}
      </select>
      {groups.data && groups.data.items.length > 0 && (
        <select
          className="select sm"
          aria-label={words.group}
          value={search['group'] ?? ''}
          onChange={(event) => change({ group: event.target.value })}
        >
          <option value="">{words.group}</option>
          {groups.data.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        className="select sm"
        aria-label={words.sort}
        value={search['sort'] ?? 'state'}
        onChange={(event) => change({ sort: event.target.value === 'state' ? '' : event.target.value })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {words.sorts[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The address follows when typing pauses. */
function TextFilter({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onChange(text), typingMs)
    return () => clearTimeout(timer)
    // Only what is typed starts a search.
  }, [text])
  return (
    <div className="inset" style={{ width: 240 }}>
      <SearchIcon className="ic s" aria-hidden="true" />
      <input
        type="search"
        className="input sm"
        aria-label={words.filter}
        placeholder={words.filterPlaceholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
