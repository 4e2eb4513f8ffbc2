import { describe, expect, it } from 'vitest'
import { useClockScene } from '../support/clock-scene.ts'
import { eventually } from '../support/server-process.ts'

const hour = 3_600_000
const scene = useClockScene()

describe('when the clock of the machine is turned', () => {
  it('back by an hour, an outage and a heartbeat that falls silent are alerted, and the recovery too', async () => {
    const silent = await scene.heartbeat('silent')
    expect((await fetch(silent)).status).toBe(200)
    expect(scene.alerts).toEqual([])
    scene.server.turnClock(-hour)
    await scene.target.down()
    await eventually('the alerts of both', async () => scene.alerts.length === 2)
    await scene.target.up()
    await eventually('the recovery', async () => scene.alerts.length === 3)
    scene.server.turnClock(0)
    const sent = scene.alerts
      .map(({ body }): Record<string, unknown> => JSON.parse(body))
      .map(({ alertType, checkName }) => `${String(checkName)}: ${String(alertType)}`)
    expect(sent.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'moody: ALERT_FAILURE',
      'moody: ALERT_RECOVERY',
      'silent: ALERT_FAILURE',
    ])
  })

  it('back while the service is stopped, it goes on at once after the start, with times after those stored', async () => {
    const before = await scene.resultCounts()
    await scene.stop()
    await scene.start(-hour)
    await eventually('new results of every check', () => scene.haveNewResults(before))
    expect((await scene.healthIs(503))?.reasons.join(' ')).toContain('disagree by 3600 s')
    scene.server.turnClock(0)
    await scene.untilHealth(200)
  })

  it('whatever was done, no slot ran twice, no target that was up failed and nobody else was alerted', async () => {
    expect(await scene.damage()).toEqual({ slotsRunTwice: [], failuresOfTargetsUp: [], alerts: 3 })
  })
})
