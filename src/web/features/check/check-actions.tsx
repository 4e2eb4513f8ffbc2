import { Link, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { BellOff, Check as CheckMark, Ellipsis, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
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
import type { Check, CheckRow } from './api.ts'

const words = lateTexts.check
const inTrouble: ReadonlySet<State> = new Set(['FAILING', 'DEGRADED'])

type Perform = (work: Promise<unknown>, done: string) => void
interface ActionProps {
  readonly check: Check
  readonly row: CheckRow | undefined
}

/** Does something, reports the outcome, and refreshes all data. */
function usePerform(): Perform {
  const client = useQueryClient()
  return (work, done) =>
    void work.then(
      async () => {
        toast({ text: done })
        await client.invalidateQueries()
      },
      (error: unknown) => toast({ text: messageOf(error) }),
    )
}

/** The actions of a check that the role allows. */
export function CheckActions({
  check,
  row,
  onRun,
  isRunning,
}: ActionProps & { readonly onRun: () => void; readonly isRunning: boolean }) {
  const { may } = useSession()
  const navigate = useNavigate()
  const perform = usePerform()
  const mayRun = may('triggerCheckSessionsV2') && check.checkType !== 'HEARTBEAT'
  const mayEdit = may('updateCheckGeneric')
  const edit = (): void => void navigate({ to: '/checks/$id/edit', params: { id: check.id } })
  const isOpen = may('acknowledgeCheck') && row && inTrouble.has(row.state) && !row.acknowledgedBy
  const acknowledge = isOpen ? acknowledgement(row, perform) : undefined
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
  const perform = usePerform()
  const [isOpen, setOpen] = useState(false)
  const mayMute = may('muteCheck')
  const unmute = useUnmute({ id, silence: row?.silence ?? (muted ? { reason: 'CHECK_MUTED', until: null } : null) })
  useScreenKeys({ m: mayMute ? () => setOpen(true) : undefined })
  if (!mayMute) return null
  const isMuted = unmute !== undefined
  const always = (): Promise<unknown> => call('updateCheckGeneric', { params: { id }, body: { muted: true } as never })
  const actions: readonly MenuAction[] = isMuted
    ? [{ label: words.unmute, onSelect: unmute }]
    : [
        ...muteChoices(now()).map(({ label, body }) => ({
          label,
          onSelect: () => perform(call('muteCheck', { params: { id }, body }), words.changed),
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
  const perform = usePerform()
  const [isDeleting, setDeleting] = useState(false)
  const [isDrilling, setDrilling] = useState(false)
  const actions: (MenuAction | 'line')[] = []
  if (may('updateCheckGeneric')) {
    const put = { params: { id }, body: { activated: !activated } as never }
    actions.push({
      label: activated ? words.pause : words.resume,
      onSelect: () => perform(call('updateCheckGeneric', put), words.changed),
    })
  }
  if (may('acknowledgeCheck') && row && inTrouble.has(row.state)) actions.push(acknowledgement(row, perform))
  if (may('startDrill')) actions.push({ label: lateTexts.drill.start, onSelect: () => setDrilling(true) })
  if (may('deleteCheck'))
    actions.push('line', { label: words.delete, isDangerous: true, onSelect: () => setDeleting(true) })
  const remove = (): void =>
    perform(
      call('deleteCheck', { params: { id } }).then(() => navigate({ to: '/checks' })),
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

const acknowledgement = ({ id, acknowledgedBy }: CheckRow, perform: Perform): MenuAction =>
  acknowledgedBy
    ? {
        label: words.unacknowledge,
        onSelect: () => perform(call('unacknowledgeCheck', { params: { id } }), words.changed),
      }
    : {
        label: words.acknowledge,
        onSelect: () => perform(call('acknowledgeCheck', { params: { id }, body: {} }), words.changed),
      }
