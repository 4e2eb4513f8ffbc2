import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { packEverything, replayAlerts } from './replay-of-alerts.ts'
import type { ReplayedCheck } from './replay-of-alerts.ts'
import { runOutageWorld } from './run-outage-world.ts'

const fiveRuns = { alertSettings: { runBasedEscalation: { failedRunThreshold: 5 } } } as const
const replayedOf = ({ name, replayed }: ReplayedCheck) => ({ name, alerts: replayed })
const recordedOf = ({ name, recorded }: ReplayedCheck) => ({ name, alerts: recorded })

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

      const replays = await replayAlerts(world.store, world.accountId, world.runChecks, fiveRuns)
      expect(replays.map(replayedOf)).toEqual(replays.map(recordedOf))
      const different = replays.filter(({ recorded, proposed }) => recorded.length !== proposed.length)
      expect(different.length, 'a replay that ignores its settings proves nothing').toBeGreaterThan(0)

      expect(await packEverything(world.store)).toBeGreaterThan(100)
      const packed = await replayAlerts(world.store, world.accountId, world.runChecks, fiveRuns)
      expect(packed, 'packing changes no replay').toEqual(replays)
    },
  )
})
