import { describe, expect, it } from 'vitest'
import { useClockScene } from '../support/clock-scene.ts'
import { eventually } from '../support/server-process.ts'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const scene = useClockScene()

describe('when the clock of the machine is turned', () => {
  it.each([-hour, day])(
    'by %d ms and back, checks go on at once, health is red and says why, and green again afterwards',
    async (byMs) => {
      const before = await scene.resultCounts()
      scene.server.turnClock(byMs)
      const health = await scene.untilHealth(503)
      expect(health.reasons.join(' ')).toContain(`jumped by ${byMs / 1000} s`)
      await eventually('new results of every check', () => scene.haveNewResults(before))
      expect((await scene.healthIs(503))?.reasons.join(' ')).toContain(`disagree by ${Math.abs(byMs) / 1000} s`)
      scene.server.turnClock(0)
      await scene.untilHealth(200)
    },
  )

  it('whatever was done, no slot ran twice, no target that was up failed and nobody was alerted', async () => {
    expect(await scene.damage()).toEqual({ slotsRunTwice: [], failuresOfTargetsUp: [], alerts: 0 })
  })
})
