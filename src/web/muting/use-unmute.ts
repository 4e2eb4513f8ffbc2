import type { Answer } from '../api/operations.ts'
import { useChange } from '../api/use-operation.ts'
import { useMay } from '../session/session.tsx'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'

type Row = Pick<Answer<'listCheckRows'>['entries'][number], 'id' | 'silence'>

/** Ends what mutes or snoozes a check; undefined where the person may not, or where its group is muted. */
export function useUnmute({ id, silence }: Row): (() => void) | undefined {
  const operation = silence?.reason === 'CHECK_SNOOZED' ? 'unsnoozeCheck' : 'unmuteCheck'
  const may = useMay(operation)
  const { mutate } = useChange(operation)
  if (!may || silence === null || silence.reason === 'GROUP_MUTED') return undefined
  return () => mutate({ params: { id } }, { onError: (error) => toast({ text: messageOf(error) }) })
}
