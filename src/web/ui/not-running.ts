import type { Answer } from '../api/operations.ts'
import { texts } from '../strings/index.ts'
import { minuteOrDayOf } from './time.tsx'

type NotRunning = NonNullable<Answer<'listCheckRows'>['entries'][number]['notRunning']>

/** Why nobody knows how a check does, where and since when: "Not running: no agent in Office Berlin since 12:48". */
export const notRunningText = ({ reason, locations, since }: NotRunning): string =>
  (reason === 'BLIND' ? texts.common.blind : texts.common.notRunning)(locations.join(', '), minuteOrDayOf(since))
