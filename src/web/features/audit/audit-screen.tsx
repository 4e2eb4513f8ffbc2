import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { callWith, saveFile } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Empty, Loaded, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { queryOf } from './query.ts'
import type { AuditQuery } from './query.ts'

const words = lateTexts.audit
const pageSize = 50

/** Who changed what, the latest first, with the values before and after. */
export function AuditScreen() {
  const mayRead = useMay('listAuditLog')
  return mayRead ? (
    <AuditLog />
  ) : (
    <SettingsFrame title={words.title}>
      <Empty title={texts.common.forbiddenTitle}>{texts.common.forbidden}</Empty>
    </SettingsFrame>
  )
}

function AuditLog() {
  const [search] = useSearchState()
  const query = queryOf(search)
  const list = useInfiniteQuery<Answer<'listAuditLog'>, ApiError>({
    queryKey: ['listAuditLog', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'listAuditLog',
        { query: { ...query, limit: pageSize, ...(typeof pageParam === 'string' && { nextId: pageParam }) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextId }) => nextId,
    placeholderData: keepPreviousData,
  })
  return (
    <SettingsFrame title={words.title} actions={<Exports query={query} />}>
      <AuditFilters />
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
    </SettingsFrame>
  )
}

const files = [
  { id: 'exportAuditLogCsv', name: 'audit-log.csv', label: words.exportCsv },
  { id: 'exportAuditLogLines', name: 'audit-log.jsonl', label: words.exportLines },
] as const

/** All entries that match the filters, as files. */
const Exports = ({ query }: { readonly query: AuditQuery }) =>
  files.map(({ id, name, label }) => (
    <Button
      key={id}
      onClick={() => void saveFile(id, { query }, name).catch((error: unknown) => toast({ text: messageOf(error) }))}
    >
      {label}
    </Button>
  ))
