import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { runOutageWorld } from './run-outage-world.ts'

const database = useDatabase()
/** Worlds that are known to have outages which may not be missed. */
const knownSeeds = [2]

describe.each(knownSeeds)('targets with a history of their own (TEST_SEED=%i)', (seed) => {
  it.each([1, 2] as const)(
    'whatever happens to %i servers, one that was up is never alerted and one that was down long enough always is',
    async (servers) => {
      const { world, notifiable, problems } = await runOutageWorld(database.db(), seed, servers)
      expect(problems).toEqual([])
      expect(notifiable, 'a world whose outages may all be missed proves nothing').toBeGreaterThan(0)
      const alerts = world.targets.flatMap((target) => target.sentAlerts)
      expect(alerts.length, 'a world without alerts proves nothing').toBeGreaterThan(10)
    },
  )
})
