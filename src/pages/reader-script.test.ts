import { Window } from 'happy-dom'
import { expect, it } from 'vitest'
import { readerScript } from './reader-script.ts'

const event = (name: string, at: string, id = '') =>
  `<article class="past" ${id && `id="${id}"`}><h4>${name}</h4><p><time datetime="${at}">UTC</time></p></article>`
const day = (date: string, ...events: string[]) =>
  `<section class="day" aria-labelledby="on-${date}"><h3 class="day-name" id="on-${date}">${date}</h3>${events.join('')}</section>`

/** The days that readers in a time zone see, with the names of their events. */
function daysIn(timeZone: string, ...days: string[]): readonly (readonly string[])[] {
  class ZonedFormat extends Intl.DateTimeFormat {
    constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
      super(locale, { timeZone, ...options })
    }
  }
  const window = new Window({ settings: { enableJavaScriptEvaluation: true } })
  Object.assign(window, { Intl: { DateTimeFormat: ZonedFormat } })
  const { document } = window
  const body = `<body data-refresh="0"><main>${days.join('')}</main><script>${readerScript}</script></body>`
  document.write(`<html lang="en">${body}</html>`)
  const sections = [...document.querySelectorAll('.day')]
  for (const section of sections)
    expect(section.querySelector('.day-name')?.id).toBe(section.getAttribute('aria-labelledby'))
  return sections.map((section) => [...section.querySelectorAll('h3, h4')].map(({ textContent }) => textContent))
}

const days = [
  day(
    '2026-03-02',
    event('Late', '2026-03-02T20:00:00.000Z', 'day-2026-03-02'),
    event('Early', '2026-03-02T02:00:00.000Z'),
  ),
  day('2026-03-01', event('Evening', '2026-03-01T23:30:00.000Z', 'day-2026-03-01')),
]

it('past events are below the days of the reader, split and joined where days of UTC are others', () => {
  expect(daysIn('UTC', ...days)).toEqual([
    ['Mar 2, 2026', 'Late', 'Early'],
    ['Mar 1, 2026', 'Evening'],
  ])
  expect(daysIn('Europe/Berlin', ...days)).toEqual([['Mar 2, 2026', 'Late', 'Early', 'Evening']])
  expect(daysIn('America/New_York', ...days)).toEqual([
    ['Mar 2, 2026', 'Late'],
    ['Mar 1, 2026', 'Early', 'Evening'],
  ])
  expect(daysIn('Asia/Tokyo', ...days)).toEqual([
    ['Mar 3, 2026', 'Late'],
    ['Mar 2, 2026', 'Early', 'Evening'],
  ])
})
