import { expect, it } from 'vitest'
import { screensWithTimes, timesOn } from './testing/index.ts'

it.each(screensWithTimes)('no time of day on %s has AM or PM in Britain and in German (%s)', async (_name, address) => {
  expect((await timesOn(address, { locale: 'en-GB' })).withHalf).toEqual([])
  expect((await timesOn(address, { language: 'de' })).withHalf).toEqual([])
})
