import { Ellipsis } from 'lucide-react'
import { Fragment, useRef } from 'react'
import type { MouseEvent } from 'react'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { formatBoth, formatClock, formatDay } from '../ui/format.ts'
import { ListLink } from '../ui/list-link.tsx'
import { Menu } from '../ui/menu.tsx'
import { useSearchState } from '../ui/search-state.ts'
import { Glyph, StatusLine } from '../ui/status.tsx'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { useFrozenOrder } from '../ui/use-frozen-order.ts'
import { WaitingChanges } from '../ui/waiting-changes.tsx'
import { addressOfAlerting } from './address-of-alerting.ts'
import { channelKind } from './channel-kind.ts'
import { ChannelMark } from './channel-mark.tsx'
import { channelName } from './channel-name.ts'
import { alertState } from './alert-state.ts'
import { useAlertActions } from './alert-actions.ts'
import { useOpenAlerts } from './api.ts'
import type { Notification } from './api.ts'
import { OutcomeIcon, whyOf } from './outcome.tsx'
import { Table } from '../ui/table.tsx'
import styles from './notification-table.module.css'

const words = texts.alerts
const log = lateTexts.alertLog
const keyOf = ({ id }: Notification): string => id

interface TableProps {
  readonly items: readonly Notification[]
  readonly isOfCheck: boolean
  /** The notification whose detail is open. */
  readonly selected: string | null
  readonly addressOf: (id: string) => string
  readonly onSelect: (id: string) => void
}

/** Who was notified of what, and who was not and why; under the pointer no row moves. */
export function NotificationTable({ items, isOfCheck, selected, addressOf, onSelect }: TableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { shown, waiting, apply } = useFrozenOrder(items, keyOf, body)
  const open = useOpenAlerts(shown)
  useRowKeys({
    keys: shown.map(keyOf),
    selected,
    onSelect,
    onClose: () => onSelect(''),
    isOff: isOfCheck,
  })
  const columns = isOfCheck ? 6 : 7
  return (
    <>
      <WaitingChanges count={waiting} onApply={apply} />
      <Table isStacked className={styles.notifications}>
        <thead>
          <tr>
            <th scope="col">{log.time}</th>
            <th scope="col">{log.alert}</th>
            {!isOfCheck && <th scope="col">{log.check}</th>}
            <th scope="col">{words.channel}</th>
            <th scope="col">{words.outcome}</th>
            <th scope="col">{log.why}</th>
            <th scope="col">
              <span className="sr">{texts.common.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} onClick={(event) => selectRow(event, onSelect)}>
          {shown.map((item, index) => (
            <Fragment key={item.id}>
              <Day of={item} before={shown[index - 1]} columns={columns} />
              <tr data-row={item.id} {...(item.id === selected && { 'aria-selected': true, className: 'cur' })}>
                <td className="mono">
                  <ListLink className="quiet" to={addressOf(item.id)}>
                    {item.timestamp && (
                      <time dateTime={item.timestamp} title={formatBoth(item.timestamp)}>
                        {formatClock(item.timestamp)}
                      </time>
                    )}
                  </ListLink>
                </td>
                <td>
                  <StatusLine>
                    <Glyph state={alertState(item.alertType)} />
                    {words.types[item.alertType]}
                  </StatusLine>
                </td>
                {!isOfCheck && (
                  <td>
                    <ListLink className="quiet" to={addressOfAlerting(item)}>
                      <b>{item.checkName}</b>
                    </ListLink>
                  </td>
                )}
                <td className="dim">
                  <ChannelOf item={item} />
                </td>
                <td>
                  <StatusLine className="dim">
                    <OutcomeIcon status={item.status} />
                    {words.status[item.status]}
                  </StatusLine>
                </td>
                <td className="why small dim">
                  <span>{whyOf(item)}</span>
                </td>
                <td>
                  <Actions item={item} isOpen={open.has(item.checkId)} isOfCheck={isOfCheck} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** A click anywhere in a row is one on its link; the link is there for the keyboard. */
function selectRow({ target }: MouseEvent, onSelect: (id: string) => void): void {
  if (!(target instanceof HTMLElement) || target.closest('a, button, [role=menu]') !== null) return
  const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  if (id !== undefined) onSelect(id)
}

interface DayProps {
  readonly of: Notification
  readonly before: Notification | undefined
  readonly columns: number
}

const dayOf = (item: Notification | undefined): string => (item?.timestamp ? formatDay(item.timestamp) : '')

const Day = ({ of, before, columns }: DayProps) =>
  dayOf(of) === dayOf(before) ? null : (
    <tr className={styles.day}>
      <td colSpan={columns}>{dayOf(of)}</td>
    </tr>
  )

export function ChannelOf({ item: { type, alertChannelId, alertConfig } }: { readonly item: Notification }) {
  if (type === null) return words.nobody
  const channel = { type, config: alertConfig }
  const name = channelKind(channel)
  if (alertChannelId === null) return name
  return (
    <span className={styles.channel}>
      <ChannelMark {...channel} />
      <ListLink className="quiet" to={`/channels/${alertChannelId}`}>
        {channelName({ id: alertChannelId, config: alertConfig })}
      </ListLink>
      <span className="kind">{name}</span>
    </span>
  )
}

interface ActionsProps {
  readonly item: Notification
  readonly isOpen: boolean
  readonly isOfCheck: boolean
}

function Actions({ item, isOpen, isOfCheck }: ActionsProps) {
  const [search, change] = useSearchState()
  const actions = [...useAlertActions(item, isOpen)]
  if (!isOfCheck && search['check'] !== item.checkId)
    actions.push({ label: log.ofThisCheck, onSelect: () => change({ check: item.checkId }) })
  if (actions.length === 0) return null
  return (
    <Menu
      trigger={
        <Button isIcon size="small" kind="ghost" aria-label={log.actionsOf(item.checkName)}>
          <Ellipsis className="ic s" aria-hidden="true" />
        </Button>
      }
      actions={actions}
    />
  )
}
