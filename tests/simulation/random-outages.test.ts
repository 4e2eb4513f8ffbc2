import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { testSeed } from '../support/test-seed.ts'
import { runOutageWorld } from './run-outage-world.ts'

const database = useDatabase()

// Of a world drawn at random nobody knows how many of its outages may be missed; the invariant holds all the same.
describe(`targets with any history (TEST_SEED=${testSeed})`, () => {
  it.each([1, 2] as const)(
    'whatever happens to %i servers, one that was up is never alerted and one that was down long enough always is',
    async (servers) => {
      expect((await runOutageWorld(database.db(), testSeed, servers)).problems).toEqual([])
    },
  )
})
