import { BellOff } from 'lucide-react'
import { mutedText } from '../../muting/muted-text.ts'
import { muteChoices } from '../../muting/mute-choices.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useTimedValue } from '../../ui/use-timed-value.ts'
import { useGroupChanges } from './api.ts'
import type { Group } from './api.ts'

const words = lateTexts.setup.groups

/** Whether and until when a group is muted; null when it is not, or no longer. */
export function useGroupMute({ muted, mutedUntil }: Pick<Group, 'muted' | 'mutedUntil'>): string | null {
  const isOver = useTimedValue((at) => (mutedUntil && Date.parse(mutedUntil) <= at ? 'over' : ''), 30_000) === 'over'
  if (!muted && (mutedUntil === undefined || isOver)) return null
  return mutedText({ reason: 'CHECK_MUTED', until: muted ? null : (mutedUntil ?? null) })
}

/** Mutes the checks of a group for a time or for good, or ends that, as the role permits; each can be undone. */
export function useMuting(group: Group): Muting {
  const { update, mute, unmute } = useGroupChanges()
  const may = useMay('muteCheckGroup')
  const isMuted = useGroupMute(group) !== null
  const { id, name, mutedUntil } = group
  const again = (): Promise<void> =>
    group.muted || mutedUntil === undefined ? update(id, { muted: true }) : mute(id, { until: mutedUntil })
  const act = (work: () => Promise<void>, undo: () => Promise<void>) => (): void =>
    void work().then(() => toast({ text: words.changed(name), undo: () => void undo().catch(report) }), report)
  const back = (): Promise<void> => unmute(id)
  const always = act(() => update(id, { muted: true }), back)
  const actions: readonly MenuAction[] = isMuted
    ? [{ label: texts.checks.unmute, onSelect: act(back, again) }]
    : [
        ...muteChoices(now()).map(({ label, body }) => ({ label, onSelect: act(() => mute(id, body), back) })),
        { label: lateTexts.check.muteAlways, onSelect: always },
      ]
  return { isMuted, actions: may ? actions : [] }
}

interface Muting {
  readonly isMuted: boolean
  /** None where the role permits none. */
  readonly actions: readonly MenuAction[]
}

const report = (error: unknown): void => toast({ text: messageOf(error) })

export const MuteMenu = ({ isMuted, actions, isSmall }: Muting & { readonly isSmall?: boolean }) =>
  actions.length === 0 ? null : (
    <Menu
      trigger={
        <Button size={isSmall ? 'small' : 'normal'}>
          {!isSmall && <BellOff className="ic s" aria-hidden="true" />}
          {isMuted ? texts.checks.muted : texts.checks.mute}
        </Button>
      }
      actions={actions}
    />
  )
