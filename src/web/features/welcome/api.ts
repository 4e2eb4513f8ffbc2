import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changeAll } from '../../api/change.ts'
import type { Change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { queryKey, useChange, useOperation } from '../../api/use-operation.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'
import { messageOf } from '../../ui/states.tsx'

export type TestRun = Answer<'startDryRun'>
type NewCheck = Extract<Input<'createCheckGeneric'>['body'], { readonly checkType: 'URL' | 'API' }>
export type NewChannel = Input<'createAlertChannel'>['body']

export const useTestRun = () => useChange('startDryRun')

/** Where mail reaches the person; null where none does. */
export function useMailAddress() {
  const { data, isPending } = useOperation('getEmailAddress')
  return { address: data?.receivesMail === true ? data.email : null, isPending }
}

export const useChannelCount = (): number =>
  useOperation('listAlertChannels', { query: { limit: 1, includeSubscriptions: false } }).data?.total ?? 0

/** The first run of a check that was just created, once there is one. */
export function useFirstRun(checkId: string) {
  const input = { query: { checkId: [checkId], limit: 1 } }
  const ticks = useOperation('listCheckTicks', input)
  useReadAfterRuns(queryKey('listCheckTicks', input), { checkIds: [checkId], leastMs: 0 })
  const [first] = ticks.data?.entries ?? []
  return { outcome: first?.outcomes[0], responseTime: first?.responseTimes[0] }
}

interface Start {
  readonly check: NewCheck
  /** Null: nobody is notified through a new channel. */
  readonly channel: NewChannel | null
}

/** Creates the channel and the check, and runs the check. A channel that is refused does not keep the check away. */
export function useStart() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ check, channel }: Start) =>
      changeAll(client, async (change) => {
        const problem = channel && (await createChannel(change, channel))
        const { id } = await createCheck(change, check)
        await call('triggerCheckSessionsV2', { body: { target: { checkId: [id] } } }).catch(() => null)
        return { id, problem }
      }),
  })
}

const createCheck = (change: Change, body: NewCheck) =>
  body.checkType === 'URL' ? change('createUrlCheck', { body }) : change('createCheckGeneric', { body })

/** Why a channel was refused; null: it was not. */
const createChannel = (change: Change, body: NewChannel): Promise<string | null> =>
  change('createAlertChannel', { body }).then(() => null, messageOf)
