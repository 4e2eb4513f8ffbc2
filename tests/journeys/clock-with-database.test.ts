import { describe, expect, it } from 'vitest'
import { useClockScene } from '../support/clock-scene.ts'
import { eventually } from '../support/server-process.ts'

const second = 1_000
const scene = useClockScene()

describe('when the clock of the machine is turned', () => {
  it('back together with the clock of the database, it is believed after a while and approached slowly', async () => {
    await scene.turnDatabaseClock(-100)
    scene.server.turnClock(-100 * second)
    await scene.untilHealth(503)
    const health = await scene.untilHealth(200)
    const clocks = health.findings.find(({ name }) => name === 'clocks')
    expect(clocks?.message).toMatch(/went back\. Recorded times are \d+ s ahead/)
  })

  it('forward together with the clock of the database, it is followed after a while without false alarms', async () => {
    const before = await scene.resultCounts()
    await scene.turnDatabaseClock(200)
    scene.server.turnClock(200 * second)
    await scene.untilHealth(503)
    await scene.untilHealth(200)
    const [row] = await scene.db.rows<{ ahead: number }>(
      `select extract(epoch from latest_at - clock_timestamp())::int as ahead from service_time`,
    )
    expect(row?.ahead).toBeGreaterThan(190)
    await eventually('new results of every check', () => scene.haveNewResults(before))
  })

  it('whatever was done, no slot ran twice, no target that was up failed and nobody was alerted', async () => {
    expect(await scene.damage()).toEqual({ slotsRunTwice: [], failuresOfTargetsUp: [], alerts: 0 })
  })
})
