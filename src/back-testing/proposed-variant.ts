import type { BackTestBody, ProposedWindow } from '#contract'
import { completeAlertSettings, completeRetryStrategy } from '#inheritance'
import { validateAlertSettings } from '#management'
import { parseInstant, rangeFault } from '#kernel'
import { isTimeZone, occurrences } from '#schedule'
import type { Occurrence } from '#schedule'
import { presentVariant, silenceOf } from './checks-to-replay.ts'
import type { KnownCheck } from './checks-to-replay.ts'
import type { ReplayedRange } from './replay-history.ts'
import type { Variant } from './variant-replay.ts'

type Proposed = Pick<BackTestBody, 'alertSettings' | 'retryStrategy' | 'maintenanceWindow'>

/** The proposed settings of each check, completed once for all. Throws TIME_RANGE_INVALID and ALERT_WINDOW_INVALID. */
export function proposalOf(body: Proposed, range: ReplayedRange): (check: KnownCheck) => Variant {
  validateAlertSettings(body.alertSettings, 'alertSettings.')
  const settings = body.alertSettings && completeAlertSettings(body.alertSettings)
  const strategy = body.retryStrategy === undefined ? undefined : completeRetryStrategy(body.retryStrategy)
  const windows = body.maintenanceWindow ? occurrencesOf(body.maintenanceWindow, range) : []
  const isPausing = body.maintenanceWindow?.pausesChecks === true
  const notifies = body.maintenanceWindow?.notifyAfterEnd ?? true
  return (check) => ({
    ...presentVariant(check),
    ...(settings && { settings }),
    ...(strategy !== undefined && { retries: { strategy, checkType: check.effective.own.checkType } }),
    ...(isPausing && { isPausedAt: (atMs) => windows.some((one) => one.startsAtMs <= atMs && atMs < one.endsAtMs) }),
    ...(windows.length > 0 &&
      !isPausing && {
        silenceAt: silenceOf([
          ...check.windows,
          ...windows.map(({ startsAtMs, endsAtMs }) => ({ fromMs: startsAtMs, untilMs: endsAtMs, notifies })),
        ]),
      }),
  })
}

/** More than a day's windows of 90 days. */
const mostOccurrences = 200

function occurrencesOf(window: ProposedWindow, { fromMs, toMs }: ReplayedRange): Occurrence[] {
  const startsAtMs = parseInstant('maintenanceWindow.startsAt', window.startsAt)
  const endsAtMs = parseInstant('maintenanceWindow.endsAt', window.endsAt)
  if (endsAtMs <= startsAtMs) throw rangeFault('maintenanceWindow.endsAt must be after maintenanceWindow.startsAt.')
  const timezone = window.timezone ?? null
  if (timezone !== null && !isTimeZone(timezone))
    throw rangeFault('maintenanceWindow.timezone must be the name of an IANA time zone.')
  const { repeatUnit = null, repeatInterval = null } = window
  const times = { startsAtMs, endsAtMs, timezone, repeatUnit, repeatInterval, repeatEndsAt: null }
  return occurrences(times, fromMs, mostOccurrences).filter((one) => one.startsAtMs < toMs)
}
