import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { useSearchState } from '../ui/search-state.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useMedia } from '../ui/use-media.ts'
import { AlertFilters, useFilter } from './alert-filters.tsx'
import { useNotificationPages } from './api.ts'
import { NotificationPane } from './notification-pane.tsx'
import { NotificationTable } from './notification-table.tsx'
import styles from './alert-log.module.css'

const log = lateTexts.alertLog
/** Narrower windows show the detail in place of the list. */
const oneAtATime = '(max-width: 1180px)'

/** Who was notified of what in a time, who was not, and why; of one check or of all, and one of them with its history. */
export function AlertLog({ checkId }: { readonly checkId?: string }) {
  const [search, change] = useSearchState()
  const isNarrow = useMedia(oneAtATime)
  const selected = search['notification'] ?? null
  const select = (notification: string): void => change({ notification })
  const pane = selected !== null && <NotificationPane id={selected} onClose={() => select('')} />
  if (pane && isNarrow) return pane
  return (
    <div className={pane ? `split ${styles.beside}` : ''}>
      <div>
        <AlertFilters isOfCheck={checkId !== undefined} />
        <Notifications checkId={checkId} selected={selected} onSelect={select} />
      </div>
      {pane}
    </div>
  )
}

interface NotificationsProps {
  readonly checkId: string | undefined
  readonly selected: string | null
  readonly onSelect: (id: string) => void
}

function Notifications({ checkId, selected, onSelect }: NotificationsProps) {
  const [search] = useSearchState()
  const filter = useFilter(checkId)
  const list = useNotificationPages(filter)
  const path = checkId === undefined ? '/alerts' : `/checks/${checkId}`
  const addressOf = (id: string): string => `${path}?${new URLSearchParams({ ...search, notification: id }).toString()}`
  return (
    <Loaded query={list}>
      {({ pages }) => {
        // New notifications move the pages: what was at the end of one is at the beginning of the next.
        const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
        if (items.length === 0) return <NoNotifications />
        return (
          <>
            <NotificationTable
              items={items}
              isOfCheck={checkId !== undefined}
              selected={selected}
              addressOf={addressOf}
              onSelect={onSelect}
            />
            <LoadMore list={list}>
              <span className="mute small">{log.shown(items.length, pages[0]?.total ?? items.length)}</span>
            </LoadMore>
          </>
        )
      }}
    </Loaded>
  )
}

const narrowing = { outcome: '', reason: '', channel: '', check: '' }

/** Nothing in the period, or nothing in it that the filters let through. */
function NoNotifications() {
  const [search, change] = useSearchState()
  if (!Object.keys(narrowing).some((name) => search[name])) return <Empty title={log.none}>{log.noneText}</Empty>
  return (
    <Empty title={log.none} action={<Button onClick={() => change(narrowing)}>{log.clear}</Button>}>
      {log.noneMatches}
    </Empty>
  )
}
