import { expect, it } from 'vitest'
import { screensWithTimes, storedThings, timesOn } from './testing/index.ts'

it.each(screensWithTimes)(
  'in the United States, %s says AM or PM at every time of day (%s)',
  async (_name, address) => {
    expect((await timesOn(address, { locale: 'en-US' })).bare).toEqual([])
  },
)

it('charts draw times of day at their axes', async () => {
  const { withHalf, drawn } = await timesOn(`/checks/${storedThings.check}`, { locale: 'en-US' })
  expect(withHalf.length).toBeGreaterThan(2)
  expect(drawn.withHalf.length).toBeGreaterThan(2)
})
