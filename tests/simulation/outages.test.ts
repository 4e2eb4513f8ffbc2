import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { OutageWorld } from './outage-world.ts'
import type { Breakage } from './simulated-server.ts'
import { troubleNames } from './troubles.ts'

const database = useDatabase()
const given = process.env['SIMULATION_SEED']
/** Of the first of them it is known that it has outages that may not be missed. */
const seeds = given === undefined ? [2, 5] : [Number(given)]
const isKnown = (seed: number): boolean => seed === 2
const minutes = Number(process.env['SIMULATION_MINUTES'] ?? 20)
const limitMs = 600_000

describe.each(seeds)('targets with a history of their own (SIMULATION_SEED=%i)', (seed) => {
  it.each([1, 2] as const)(
    'whatever happens to %i servers, one that was up is never alerted and one that was down long enough always is',
    async (servers) => {
      const world = new OutageWorld(database.db(), seed, { servers, minutes })
      await world.create()
      const { problems, judged } = await world.run()
      expect(problems).toEqual([])
      const told = world.targets.flatMap((target) => target.told)
      expect(judged, 'a world whose outages may all be missed proves nothing').toBeGreaterThan(isKnown(seed) ? 0 : -1)
      expect(told.length, 'a world without alerts proves nothing').toBeGreaterThan(isKnown(seed) ? 10 : 0)
      expect([...world.happened.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10)
      expect([...world.happened.keys()].filter((name) => !troubleNames.includes(name))).toEqual([])
    },
    limitMs,
  )
})

describe('the invariant notices a service', () => {
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
    ['that judges heartbeats after it was away', 1, { excusesNobody: true }, /^heartbeat \d+: alerted at \d+ though/],
  ])(
    '%s',
    async (_what, brokenSeed, broken, problem) => {
      const world = new OutageWorld(database.db(), brokenSeed, { servers: 1, minutes: 20, broken })
      await world.create()
      const { problems } = await world.run()
      expect(problems.filter((found) => problem.test(found))).not.toEqual([])
    },
    limitMs,
  )
})
