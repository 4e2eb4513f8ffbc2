import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { messageOf } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useSteady } from '../../ui/use-steady.ts'
import { WaitingChanges } from '../../ui/waiting-changes.tsx'
import { channelName } from '../channels/channel-name.ts'
import { alertState } from '../home/latest-alerts.tsx'

const words = texts.alerts
type Item = Answer<'listAlertNotifications'>['items'][number]

const glyphs: Readonly<Record<Item['status'], State>> = {
  SUCCESS: 'PASSING',
  IN_PROGRESS: 'PENDING',
  FAILURE: 'FAILING',
  RATE_LIMITED: 'DEGRADED',
  SILENCED: 'PAUSED',
}
const muteMinutes = [30, 120, 1440]
const keyOf = ({ id }: Item): string => id

/** Who was notified of what, and who was not and why; under the pointer no row moves. */
export function NotificationTable({
  items,
  isOfCheck = false,
}: {
  readonly items: readonly Item[]
  readonly isOfCheck?: boolean
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { shown, waiting, apply } = useSteady(items, keyOf, body)
  const open = useOpenAlerts()
  return (
    <>
      <WaitingChanges count={waiting} onApply={apply} />
      <table className="tbl stacks notified">
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.alert}</th>
            {!isOfCheck && <th scope="col">{words.check}</th>}
            <th scope="col">{words.channel}</th>
            <th scope="col">{words.outcome}</th>
            <th scope="col">
              <span className="sr">{texts.common.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((item) => (
            <tr key={item.id}>
              <td>{item.timestamp && <Moment at={item.timestamp} />}</td>
              <td>
                <span className="st">
                  <Glyph state={alertState(item.alertType)} />
                  {words.types[item.alertType] ?? item.alertType}
                </span>
              </td>
              {!isOfCheck && (
                <td>
                  <Link className="quiet" to="/checks/$id" params={{ id: item.checkId }}>
                    {item.checkName}
                  </Link>
                </td>
              )}
              <td className="dim">
                <ChannelOf item={item} />
              </td>
              <td>
                <span className="st">
                  <Glyph state={glyphs[item.status]} />
                  {words.status[item.status]}
                </span>
                <p className="small dim" style={{ overflowWrap: 'anywhere' }}>
                  {item.silenceReason ? words.silence[item.silenceReason] : item.notificationResult?.slice(0, 300)}
                </p>
              </td>
              <td>
                <Actions item={item} isOpen={open.has(item.checkId)} isOfCheck={isOfCheck} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function ChannelOf({ item: { type, alertChannelId, alertConfig } }: { readonly item: Item }) {
  if (type === null) return words.nobody
  const name = words.channels[type] ?? type
  if (alertChannelId === null) return name
  return (
    <>
      <Link className="quiet" to="/channels/$id" params={{ id: String(alertChannelId) }}>
        {channelName({ id: alertChannelId, config: alertConfig })}
      </Link>
      <p className="small mute nw">{name}</p>
    </>
  )
}

const mostOpen = 500

/** The checks that do not pass and whose alert nobody has acknowledged. */
function useOpenAlerts(): ReadonlySet<string> {
  const rows = useOperation(
    'listCheckRows',
    { query: { state: ['FAILING', 'DEGRADED'], limit: mostOpen } },
    { everyMs: 30_000 },
  ).data
  return new Set(rows?.entries.filter(({ acknowledgedBy }) => !acknowledgedBy).map(({ id }) => id))
}

function Actions({
  item: { checkId, checkName },
  isOpen,
  isOfCheck,
}: {
  readonly item: Item
  readonly isOpen: boolean
  readonly isOfCheck: boolean
}) {
  const { may } = useSession()
  const client = useQueryClient()
  const [search, change] = useSearchState()
  const perform = (work: Promise<unknown>, done: string): void => {
    void work.then(
      async () => {
        toast({ text: done })
        await client.invalidateQueries()
      },
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  }
  const params = { id: checkId }
  const actions: MenuAction[] = []
  if (isOpen && may('acknowledgeCheck'))
    actions.push({
      label: lateTexts.check.acknowledge,
      onSelect: () => perform(call('acknowledgeCheck', { params, body: {} }), words.acknowledged(checkName)),
    })
  if (may('muteCheck'))
    for (const minutes of muteMinutes)
      actions.push({
        label: words.mute(minutes),
        onSelect: () => perform(call('muteCheck', { params, body: { minutes } }), words.muted(checkName)),
      })
  if (!isOfCheck && search['check'] !== checkId)
    actions.push({ label: words.ofThisCheck, onSelect: () => change({ check: checkId }) })
  if (actions.length === 0) return null
  return (
    <Menu
      trigger={
        <Button isIcon size="small" kind="ghost" aria-label={words.actionsOf(checkName)}>
          <Ellipsis className="ic s" aria-hidden="true" />
        </Button>
      }
      actions={actions}
    />
  )
}
