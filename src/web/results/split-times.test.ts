import { expect, it } from 'vitest'
import { splitTimes } from './split-times.ts'

const timesIn = (text: string): string[] => splitTimes(text).flatMap(({ part, isTime }) => (isTime ? [part] : []))

it('finds the times of a text and keeps everything else', () => {
  const text = 'Seen 3 times, first at 2026-11-25T22:04:26.892Z, last at 2026-11-25T22:54:26+01:00.'
  expect(timesIn(text)).toEqual(['2026-11-25T22:04:26.892Z', '2026-11-25T22:54:26+01:00'])
  expect(
    splitTimes(text)
      .map(({ part }) => part)
      .join(''),
  ).toBe(text)
})

it('takes nothing for a time that is none', () => {
  for (const text of ['', '2026-11-25', '2026-13-45T99:99:99Z', 'TLS1.2', '2026-11-25T22:04:26'])
    expect(timesIn(text)).toEqual([])
})
