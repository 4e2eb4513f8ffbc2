import { useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import type { MenuAction } from '../../ui/menu.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { now } from '../../time/page-time.ts'
import { muteChoices } from '../../muting/mute-choices.ts'
import type { Notification } from './outcome.tsx'

const log = lateTexts.alertLog
/** The operation takes no more at once; older rows offer no acknowledgement then. */
const mostChecks = 100

/** Those of the checks that do not pass and whose alert nobody has acknowledged. */
export function useOpenAlerts(items: readonly Pick<Notification, 'checkId'>[]): ReadonlySet<string> {
  const checkId = [...new Set(items.map((item) => item.checkId))].slice(0, mostChecks).toSorted()
  const rows = useOperation(
    'listCheckRows',
    { query: { checkId, state: ['FAILING', 'DEGRADED'], limit: mostChecks } },
    { enabled: checkId.length > 0, keepsPrevious: true },
  ).data
  return new Set(rows?.entries.filter(({ acknowledgedBy }) => !acknowledgedBy).map(({ id }) => id))
}

/** The actions of the person for the check of an alert. */
export function useAlertActions({ checkId, checkName }: Notification, isOpen: boolean): readonly MenuAction[] {
  const { may } = useSession()
  const client = useQueryClient()
  const perform = (work: Promise<unknown>, done: string): void => {
    void work.then(
      () => toast({ text: done }),
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  }
  const params = { id: checkId }
  const acknowledge = {
    label: lateTexts.check.acknowledge,
    onSelect: () => perform(change(client, 'acknowledgeCheck', { params, body: {} }), log.acknowledged(checkName)),
  }
  const mutes = muteChoices(now()).map(({ label, body }) => ({
    label,
    onSelect: () => perform(change(client, 'muteCheck', { params, body }), log.muted(checkName)),
  }))
  return [...(isOpen && may('acknowledgeCheck') ? [acknowledge] : []), ...(may('muteCheck') ? mutes : [])]
}
