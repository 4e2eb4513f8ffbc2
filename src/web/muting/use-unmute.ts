import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Answer } from '../api/operations.ts'
import { useMay } from '../session/session.tsx'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'

type Row = Pick<Answer<'listCheckRows'>['entries'][number], 'id' | 'silence'>

/** Ends what mutes or snoozes a check; undefined where the person may not, or where its group is muted. */
export function useUnmute({ id, silence }: Row): (() => void) | undefined {
  const client = useQueryClient()
  const isSnoozed = silence?.reason === 'CHECK_SNOOZED'
  const may = useMay(isSnoozed ? 'unsnoozeCheck' : 'unmuteCheck')
  if (!may || silence === null || silence.reason === 'GROUP_MUTED') return undefined
  return () =>
    void call(isSnoozed ? 'unsnoozeCheck' : 'unmuteCheck', { params: { id } }).then(
      () => client.invalidateQueries(),
      (error: unknown) => toast({ text: messageOf(error) }),
    )
}
