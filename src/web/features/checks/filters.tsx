import { Search as SearchIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAllItems } from '../../api/use-all-items.ts'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { Glyph } from '../../ui/status.tsx'
import { ColumnsMenu } from './columns.tsx'
import { checkTypes, sorts, states } from './query.ts'
import { SavedViews } from './saved-views.tsx'

const words = texts.checks
const typingMs = 150

export function Filters({ counts }: { readonly counts: Answer<'listCheckRows'>['counts'] | undefined }) {
  const [search, change] = useSearchState()
  const groups = useAllItems('listCheckGroups', { staleMs: 60_000 })
  return (
    <div className="row padx wrap filters">
      <TextFilter value={search['q'] ?? ''} onChange={(q) => change({ q })} />
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

/** The address follows at once, and while somebody types every so often. */
function TextFilter({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const followedAt = useRef(Number.NEGATIVE_INFINITY)
  const told = useRef(value)
  const isOnItsWay = useRef(false)
  useEffect(() => {
    if (value === told.current) isOnItsWay.current = false
    // While the address follows what is typed, an earlier text may still arrive.
    if (value === told.current || isOnItsWay.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return undefined
    const follow = (): void => {
      followedAt.current = performance.now()
      told.current = text
      isOnItsWay.current = true
      onChange(text)
    }
    const waitMs = followedAt.current + typingMs - performance.now()
    if (waitMs <= 0) {
      follow()
      return undefined
    }
    const timer = setTimeout(follow, waitMs)
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
