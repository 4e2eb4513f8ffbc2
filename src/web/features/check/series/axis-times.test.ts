import { expect, it } from 'vitest'
import { axisTimes } from './axis-times.ts'

const at = (text: string): number => new Date(text).getTime()
const shown = (from: string, to: string, most: number): string[] =>
  axisTimes({ fromMs: at(from), toMs: at(to) }, most).times.map((time) => {
    const date = new Date(time)
    return [date.getDate(), date.getHours(), date.getMinutes()].join(' ')
  })

it('an axis has round times, as many as have room', () => {
  expect(shown('2026-11-27T23:51', '2026-11-28T02:51', 8)).toEqual([
    '28 0 0',
    '28 0 30',
    '28 1 0',
    '28 1 30',
    '28 2 0',
    '28 2 30',
  ])
  expect(shown('2026-11-27T22:51', '2026-11-28T02:51', 3)).toEqual(['28 0 0', '28 2 0'])
})

it('a day is on the axis once, at its beginning', () => {
  const week = shown('2026-10-21T17:10', '2026-10-28T17:10', 8)
  expect(week).toEqual([22, 23, 24, 25, 26, 27, 28].map((day) => `${day} 0 0`))
  expect(axisTimes({ fromMs: at('2026-01-01T00:00'), toMs: at('2026-12-31T00:00') }, 8).isByDay).toBe(true)
})
