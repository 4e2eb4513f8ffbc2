import type { Answer } from '../api/operations.ts'
import { texts } from '../strings/index.ts'
import { momentOfMinute } from '../ui/time.tsx'
import { useTimedValue } from '../ui/use-timed-value.ts'

export type Silence = NonNullable<Answer<'listCheckRows'>['entries'][number]['silence']>

/** The active mute of a check; none once its end has passed. */
export function useSilence(silence: Silence | null): Silence | null {
  const until = silence?.until ?? null
  const isOver = useTimedValue((at) => (until !== null && Date.parse(until) <= at ? 'over' : ''), 30_000) === 'over'
  return isOver ? null : silence
}

/** "Muted until 14:29". */
export const mutedText = ({ reason, until }: Silence): string =>
  texts.checks.silence[reason](until === null ? null : momentOfMinute(until))
