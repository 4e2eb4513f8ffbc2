import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSession } from '../session/session.tsx'
import { lateTexts } from '../strings/late.ts'
import type { MenuAction } from '../ui/menu.tsx'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { now } from '../time/page-time.ts'
import { muteChoices } from '../muting/mute-choices.ts'
import type { Notification } from './api.ts'

const log = lateTexts.alertLog
/** The actions of the person for the check of an alert. */
export function useAlertActions({ checkId, checkName }: Notification, isOpen: boolean): readonly MenuAction[] {
  const { may } = useSession()
  const client = useQueryClient()
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
  const acknowledge = {
    label: lateTexts.check.acknowledge,
    onSelect: () => perform(call('acknowledgeCheck', { params, body: {} }), log.acknowledged(checkName)),
  }
  const mutes = muteChoices(now()).map(({ label, body }) => ({
    label,
    onSelect: () => perform(call('muteCheck', { params, body }), log.muted(checkName)),
  }))
  return [...(isOpen && may('acknowledgeCheck') ? [acknowledge] : []), ...(may('muteCheck') ? mutes : [])]
}
