import { texts } from '../../strings/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segments } from '../../ui/segmented.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { CheckPage } from './api.ts'
import { ColumnsMenu } from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import { listOf } from '../../ui/listed-values.ts'
import { states } from '../../check-list/states.ts'
import { sorts } from './query.ts'
import { SavedViews } from './saved-views.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'

const words = texts.checks

export function Filters({ counts }: { readonly counts: CheckPage['counts'] | undefined }) {
  const [search, change] = useSearchState()
  const shown = listOf(search['state'])
  return (
    <FilterBar>
      <SearchField
        label={words.filter}
        placeholder={words.filterPlaceholder}
        value={search['q'] ?? ''}
        onChange={(q) => change({ q })}
      />
      <Segments aria-label={words.states}>
        <button type="button" aria-pressed={search['state'] === undefined} onClick={() => change({ state: '' })}>
          {words.anyState}
        </button>
        {states.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={shown.includes(state)}
            onClick={() => change({ state: search['state'] === state ? '' : state })}
          >
            <Glyph state={state} />
            {texts.common.state[state]}
            {counts && <span className="mute">{formatNumber(counts[state])}</span>}
          </button>
        ))}
      </Segments>
      <FilterChips />
      <Select
        isSmall
        aria-label={words.sort}
        value={search['sort'] ?? 'state'}
        options={sorts.map((sort) => ({ value: sort, label: words.sorts[sort] }))}
        onChange={(sort) => change({ sort: sort === 'state' ? '' : sort, order: '' })}
      />
      <OnlyMuted />
      <SavedViews />
      <ColumnsMenu />
    </FilterBar>
  )
}

/** Only the checks that somebody has muted. */
function OnlyMuted() {
  const [search, change] = useSearchState()
  const isMuted = search['muted'] === 'true'
  return (
    <Chip isOn={isMuted} aria-pressed={isMuted} onClick={() => change({ muted: isMuted ? '' : 'true' })}>
      {words.onlyMuted}
    </Chip>
  )
}
