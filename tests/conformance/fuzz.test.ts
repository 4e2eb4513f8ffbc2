import { expect, it } from 'vitest'
import { testSeed } from '../support/test-seed.ts'
import { batchSize, described, runs, samples, useHostileApi } from './hostile-api.ts'

const atOnce = 4
const api = useHostileApi()

it(`no request of ${runs} hostile ones is answered by a mistake of ours (TEST_SEED=${testSeed})`, async () => {
  const failures = []
  for (let done = 0; done < runs && failures.length < 20; done += batchSize) {
    const account = await api.newAccount()
    const requests = samples(account, runs - done, done)
    while (requests.length > 0) {
      // Several at once, so that verbs meet each other.
      const together = requests.splice(0, atOnce)
      const answers = await Promise.all(together.map((request) => api.send(request, account.key)))
      const broken = together.filter((_request, index) => (answers[index]?.statusCode ?? 500) >= 500)
      if (broken.length > 0) failures.push({ broken: broken.map(described), loggedErrors: api.loggedErrors.splice(0) })
    }
  }
  if (process.env['FUZZ_RUNS']) console.log(api.statistics)
  expect(failures).toEqual([])
})
