import { Link } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { useMemberPages } from './api.ts'
import type { Member, MemberRows } from './api.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { GroupOrder } from './group-order.tsx'

const words = lateTexts.setup.groups
const orders = ['trouble', 'run'] as const

/** The checks of a group, failing first or in run order. */
export function GroupMembers({ id, members }: { readonly id: number; readonly members: readonly Member[] }) {
  const [search, change] = useSearchState()
  const order = orders.find((one) => one === search['order']) ?? 'trouble'
  return (
    <section className="pad stack" aria-label={words.checks}>
      <div className="row wrap">
        <h2>{words.checks}</h2>
        {members.length > 1 && (
          <div className="end">
            <Segmented
              isSmall
              label={words.ordered}
              value={order}
              options={orders.map((value) => ({ value, label: words.orders[value] }))}
              onChange={(next) => change({ order: next === 'trouble' ? '' : next })}
            />
          </div>
        )}
      </div>
      {order === 'run' ? (
        <GroupOrder id={id} states={new Map(members.map((cell) => [cell.id, cell.state]))} />
      ) : (
        <InTroubleFirst id={id} />
      )}
    </section>
  )
}

function InTroubleFirst({ id }: { readonly id: number }) {
  const list = useMemberPages(id)
  return (
    <Loaded query={list} rows={3}>
      {({ pages }) =>
        pages[0]?.entries.length === 0 ? (
          <p className="mute">{words.noChecks}</p>
        ) : (
          <>
            <ScrollList>
              {pages
                .flatMap(({ entries }) => entries)
                .map((row) => (
                  <MemberRow key={row.id} row={row} />
                ))}
              {list.hasNextPage && (
                <li>
                  <Button size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {texts.common.loadMore}
                  </Button>
                </li>
              )}
            </ScrollList>
            <Link className="link small" to="/checks" search={{ group: String(id) }}>
              {words.showAll(pages[0] ? total(pages[0].counts) : 0)}
            </Link>
          </>
        )
      }
    </Loaded>
  )
}

const total = (counts: MemberRows['counts']): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

const MemberRow = ({ row }: { readonly row: MemberRows['entries'][number] }) => (
  <li className="row wrap">
    <Status state={row.state} />
    <Link className="quiet anywhere" to="/checks/$id" params={{ id: row.id }}>
      {row.name}
    </Link>
    <span className="mute small">
      {row.since !== null && <Ago at={row.since} />}
      {row.muted && ` ${texts.checks.muted}`}
    </span>
  </li>
)
