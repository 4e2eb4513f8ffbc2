import { Link, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { BellOff, Check as CheckMark, Ellipsis, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { change, changeAll } from '../../api/change.ts'
import { useSession } from '../../session/session.tsx'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { messageOf } from '../../ui/states.tsx'
import type { State } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { now } from '../../time/page-time.ts'
import { muteChoices } from '../../muting/mute-choices.ts'
import { useUnmute } from '../../muting/use-unmute.ts'
import { DrillDialog } from '../../drill/drill.tsx'
import type { Check, Row } from './check-screen.tsx'

const words = lateTexts.check
const inTrouble: ReadonlySet<State> = new Set(['FAILING', 'DEGRADED'])

interface ActionProps {
  readonly check: Check
  readonly row: Row | undefined
}

/** Reports the outcome of work. */
const perform = (work: Promise<unknown>, done: string): void =>
  void work.then(
    () => toast({ text: done }),
    (error: unknown) => toast({ text: messageOf(error) }),
  )

/** The actions of a check that the role allows. */
export function CheckActions({
  check,
  row,
  onRun,
  isRunning,
}: ActionProps & { readonly onRun: () => void; readonly isRunning: boolean }) {
  const { may } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayRun = may('triggerCheckSessionsV2') && check.checkType !== 'HEARTBEAT'
  const mayEdit = may('updateCheckGeneric')
  const edit = (): void => void navigate({ to: '/checks/$id/edit', params: { id: check.id } })
  const isOpen = may('acknowledgeCheck') && row && inTrouble.has(row.state) && !row.acknowledgedBy
  const acknowledge = isOpen ? acknowledgement(row, client) : undefined
  useScreenKeys({ r: mayRun ? onRun : undefined, e: mayEdit ? edit : undefined, a: acknowledge?.onSelect })
  return (
    <>
      {mayRun && (
        <Button className="narrow-too" onClick={onRun} isBusy={isRunning}>
          <Play className="ic s" aria-hidden="true" />
          {words.runNow}
          <kbd aria-hidden="true">R</kbd>
        </Button>
      )}
      {acknowledge && (
        <Button className="narrow-too" onClick={acknowledge.onSelect}>
          <CheckMark className="ic s" aria-hidden="true" />
          {acknowledge.label}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      )}
      <MuteMenu check={check} row={row} />
      {mayEdit && (
        <Button kind="primary" asChild>
          <Link to="/checks/$id/edit" params={{ id: check.id }}>
            <Pencil className="ic s" aria-hidden="true" />
            {words.edit}
            <kbd aria-hidden="true">E</kbd>
          </Link>
        </Button>
      )}
      <MoreActions check={check} row={row} />
    </>
  )
}

/** Mutes for a time or for good, or ends that. */
function MuteMenu({ check: { id, muted }, row }: ActionProps) {
  const { may } = useSession()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const mayMute = may('muteCheck')
  const unmute = useUnmute({ id, silence: row?.silence ?? (muted ? { reason: 'CHECK_MUTED', until: null } : null) })
  useScreenKeys({ m: mayMute ? () => setOpen(true) : undefined })
  if (!mayMute) return null
  const isMuted = unmute !== undefined
  const always = (): Promise<unknown> => change(client, 'updateCheckGeneric', { params: { id }, body: { muted: true } })
  const actions: readonly MenuAction[] = isMuted
    ? [{ label: words.unmute, onSelect: unmute }]
    : [
        ...muteChoices(now()).map(({ label, body }) => ({
          label,
          onSelect: () => perform(change(client, 'muteCheck', { params: { id }, body }), words.changed),
        })),
        { label: words.muteAlways, onSelect: () => perform(always(), words.changed) },
      ]
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className="narrow-too">
          <BellOff className="ic s" aria-hidden="true" />
          <span className="wide-only">{isMuted ? words.isMuted : words.muteMenu}</span>
          <kbd aria-hidden="true">M</kbd>
        </Button>
      }
      actions={actions}
    />
  )
}

/** Less frequent actions: acknowledge, pause, drill, delete. */
function MoreActions({ check: { id, activated, name }, row }: ActionProps) {
  const { may } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const [isDrilling, setDrilling] = useState(false)
  const actions: (MenuAction | 'line')[] = []
  if (may('updateCheckGeneric')) {
    const put = { params: { id }, body: { activated: !activated } }
    actions.push({
      label: activated ? words.pause : words.resume,
      onSelect: () => perform(change(client, 'updateCheckGeneric', put), words.changed),
    })
  }
  if (may('acknowledgeCheck') && row && inTrouble.has(row.state)) actions.push(acknowledgement(row, client))
  if (may('startDrill')) actions.push({ label: lateTexts.drill.start, onSelect: () => setDrilling(true) })
  if (may('deleteCheck'))
    actions.push('line', { label: words.delete, isDangerous: true, onSelect: () => setDeleting(true) })
  const remove = (): void =>
    perform(
      changeAll(client, async (send) => {
        await send('deleteCheck', { params: { id } })
        await navigate({ to: '/checks' })
      }),
      words.deleted(name),
    )
  if (actions.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <Button isIcon aria-label={words.more}>
            <Ellipsis className="ic" aria-hidden="true" />
          </Button>
        }
        actions={actions}
      />
      {isDrilling && <DrillDialog checkId={id} onClose={() => setDrilling(false)} />}
      {isDeleting && (
        <Confirm
          title={words.deleteTitle}
          text={words.deleteText}
          action={words.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

const acknowledgement = ({ id, acknowledgedBy }: Row, client: QueryClient): MenuAction =>
  acknowledgedBy
    ? {
        label: words.unacknowledge,
        onSelect: () => perform(change(client, 'unacknowledgeCheck', { params: { id } }), words.changed),
      }
    : {
        label: words.acknowledge,
        onSelect: () => perform(change(client, 'acknowledgeCheck', { params: { id }, body: {} }), words.changed),
      }
