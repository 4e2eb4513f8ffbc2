import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { createApi, handlers } from '#api'
import { silentLog, TestClock } from '#kernel'
import type { Log } from '#kernel'
import { writePreview } from '#pages'
import { everyRepository, noRecords, testOutlet, testRenderer, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { givenSeed, testSeed } from '../support/test-seed.ts'
import { hostileRequest } from './hostile-requests.ts'
import type { HostileRequest } from './hostile-requests.ts'
import type { Injected } from './inject-operation.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'

/** How many requests are made; more by hand: `FUZZ_RUNS=50000 TEST_SEED=7 npm test -- tests/conformance/fuzz.test.ts`. */
export const runs = Number(process.env['FUZZ_RUNS'] ?? (givenSeed === undefined ? 900 : 3000))
/** How many requests one account gets. */
export const batchSize = 150

/** An API on a database, with accounts that are attacked. It is called at the top of a test file. */
export function useHostileApi() {
  const database = useDatabase()
  const clock = new TestClock()
  const loggedErrors: string[] = []
  const statistics = new Map<number, number>()
  let app: ReturnType<typeof createApi>
  let artifacts: ReturnType<typeof testArtifacts>

  beforeAll(() => {
    const store = testStore(database.db())
    artifacts = testArtifacts(store, clock)
    app = createApi({
      artifacts: artifacts.tools,
      repositoryGrants: everyRepository,
      store,
      clock,
      log: errorsInto(loggedErrors),
      serviceName: 'service',
      publicUrl: 'http://localhost:3000',
      handlers,
      channels: testOutlet(clock),
      lookUpRecords: noRecords,
      renderDashboard: testRenderer(store, clock),
      writePreview,
      defaultLimit: { requests: 1_000_000, seconds: 60 },
    })
  })
  afterAll(async () => {
    await app.close()
    artifacts.remove()
  })

  async function send({ method, url, body, headers }: HostileRequest, key: string): Promise<Injected> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = body === undefined ? {} : { payload: body }
    const all = { authorization: `Bearer ${key}`, ...type, ...headers }
    const answering = app.inject({ method, url, remoteAddress: '192.0.2.1', headers: all, ...payload })
    const answer = await withTimeMoving(clock, answering)
    statistics.set(answer.statusCode, (statistics.get(answer.statusCode) ?? 0) + 1)
    clock.advance(1000)
    return answer
  }

  const put = async (url: string, key: string, payload: object): Promise<Injected> =>
    app.inject({ method: 'PUT', url, headers: { authorization: `Bearer ${key}` }, payload })
  const newAccount = (): Promise<SeededAccount> => seedAccount({ app, store: testStore(database.db()), clock })

  return { db: database.db, loggedErrors, statistics, newAccount, put, send }
}

function errorsInto(logged: string[]): Log {
  const note = (_fields: object, message: string): void => void logged.push(message)
  return {
    ...silentLog,
    warn: note,
    error: (fields, message) => note(fields, `${message} ${JSON.stringify(fields).slice(0, 700)}`),
  }
}

/** Requests about an account; the same ones for the same place in the sequence and seed. */
export const samples = (account: SeededAccount, count: number, from: number): HostileRequest[] =>
  fc.sample(hostileRequest(account), { numRuns: Math.min(batchSize, count), seed: testSeed + from })

const atOnce = 4

/** Sends the requests from one place of the sequence to another, and returns those that a mistake of ours answered. */
export async function findMistakes(
  api: ReturnType<typeof useHostileApi>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<object[]> {
  const failures: object[] = []
  for (let done = from; done < to && failures.length < 20; done += batchSize) {
    const account = await api.newAccount()
    const requests = samples(account, to - done, done)
    while (requests.length > 0) {
      // Several at once, so that verbs meet each other.
      const together = requests.splice(0, atOnce)
      const answers = await Promise.all(together.map((request) => api.send(request, account.key)))
      const broken = together.filter((_request, index) => (answers[index]?.statusCode ?? 500) >= 500)
      if (broken.length > 0) failures.push({ broken: broken.map(described), loggedErrors: api.loggedErrors.splice(0) })
    }
  }
  if (process.env['FUZZ_RUNS']) console.log(api.statistics)
  return failures
}

/** A request as a failure shows it. */
export const described = ({ operation, url, body }: HostileRequest) => ({
  operation,
  url: url.slice(0, 200),
  body: String(body).slice(0, 700),
})

/** Waiting operations wait on the clock of the test, so it moves until they have answered. */
async function withTimeMoving<T>(clock: TestClock, answering: Promise<T>): Promise<T> {
  let isOver = false
  const finish = (): void => void (isOver = true)
  void answering.then(finish, finish)
  while (!isOver) {
    clock.advance(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return answering
}
