import { Upload } from 'lucide-react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useRemoveSubscriber, useSubscribers } from './api.ts'
import type { PageSummary, Subscriber, SubscriberStatus } from './api.ts'
import { ImportSubscribers } from './import-subscribers.tsx'
import { ExportSubscribers } from './export-subscribers.tsx'
import { partWithId } from './page-draft.ts'
import type { Part } from './page-draft.ts'

const words = lateTexts.statusPages.subscribers
const statuses = ['VERIFIED', 'PENDING'] as const
const isStatus = (text: string | undefined): text is SubscriberStatus => statuses.some((status) => status === text)

interface SubscribersTabProps {
  readonly summary: PageSummary
  readonly parts: readonly Part[]
}

/** Who is told about the incidents of a page and how, and how to add addresses that have consented elsewhere. */
export function SubscribersTab({ summary, parts }: SubscribersTabProps) {
  const [search, change] = useSearchState()
  const { version, id } = summary
  const mayAdd = useMay(version === 3 ? 'createStatusPageSubscribersV3' : 'createSubscriptions')
  const status = isStatus(search['status']) ? search['status'] : null
  const filter = { search: search['q'] ?? '', status }
  const list = useSubscribers(version, id, filter)
  const isImporting = search['import'] === 'yes' && mayAdd
  return (
    <section aria-label={words.title}>
      <FilterBar>
        <SearchField
          label={words.find}
          placeholder={words.find}
          value={filter.search}
          onChange={(q) => change({ q })}
        />
        <Select
          aria-label={words.status}
          isSmall
          value={status ?? ''}
          options={[
            { value: '', label: words.anyStatus },
            ...statuses.map((value) => ({ value, label: words.statuses[value] })),
          ]}
          onChange={(value) => change({ status: value })}
        />
        <span className="mute">{words.counts(summary.verifiedSubscribers, summary.pendingSubscribers)}</span>
        <span className="end row">
          <ExportSubscribers summary={summary} parts={parts} />
          {mayAdd && (
            <Button size="small" onClick={() => change({ import: isImporting ? '' : 'yes' })}>
              <Upload className="ic s" aria-hidden="true" />
              {words.import}
            </Button>
          )}
        </span>
      </FilterBar>
      {isImporting && <ImportSubscribers summary={summary} onClose={() => change({ import: '' })} />}
      <Loaded query={list}>
        {({ pages }) => {
          const subscribers = pages.flatMap(({ entries }) => entries)
          if (subscribers.length > 0)
            return (
              <>
                <Table isStacked>
                  <TableHead columns={[words.address, words.type, words.status, words.about, words.since]} hasActions />
                  <tbody>
                    {subscribers.map((one) => (
                      <Row key={one.id} subscriber={one} summary={summary} parts={parts} />
                    ))}
                  </tbody>
                </Table>
                <LoadMore list={list} />
              </>
            )
          return filter.search !== '' || status !== null ? (
            <Empty title={words.noMatch} />
          ) : (
            <Empty title={words.none}>{words.noneText}</Empty>
          )
        }}
      </Loaded>
    </section>
  )
}

interface RowProps extends SubscribersTabProps {
  readonly subscriber: Subscriber
}

function Row({ subscriber, summary: { version, id }, parts }: RowProps) {
  const mayRemove = useMay(version === 3 ? 'deleteStatusPageSubscriberV3' : 'deleteSubscription')
  const remove = useRemoveSubscriber(version, id)
  const { address, type, status, failure, subscribedComponents: chosen } = subscriber
  const names = chosen?.flatMap((component) => partWithId(parts, component)?.name ?? [])
  return (
    <tr>
      <td className="anywhere">{address}</td>
      <td className="dim">{words.types[type]}</td>
      {failure === undefined ? (
        <td className={status === 'PENDING' ? 'mute' : undefined}>{words.statuses[status]}</td>
      ) : (
        <td className="anywhere">
          <span className="fail">{words.ended}</span>
          <span className="small mute"> {failure}</span>
        </td>
      )}
      <td className="long dim">{names ? names.join(', ') : words.everything}</td>
      <td className="mute">
        <Moment at={subscriber.created_at} />
      </td>
      <td>
        {mayRemove && (
          <DeleteButton
            label={words.remove}
            title={words.removeTitle(address)}
            text={words.removeText}
            onDelete={() => void remove(subscriber.id).then(() => toast({ text: words.removed(address) }), toastError)}
          />
        )}
      </td>
    </tr>
  )
}
