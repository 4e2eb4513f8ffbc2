import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { useSearchState } from '../../../ui/search-state.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast-error.ts'
import { saveAuditLog, useAuditLog } from '../api.ts'
import type { AuditQuery } from '../api.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { queryOf } from './query.ts'

const words = lateTexts.audit

/** Who changed what, the latest first, with the values before and after. */
export function AuditScreen() {
  const [search] = useSearchState()
  const query = queryOf(search)
  return (
    <SettingsFrame title={words.title} actions={<Exports query={query} />}>
      <AuditFilters />
      <AuditLog query={query} />
    </SettingsFrame>
  )
}

function AuditLog({ query }: { readonly query: AuditQuery }) {
  const list = useAuditLog(query)
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries)
        if (entries.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
        return (
          <>
            <AuditTable entries={entries} />
            <LoadMore list={list} />
          </>
        )
      }}
    </Loaded>
  )
}

const exports = [
  { save: saveAuditLog.csv, label: words.exportCsv },
  { save: saveAuditLog.lines, label: words.exportLines },
]

/** All entries that match the filters, as files. */
const Exports = ({ query }: { readonly query: AuditQuery }) =>
  exports.map(({ save, label }) => (
    <Button key={label} onClick={() => void save(query).catch(toastError)}>
      {label}
    </Button>
  ))
