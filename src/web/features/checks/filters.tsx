import { X } from 'lucide-react'
import { useAllItems } from '../../api/use-all-items.ts'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Glyph } from '../../ui/status.tsx'
import { ColumnsMenu } from './columns.tsx'
import { checkTypes, sorts, states } from './query.ts'
import { SavedViews } from './saved-views.tsx'

const words = texts.checks

export function Filters({ counts }: { readonly counts: Answer<'listCheckRows'>['counts'] | undefined }) {
  const [search, change] = useSearchState()
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 })
  return (
    <div className="row padx wrap filters">
      <SearchField
        label={words.filter}
        placeholder={words.filterPlaceholder}
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
      {groups.data && groups.data.length > 0 && (
        <select
          className="select sm"
          aria-label={words.group}
          value={search['group'] ?? ''}
          onChange={(event) => change({ group: event.target.value })}
        >
          <option value="">{words.group}</option>
          {groups.data.map(({ id, name }) => (
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
      <Chosen />
      <SavedViews />
      <ColumnsMenu />
    </div>
  )
}

/** Filters that other places set, each with a way to remove it, and whether only muted checks are shown. */
function Chosen() {
  const [search, change] = useSearchState()
  const { tag, location, muted } = search
  const chips = [
    ...(tag ? [{ key: 'tag', label: words.tagFilter(tag) }] : []),
    ...(location ? [{ key: 'location', label: words.locationFilter(location) }] : []),
  ]
  return (
    <>
      <button
        type="button"
        className="chip"
        aria-pressed={muted === 'true'}
        onClick={() => change({ muted: muted === 'true' ? '' : 'true' })}
      >
        {words.onlyMuted}
      </button>
      {chips.map(({ key, label }) => (
        <button key={key} type="button" className="chip" aria-pressed="true" onClick={() => change({ [key]: '' })}>
          {label}
          <X className="ic s" aria-label={words.removeFilter} />
        </button>
      ))}
    </>
  )
}
