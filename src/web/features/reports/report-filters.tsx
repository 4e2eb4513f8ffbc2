import { reportGroupings } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useTags } from './api.ts'
import { groupingOf } from './query.ts'
import { rangeNameOf, rangeNames } from './range.ts'
import styles from './reports.module.css'

const words = lateTexts.reports
const ranges = rangeNames.map((value) => ({ value, label: words.ranges[value] }))
const groupings = reportGroupings.map((value) => ({ value, label: words.groupings[value] }))

/** The range, what is put together, and what narrows it; all of it is in the address. */
export function ReportFilters() {
  const [search, change] = useSearchState()
  const { tag = '', q = '' } = search
  const tags = useTags().map((value) => ({ value, label: value }))
  const range = rangeNameOf(search)
  return (
    <div className={styles.filters}>
      <FilterBar>
        <SearchField label={words.find} placeholder={words.find} value={q} onChange={(text) => change({ q: text })} />
        <Select
          isSmall
          aria-label={words.range}
          value={range}
          options={ranges}
          onChange={(value) => change({ range: value === '30d' ? '' : value })}
        />
        {range === 'custom' && (
          <>
            <Day name="from" label={words.from} />
            <Day name="to" label={words.to} />
          </>
        )}
        <Segmented
          label={words.groupBy}
          value={groupingOf(search)}
          options={groupings}
          onChange={(value) => change({ by: value === 'check' ? '' : value })}
        />
        {(tags.length > 0 || tag !== '') && (
          <Select
            isSmall
            aria-label={words.tag}
            value={tag}
            options={[{ value: '', label: words.anyTag }, ...tags]}
            onChange={(value) => change({ tag: value })}
          />
        )}
      </FilterBar>
    </div>
  )
}

function Day({ name, label }: { readonly name: 'from' | 'to'; readonly label: string }) {
  const [search, change] = useSearchState()
  return (
    <input
      type="date"
      className={styles.day}
      aria-label={label}
      value={search[name] ?? ''}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
}
