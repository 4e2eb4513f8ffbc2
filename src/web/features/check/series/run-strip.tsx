import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { AnnotationMarks } from './annotation-marks.tsx'
import { brushAfterKey } from './brush.ts'
import type { SlotRange } from './brush.ts'
import { findResult } from './find-result.ts'
import type { TimeSpan } from './range.ts'
import { sizeOf } from './series-words.ts'
import type { Series } from '../api.ts'
import type { Bucket } from './series-words.ts'
import { formatSpan, TimeAxis } from './time-axis.tsx'
import { slotOf, StripMarks } from './strip-marks.tsx'
import type { Limit, Slots } from './strip-marks.tsx'
import { StripTip } from './strip-tip.tsx'
import { useStripPointer } from './use-strip-pointer.ts'
import styles from './run-strip.module.css'

const words = lateTexts.series
const heights = { one: 96, each: 44 } as const

interface StripProps {
  readonly checkId: string
  readonly series: Series
  readonly limits: readonly Limit[]
  readonly isEach: boolean
  readonly brush: TimeSpan | null
  readonly onBrush: (brush: TimeSpan | null) => void
}

/** The runs of a range. A drag or the arrow keys select a part of it; a click opens the worst result of an interval. */
export function RunStrip({ checkId, series, limits, isEach, brush, onBrush }: StripProps) {
  const holder = useRef<HTMLDivElement>(null)
  const width = useWidth(holder)
  const slots = slotsOf(series)
  const bySlot = new Map(series.buckets.map((bucket) => [slotOf(slots, bucket.at), bucket]))
  const openWorst = useOpenWorst(checkId, slots.lengthMs)
  const { dragged, hovered, handlers } = useStripPointer(holder, slots.count, {
    onClick: (slot) => openWorst(bySlot.get(slot)),
    onSelect: (range) => onBrush(spanOf(slots, range)),
  })
  const selected = dragged ?? (brush && slotRangeOf(slots, brush))
  return (
    <div ref={holder} className={styles.strip}>
      {width > 0 && (
        <>
          <AnnotationMarks annotations={series.annotations} slots={slots} width={width} />
          <StripSlider {...{ slots, selected, hovered, width }} onBrush={onBrush} {...handlers}>
            <Strips {...{ series, limits, isEach, slots, width }} />
          </StripSlider>
          {hovered !== null && (
            <StripTip
              checkId={checkId}
              bucket={bySlot.get(hovered)}
              span={spanOf(slots, { start: hovered, end: hovered + 1 })}
              left={((hovered + 0.5) * width) / slots.count}
              width={width}
            />
          )}
          <TimeAxis span={spanOf(slots, { start: 0, end: slots.count })} width={width} />
        </>
      )}
      <p id="strip-keys" className="sr">
        {words.keys}
      </p>
    </div>
  )
}

/** Opens the worst result of an interval, if there still is one. */
function useOpenWorst(checkId: string, lengthMs: number): (bucket: Bucket | undefined) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (bucket) => {
    if (bucket === undefined) return
    void findResult(client, checkId, bucket, lengthMs).then((found) => {
      const resultId = found?.entry.id
      return resultId === undefined
        ? null
        : navigate({ to: '/checks/$id/results/$resultId', params: { id: checkId, resultId } })
    })
  }
}

interface SliderProps extends Omit<ComponentProps<'div'>, 'role' | 'onKeyDown'> {
  readonly slots: Slots
  readonly selected: SlotRange | null
  readonly hovered: number | null
  readonly width: number
  readonly onBrush: StripProps['onBrush']
}

/** The selection over the strips, which arrow keys move, and the interval under the pointer. */
function StripSlider({ slots, selected, hovered, width, onBrush, children, ...handlers }: SliderProps) {
  const step = width / slots.count
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = brushAfterKey(selected, event, slots.count)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onBrush(next && spanOf(slots, next))
  }
  return (
    <div
      className={styles.runs}
      role="slider"
      tabIndex={0}
      aria-label={words.selection}
      aria-describedby="strip-keys"
      aria-valuemin={0}
      aria-valuemax={slots.count}
      aria-valuenow={selected?.start ?? 0}
      aria-valuetext={selected ? formatSpan(spanOf(slots, selected)) : words.all}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {children}
      {selected && (
        <span
          className={styles.selection}
          style={{ left: selected.start * step, width: Math.max(2, (selected.end - selected.start) * step) }}
        />
      )}
      {hovered !== null && <span className={styles.pointed} style={{ left: (hovered + 0.5) * step }} />}
    </div>
  )
}

interface StripsProps extends Pick<StripProps, 'series' | 'limits' | 'isEach'> {
  readonly slots: Slots
  readonly width: number
}

/** One strip, or one of each location. Without a metric all ticks are equally high. */
function Strips({ series: { buckets: all, locations, metric }, limits, isEach, slots, width }: StripsProps) {
  const shown = metric === null ? all.map((bucket) => ({ ...bucket, p95: 1 })) : all
  const strips = isEach ? locations : [{ location: null, buckets: shown }]
  return strips.map(({ location, buckets }) => (
    <div key={location ?? ''} className={styles.row}>
      {location !== null && <span className={styles.location}>{location}</span>}
      <StripMarks
        buckets={buckets}
        slots={slots}
        width={width}
        height={isEach || metric === null ? heights.each : heights.one}
        limits={limits}
        label={`${location ?? words.runs}, ${countsOf(buckets)}`}
      />
    </div>
  ))
}

const spanOf = ({ fromMs, lengthMs }: Slots, { start, end }: SlotRange): TimeSpan => ({
  fromMs: fromMs + start * lengthMs,
  toMs: fromMs + end * lengthMs,
})

const slotsOf = ({ from, to, interval }: Series): Slots => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return { fromMs, lengthMs: interval * 1000, count: Math.max(1, Math.round((toMs - fromMs) / (interval * 1000))) }
}

/** The part of a selection that lies on the strip; null when none does. */
function slotRangeOf({ fromMs, lengthMs, count }: Slots, brush: TimeSpan): SlotRange | null {
  const start = Math.max(0, Math.floor((brush.fromMs - fromMs) / lengthMs))
  const end = Math.min(count, Math.ceil((brush.toMs - fromMs) / lengthMs))
  return start < end ? { start, end } : null
}

const countsOf = (buckets: readonly Bucket[]): string =>
  words.counts({
    all: buckets.reduce((sum, bucket) => sum + sizeOf(bucket), 0),
    failed: buckets.reduce((sum, { failed }) => sum + failed, 0),
    degraded: buckets.reduce((sum, { degraded }) => sum + degraded, 0),
  })
