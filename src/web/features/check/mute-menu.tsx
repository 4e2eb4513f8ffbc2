import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { muteActions } from '../../alerting/alert-actions.ts'
import { useAlertChanges } from '../../alerting/api.ts'
import { useUnmute } from '../../muting/use-unmute.ts'
import { useSession } from '../../session/session.tsx'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { useCheckUpdates } from './api.ts'
import type { CheckWithRow } from './api.ts'
import styles from './mute-menu.module.css'

const words = lateTexts.check

/** Mutes a check for a time or for good, or ends that, as the role permits. */
export function useMuting({ check: { id, muted }, row }: CheckWithRow) {
  const { may } = useSession()
  const changes = useAlertChanges(id)
  const { update } = useCheckUpdates(id)
  const unmute = useUnmute({ id, silence: row?.silence ?? (muted ? { reason: 'CHECK_MUTED', until: null } : null) })
  const isMuted = unmute !== undefined
  const actions: readonly MenuAction[] = isMuted
    ? [{ label: words.unmute, onSelect: unmute }]
    : [
        ...muteActions(changes, words.changed),
        { label: words.muteAlways, onSelect: () => reportOutcome(update({ muted: true }), words.changed) },
      ]
  return { isMuted, actions: may('muteCheck') ? actions : [] }
}

export function MuteMenu({ isMuted, actions }: ReturnType<typeof useMuting>) {
  const [isOpen, setOpen] = useState(false)
  const mayMute = actions.length > 0
  useScreenKeys({ m: mayMute ? () => setOpen(true) : undefined })
  if (!mayMute) return null
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <BellOff className="ic s" aria-hidden="true" />
          <span className={styles.word}>{isMuted ? words.isMuted : words.muteMenu}</span>
          <kbd aria-hidden="true">M</kbd>
        </Button>
      }
      actions={actions}
    />
  )
}
