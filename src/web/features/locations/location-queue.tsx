import { Suspense, useMemo } from 'react'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { useNow } from '../../ui/time.tsx'
import { useQueueMetrics } from './api.ts'
import { queueOf } from './queue.ts'

const words = lateTexts.setup.locations
const hour = 3_600

const Charts = lazyOptional(async () => (await import('./queue-charts.tsx')).QueueCharts)

/** The queue of the location in the last hour. The charts appear only when runs waited. */
export function LocationQueue({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const to = useNow(60_000) / 1_000
  const metrics = useQueueMetrics(id, { from: to - hour, to })
  const queue = useMemo(
    () => metrics.data && queueOf(metrics.data, { from: to - hour, to: to - 1 }),
    [metrics.data, to],
  )
  const unknown = metrics.error ? '–' : '…'
  return (
    <>
      <Facts isPane>
        <Fact
          name={words.queue}
          value={queue ? formatNumber(Math.max(0, ...queue.waiting)) : unknown}
          more={words.lastHour}
        />
        <Fact
          name={words.longestWait}
          value={queue ? formatDuration(Math.max(0, ...queue.oldestMs)) : unknown}
          more={words.lastHour}
        />
        <Fact name={words.dropped} value={queue ? formatNumber(queue.dropped) : unknown} more={words.lastHour} />
      </Facts>
      {children}
      {queue?.waiting.some((runs) => runs > 0) && (
        <Suspense>
          <Charts queue={queue} />
        </Suspense>
      )}
    </>
  )
}
