import { X } from 'lucide-react'
import { lateTexts } from '../../../strings/late.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSearchState } from '../../../ui/search-state.ts'
import { useMembers } from '../api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Option } from '../../../ui/select.tsx'
import styles from './audit-filters.module.css'
import { actionOptions, typeOptions } from './query.ts'

const words = lateTexts.audit
const none = { q: '', person: '', action: '', type: '', id: '', name: '', from: '', to: '' }

/** The filters of the log; all of them are in the address. */
export function AuditFilters() {
  const [search, change] = useSearchState()
  const people = (useMembers().data ?? []).map(({ userId, name, email }) => ({ value: userId, label: name || email }))
  const isNarrowed = Object.keys(none).some((name) => search[name])
  return (
    <FilterBar>
      <SearchField
        label={words.filter}
        placeholder={words.filterPlaceholder}
        value={search['q'] ?? ''}
        onChange={(q) => change({ q })}
      />
      <Choice name="person" label={words.person} any={words.everybody} options={people} />
      <Choice name="action" label={words.action} any={words.anyAction} options={actionOptions} />
      <Choice name="type" label={words.type} any={words.anyType} options={typeOptions} />
      <Day name="from" label={words.from} />
      <Day name="to" label={words.to} />
      {search['id'] && (
        <Chip aria-pressed="true" onClick={() => change({ id: '', name: '' })}>
          {words.only(search['name'] || search['id'])}
          <X className="ic s" aria-label={words.removeFilter} />
        </Chip>
      )}
      {isNarrowed && (
        <button type="button" className="link" onClick={() => change(none)}>
          {words.clear}
        </button>
      )}
    </FilterBar>
  )
}

function Choice({
  name,
  label,
  any,
  options,
}: {
  readonly name: string
  readonly label: string
  readonly any: string
  readonly options: readonly Option<string>[]
}) {
  const [search, change] = useSearchState()
  return (
    <Select
      isSmall
      aria-label={label}
      value={search[name] ?? ''}
      options={[{ value: '', label: any }, ...options]}
      onChange={(value) => change({ [name]: value })}
    />
  )
}

function Day({ name, label }: { readonly name: string; readonly label: string }) {
  const [search, change] = useSearchState()
  return (
    <label className="row small dim nw">
      {label}
      <input
        type="date"
        className={styles.day}
        value={search[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  )
}
