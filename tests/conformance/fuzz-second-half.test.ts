import { expect, it } from 'vitest'
import { testSeed } from '../support/test-seed.ts'
import { findMistakes, runs, useHostileApi } from './hostile-api.ts'

const api = useHostileApi()

it(`no request of the second half of ${runs} hostile ones is answered by a mistake of ours (TEST_SEED=${testSeed})`, async () => {
  expect(await findMistakes(api, { from: Math.ceil(runs / 2), to: runs })).toEqual([])
})
