import type { Answer } from '../api/operations.ts'
import { texts } from '../strings/index.ts'
import { momentOfMinute } from '../ui/time.tsx'

export type Silence = NonNullable<Answer<'listCheckRows'>['entries'][number]['silence']>

/** "Muted until 14:29". */
export const mutedText = ({ reason, until }: Silence): string =>
  texts.checks.silence[reason](until === null ? null : momentOfMinute(until))
