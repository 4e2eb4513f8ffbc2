import { Window } from 'happy-dom'
import { expect, it } from 'vitest'
import { readerScript } from './reader-script.ts'

const event = (name: string, at: string, id = '') =>
  `<article class="past" ${id && `id="${id}"`}><h4>${name}</h4><p><time datetime="${at}">UTC</time></p></article>`
const day = (date: string, ...events: string[]) =>
  `<section class="day" aria-labelledby="on-${date}"><h3 class="day-name" id="on-${date}">${date}</h3>${events.join('')}</section>`

/** A page as readers in a time zone have it. */
function read(main: string, timeZone = 'UTC') {
  class ZonedFormat extends Intl.DateTimeFormat {
    constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
      super(locale, { timeZone, ...options })
    }
  }
  const window = new Window({
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  })
  Object.assign(window, { Intl: { DateTimeFormat: ZonedFormat } })
  const { document } = window
  document.write(`<html lang="en"><body data-refresh="0">${main}<script>${readerScript}</script></body></html>`)
  return window
}

/** The days with the names of their events. */
function daysIn(timeZone: string, ...days: string[]): readonly (readonly string[])[] {
  const { document } = read(`<main>${days.join('')}</main>`, timeZone)
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

it('a pointer on a strip of days says which day it is and what it was like, from the picture that strips share', () => {
  const strip = '<div class="days"><svg><use href="#d0"></use></svg></div>'
  const paths = '<path class="operational" d="M0 12h22"></path><path class="major" d="M8 12h6"></path>'
  const picture = `<symbol id="d0" viewBox="0 0 24 24">${paths}</symbol>`
  const pictures = `<svg class="strips" data-first="2026-03-01">${picture}</svg>`
  const main = `<main data-operational="no downtime" data-major="Major disruption">${strip}${strip}${pictures}</main>`
  const { document, PointerEvent, DOMRect } = read(main)
  const shown = [...document.querySelectorAll('.days')].flatMap((one) =>
    [10, 50].map((clientX) => {
      const [image] = one.children
      Object.assign(image ?? {}, { getBoundingClientRect: () => new DOMRect(0, 0, 90, 32) })
      image?.dispatchEvent(new PointerEvent('pointermove', { clientX, bubbles: true }))
      return one.querySelector('.tip')?.textContent
    }),
  )
  expect(shown).toEqual([
    'Mar 1, 2026: no downtime',
    'Mar 2, 2026: Major disruption',
    'Mar 1, 2026: no downtime',
    'Mar 2, 2026: Major disruption',
  ])
})
