import { useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import type { ReadOptions } from '../../../api/use-operation.ts'
import { useCheckChanges } from '../../../live/live.tsx'
import type { CheckChange } from '../../../live/live.tsx'
import { useRunsNow } from '../../../live/use-runs-now.ts'
import { lateTexts } from '../../../strings/late.ts'
import { now } from '../../../time/page-time.ts'
import { formatMs } from '../../../ui/format.ts'
import { useSearchState } from '../../../ui/search-state.ts'
import { useCheckSeries } from '../api.ts'
import type { Check, Series } from '../api.ts'
import { brushOf, queryOf, rangeNameOf, ranges, usualRange, windowOf } from './range.ts'
import type { Limit } from './strip-marks.tsx'
import { usePlaces } from '../../../places/use-places.ts'

const chartPoints = 120
const tickPx = 5
/** Beside the strip: the sidebar and the inset of the page. */
const asidePx = 260

type SeriesQuery = UseQueryResult<Series, ApiError>

/** The series of the strip, which is the range, and of what is below it, which is the selection or the range. */
export function useSeries(check: Check): { readonly strip: SeriesQuery; readonly shown: SeriesQuery } {
  const checkId = check.id
  const [search] = useSearchState()
  const nowMs = useRunsNow(checkId)
  const client = useQueryClient()
  const stripPoints = Math.max(40, Math.min(240, Math.floor((innerWidth - (innerWidth > 720 ? asidePx : 0)) / tickPx)))
  const range = windowOf(rangeNameOf(search, usualRange(check)), nowMs, stripPoints)
  const ofStrip = { ...queryOf(range), points: stripPoints + 1, byLocation: search['each'] === 'true' }
  const strip = useCheckSeries(checkId, ofStrip, { keepsPrevious: true })
  const ofShown = { ...queryOf(brushOf(search) ?? range), points: chartPoints, byLocation: true }
  const shown = useCheckSeries(checkId, ofShown, { keepsPrevious: true })
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      if (changes.some(({ id }) => id === checkId))
        void client.invalidateQueries({ queryKey: ['getCheckSeries'], refetchType: 'active' })
    },
    [client, checkId],
  )
  useCheckChanges(onChanges)
  return { strip, shown }
}

const dayMs = 86_400_000
const days = 30

/** The last 30 days, today included, by day. */
export function useMonth(checkId: string, byLocation: boolean, options: ReadOptions = {}): Series | undefined {
  const toMs = Math.ceil(now() / dayMs) * dayMs
  const query = { ...queryOf({ fromMs: toMs - ranges['30d'], toMs }), points: days, byLocation }
  return useCheckSeries(checkId, query, options).data
}

/** The series with its locations under the names of their places; the same object while both are the same. */
export function useNamed(series: Series): Series {
  const { labelsOf } = usePlaces()
  return useMemo(() => {
    const labels = labelsOf(series.locations.map(({ location }) => location))
    const locations = series.locations.map((one) => ({ ...one, location: labels.get(one.location) ?? one.location }))
    return { ...series, locations }
  }, [series, labelsOf])
}

interface Limited {
  readonly degradedResponseTime?: number | null
  readonly maxResponseTime?: number | null
}

/** The limits of a check as lines. */
export const useLimits = ({ degradedResponseTime, maxResponseTime }: Limited): readonly Limit[] =>
  useMemo(
    () => [
      ...(degradedResponseTime ? [limitOf(degradedResponseTime, false)] : []),
      ...(maxResponseTime ? [limitOf(maxResponseTime, true)] : []),
    ],
    [degradedResponseTime, maxResponseTime],
  )

const limitOf = (ms: number, isFailing: boolean): Limit => ({
  ms,
  isFailing,
  label: (isFailing ? lateTexts.series.limitFailing : lateTexts.series.limitDegraded)(formatMs(ms)),
})
