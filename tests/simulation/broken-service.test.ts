import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { OutageWorld } from './outage-world.ts'
import type { Breakage } from './simulated-server.ts'

const database = useDatabase()

describe('the invariant of outages notices a service', () => {
  it.each<[string, number, Breakage, RegExp]>([
    [
      'that reports what runs saw while it stood still',
      1,
      { keepsStalledRuns: true },
      /^check \d+: alerted at \d+ though/,
    ],
    [
      'that takes the clock of its machine for the time',
      5,
      { trustsClock: true },
      /^check \d+: down since \d+, not alerted/,
    ],
    ['that evaluates heartbeats after it was away', 1, { skipsExcuses: true }, /^heartbeat \d+: alerted at \d+ though/],
  ])('%s', async (_what, seed, broken, problem) => {
    const world = new OutageWorld(database.db(), seed, { servers: 1, minutes: 20, broken })
    await world.create()
    const { problems } = await world.run()
    expect(problems.filter((found) => problem.test(found))).not.toEqual([])
  })
})
