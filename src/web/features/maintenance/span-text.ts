import { lateTexts } from '../../strings/late.ts'
import { formatMinute } from '../../ui/format.ts'
import { momentOfMinute } from '../../ui/time.tsx'
import { localDay } from './month.ts'

/** From when to when, with the day of the end only when it is another one. */
export const spanText = (startsAt: string, endsAt: string): string =>
  lateTexts.maintenanceWindows.span(
    momentOfMinute(startsAt),
    localDay(startsAt) === localDay(endsAt) ? formatMinute(endsAt) : momentOfMinute(endsAt),
  )
