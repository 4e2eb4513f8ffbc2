import { Play } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { runGroup, useGroup } from './api.ts'
import type { Group, Member } from './api.ts'
import { MuteMenu, useMuting } from './mute-group.tsx'

const words = lateTexts.setup.groups

interface GroupActionsProps {
  readonly group: Group
  readonly members: readonly Member[]
}

/** Runs and mutes a group as it is now, whatever its form shows. */
export function GroupActions({ group: shown, members }: GroupActionsProps) {
  const group = useGroup(shown.id).data ?? shown
  const muting = useMuting(group)
  const mayRun = useMay('runCheckGroup') && members.some(({ state }) => state !== 'PAUSED')
  const { isBusy, run } = useRun(group)
  useOpenThing({ kind: 'group', id: String(group.id), name: group.name }, [
    ...(mayRun ? [{ label: words.runNow, run }] : []),
    ...muting.actions.map(({ label, onSelect }) => ({ label, run: onSelect })),
  ])
  return (
    <>
      {mayRun && (
        <Button isBusy={isBusy} onClick={run}>
          <Play className="ic s" aria-hidden="true" />
          {words.runNow}
        </Button>
      )}
      <MuteMenu {...muting} />
    </>
  )
}

/** Runs the checks of a group that are not paused, as many at once as the group says. */
function useRun({ id, concurrency }: Group): { readonly isBusy: boolean; readonly run: () => void } {
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { sessions } = await runGroup(id)
      toast({ text: words.started(sessions.length, Math.min(sessions.length, concurrency)) })
    } catch (error) {
      toast({ text: messageOf(error) })
    }
    setBusy(false)
  }
  return { isBusy, run: () => void run() }
}
