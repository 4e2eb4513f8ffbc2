import { expect, it } from 'vitest'
import { dayMs } from '#kernel'
import { useProcessScene } from '../support/process-scene.ts'

const scene = useProcessScene()

it('when the clock of the machine is turned by a day and back, checks go on at once, and health says why it is red until it is right again', async () => {
  await scene.untilEveryCheckHasRun()
  scene.server.turnClock(dayMs)
  expect(await scene.untilHealthSays('jumped by 86400 s')).toContain('clock')
  await scene.untilEveryCheckHasRunAgain()
  expect(await scene.untilHealthSays('differ by 86400 s')).toContain('clock')
  scene.server.turnClock(0)
  await scene.untilHealth(200)
})

it('whatever was done, no slot ran twice, no target that was up failed and nobody was alerted', async () => {
  expect(await scene.damage()).toEqual({ slotsRunTwice: [], failuresOfTargetsUp: [], alerts: 0 })
})
