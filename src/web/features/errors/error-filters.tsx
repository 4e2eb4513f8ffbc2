import { X } from 'lucide-react'
import { errorKinds, errorOrders, errorStates } from '#contract'
import { usePlaces } from '../../places/use-places.ts'
import { lateTexts } from '../../strings/late.ts'
import { Chip } from '../../ui/chip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segments } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useCheckName, useFacets } from './api.ts'
import type { ErrorList } from './api.ts'
import { shownOf } from './query.ts'

const words = lateTexts.errors

/** Filters and order of the list; all of it is in the address. */
export function ErrorFilters({ counts }: { readonly counts: ErrorList['counts'] | undefined }) {
  const [search, change] = useSearchState()
  const { kind, state, sortBy } = shownOf(search)
  const kinds = errorKinds.map((value) => ({ value, label: words.kinds[value] }))
  const sorts = errorOrders.map((value) => ({ value, label: words.sorts[value] }))
  return (
    <FilterBar>
      <SearchField
        label={words.find}
        placeholder={words.find}
        value={search['q'] ?? ''}
        onChange={(q) => change({ q })}
      />
      <Segments aria-label={words.state}>
        {errorStates.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === state}
            onClick={() => change({ state: one === 'OPEN' ? '' : one })}
          >
            {words.states[one]}
            {counts && <span className="mute">{formatNumber(counts[one])}</span>}
          </button>
        ))}
      </Segments>
      <Select
        isSmall
        aria-label={words.kind}
        value={kind}
        options={kinds}
        onChange={(of) => change({ of: of === 'CHECK' ? '' : of })}
      />
      <OfCheck />
      <Facets />
      <Select
        isSmall
        aria-label={words.sort}
        value={sortBy}
        options={sorts}
        onChange={(sort) => change({ sort: sort === 'first' ? '' : sort })}
      />
    </FilterBar>
  )
}

/** A link from a check may have narrowed the list to it. */
function OfCheck() {
  const [{ check }, change] = useSearchState()
  const name = useCheckName(check)
  if (check === undefined) return null
  return (
    <Chip isOn aria-label={words.removeCheck} onClick={() => change({ check: '' })}>
      {words.ofCheck(name ?? check)}
      <X className="ic s" aria-hidden="true" />
    </Chip>
  )
}

function Facets() {
  const [{ tag = '', location = '' }, change] = useSearchState()
  const facets = useFacets()
  const { nameOf } = usePlaces()
  const tags = facets?.tags.map((one) => ({ value: one.tag, label: one.tag })) ?? []
  const locations =
    facets?.locations.map((one) => ({ value: one.location, label: one.name ?? nameOf(one.location) })) ?? []
  return (
    <>
      {(tags.length > 0 || tag !== '') && (
        <Select
          isSmall
          aria-label={words.tag}
          value={tag}
          options={[{ value: '', label: words.anyTag }, ...tags]}
          onChange={(value) => change({ tag: value })}
        />
      )}
      {(locations.length > 0 || location !== '') && (
        <Select
          isSmall
          aria-label={words.location}
          value={location}
          options={[{ value: '', label: words.anyLocation }, ...locations]}
          onChange={(value) => change({ location: value })}
        />
      )}
    </>
  )
}
