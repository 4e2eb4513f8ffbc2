import { Temporal } from 'temporal-polyfill'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import { isTimezone, timeIn, windowValue, weekdayFrom } from '../../counterparts/hosted/windows.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

const firstMonday = Temporal.PlainDate.from('2026-01-05')
const minutesOfDay = 1440

interface Gap {
  /** 1 a Monday, 7 a Sunday. */
  readonly day: number
  /** Minutes of the day. */
  readonly from: number
  readonly to: number
}

/** Hours in which tests do not run, as windows that repeat each week. Tests with the same hours share a tag. */
export class Timeframes {
  readonly #draft: Draft
  readonly #tags = new Map<string, string>()

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** The tags that a check needs for its hours. */
  tagsFrom(options: SourceFields): readonly string[] {
    if (!options.has('scheduling')) return []
    const scheduling = options.fields('scheduling')
    const zone = scheduling.text('timezone')
    const timezone = isTimezone(zone) ? zone : 'UTC'
    const frames = listIn(scheduling.value('timeframes'))
    const gaps = gapsBetween(frames)
    scheduling.exact('timezone')
    if (gaps.length === 0) scheduling.exact('timeframes')
    else scheduling.approximated('timeframes', 'It pauses in maintenance windows outside of these hours.')
    scheduling.finish()
    return gaps.length === 0 ? [] : [this.#tagOf(gaps, timezone)]
  }

  #tagOf(gaps: readonly Gap[], timezone: string): string {
    const key = JSON.stringify([gaps, timezone])
    const known = this.#tags.get(key)
    if (known !== undefined) return known
    const tag = `datadog-hours-${this.#tags.size + 1}`
    this.#tags.set(key, tag)
    for (const [index, gap] of gaps.entries()) {
      const name = `Outside of the hours of Datadog (${tag}, ${index + 1})`
      const value = windowOf(gap, { name, timezone, tag })
      if (value !== null)
        this.#draft.add({ section: 'maintenanceWindows', logicalId: `${tag}-${index + 1}`, item: name, value })
    }
    return tag
  }
}

function windowOf({ day, from, to }: Gap, named: { name: string; timezone: string; tag: string }) {
  const start = weekdayFrom(firstMonday, day).toPlainDateTime().add({ minutes: from })
  const repeat = { unit: 'WEEK', interval: 1 } as const
  const { name, timezone, tag } = named
  return windowValue({ name, start, seconds: (to - from) * 60, timezone, repeat, tags: [tag] })
}

/** The hours of each day outside of the frames; none without frames. */
function gapsBetween(frames: readonly Fields[]): readonly Gap[] {
  if (frames.length === 0) return []
  return [1, 2, 3, 4, 5, 6, 7].flatMap((day) => {
    const ofDay = frames
      .filter((frame) => Number(textIn(frame['day'])) === day)
      .map(({ from, to }) => [minuteOf(from, 0), minuteOf(to, minutesOfDay)] as const)
      .toSorted(([a], [b]) => a - b)
    const gaps: Gap[] = []
    let reached = 0
    for (const [from, to] of ofDay) {
      if (from > reached) gaps.push({ day, from: reached, to: from })
      reached = Math.max(reached, to)
    }
    return reached < minutesOfDay ? [...gaps, { day, from: reached, to: minutesOfDay }] : gaps
  })
}

/** 24:00, 23:59 and nothing are the end of the day. */
function minuteOf(value: unknown, otherwise: number): number {
  const text = textIn(value)
  if (text === '24:00' || text === '23:59') return minutesOfDay
  const time = timeIn(text)
  return time === null ? otherwise : time.hour * 60 + time.minute
}
