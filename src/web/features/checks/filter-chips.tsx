import { ChevronDown, X } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { labelOf } from '../../strings/label-of.ts'
import { texts } from '../../strings/index.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { listOf } from '../../ui/listed-values.ts'
import { usePlaces } from '../../places/use-places.ts'
import { useGroups } from './api.ts'
import { Chip } from '../../ui/chip.tsx'

const words = texts.checks
const ChoiceList = lazyOptional(() => import('./choice-list.tsx').then(({ ChoiceList: part }) => part))

/** The filters, in the order of the bar. */
export type FilterKey = 'type' | 'tag' | 'location' | 'group'
const labels: Readonly<Record<FilterKey, string>> = {
  type: words.type,
  tag: words.tags,
  location: words.location,
  group: words.group,
}
const keys: readonly FilterKey[] = ['type', 'tag', 'location', 'group']

export const FilterChips = () => keys.map((key) => <FilterChip key={key} filter={key} />)

/** A button that says what it filters by, and opens a list of what there is to choose. */
function FilterChip({ filter }: { readonly filter: FilterKey }) {
  const [search, change] = useSearchState()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = filter === 'tag' || filter === 'type' ? listOf(search[filter]) : [search[filter] ?? ''].filter(Boolean)
  const label = labels[filter]
  return (
    <span className="row">
      <Chip
        ref={button}
        isOn={chosen.length > 0}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.length > 0 ? (
          <>
            {label}: <Chosen filter={filter} values={chosen} />
          </>
        ) : (
          label
        )}
        <ChevronDown className="ic s" aria-hidden="true" />
      </Chip>
      {chosen.length > 0 && (
        <Chip isClear aria-label={words.removeFilter(label)} onClick={() => change({ [filter]: '' })}>
          <X className="ic s" aria-hidden="true" />
        </Chip>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ChoiceList filter={filter} label={label} chosen={chosen} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

const most = 2

function Chosen({ filter, values }: { readonly filter: FilterKey; readonly values: readonly string[] }) {
  const shown = values.slice(0, most)
  const more = values.length - shown.length
  return (
    <b>
      {filter === 'group' ? (
        <GroupName id={values[0] ?? ''} />
      ) : filter === 'location' ? (
        <FilteredPlace id={values[0] ?? ''} />
      ) : (
        shown.map((value) => (filter === 'type' ? labelOf(words.types, value) : value)).join(', ')
      )}
      {more > 0 && ` +${more}`}
    </b>
  )
}

const FilteredPlace = ({ id }: { readonly id: string }) => usePlaces().nameOfFilter(id)

function GroupName({ id }: { readonly id: string }) {
  const groups = useGroups()
  return groups.data?.find((group) => String(group.id) === id)?.name ?? id
}
