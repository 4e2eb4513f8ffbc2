import { expect, it } from 'vitest'
import { dayMs } from '#kernel'
import { useProcessScene } from '../support/process-scene.ts'

const scene = useProcessScene()

it('when the clock of the machine is turned by a day and back, checks go on at once, and health says why it is red until it is right again', async () => {
  await scene.untilEveryCheckHasRun()
  scene.server.turnClock(dayMs)
  const health = await scene.untilHealth(503)
  expect(health.reasons.join(' ')).toContain('jumped by 86400 s')
  await scene.untilEveryCheckHasRunAgain()
  expect((await scene.healthIs(503))?.reasons.join(' ')).toContain('disagree by 86400 s')
  scene.server.turnClock(0)
  await scene.untilHealth(200)
})

it('whatever was done, no slot ran twice, no target that was up failed and nobody was alerted', async () => {
  expect(await scene.damage()).toEqual({ slotsRunTwice: [], failuresOfTargetsUp: [], alerts: 0 })
})
