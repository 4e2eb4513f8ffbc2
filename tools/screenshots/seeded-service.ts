import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '#kernel'
import type { Clock } from '#kernel'
import { artifactTools, readSettings, startServer } from '#server'
import { migrate, openDatabase } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'
import { testSecretKey, testStore } from '../../tests/support/api.ts'
import type { ShownService } from '../../tests/support/browser-scene.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { ServiceTestClock } from '../../tests/support/service-clock.ts'
import type { Call } from '../../tests/support/test-server.ts'
import { seed } from '../seed/main.ts'

export interface SeededService extends ShownService {
  /** With the key of the owner. */
  readonly call: Call
  stop(): Promise<void>
}

/**
 * A service in this process with its interface and the account of `npm run seed`, whose history of `days` ends now. From
 * then on its time stands still.
 */
export async function startSeededService(days: number): Promise<SeededService> {
  await using undo = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-screenshots-'))
  undo.defer(() => rm(dataDir, { recursive: true, force: true }))
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLog })
  undo.defer(() => embedded.stop())
  const { connectionString } = embedded
  const db = openDatabase({ connectionString, maxConnections: 8 })
  undo.defer(() => db.close())
  await migrate(db)
  const [store, port, clock] = [testStore(db), await freePort(), new ServiceTestClock(Date.now())]
  const read = readSettings({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: connectionString,
    BELFRY_DATA_DIR: dataDir,
    BELFRY_SECRET_KEY: testSecretKey,
    BELFRY_ROLES: 'api',
    BELFRY_INTERFACE: 'true',
    BELFRY_REQUEST_LIMIT: '1000000',
  })
  if ('mistakes' in read) throw new Error(read.mistakes.join('\n'))
  const { settings } = read
  const storeFiles = (time: Clock) => artifactTools(settings, { store, clock: time, log: silentLog })
  const { apiKey } = await seed(store, { days, port, endMs: clock.now(), storeFiles })
  const readDatabaseClock = async (): Promise<number> => clock.now()
  const server = await startServer(settings, silentLog, { clock, readDatabaseClock })
  undo.defer(() => server.stop())
  const url = `http://localhost:${port}`
  await eventually('the interface to be built', async () => (await fetch(`${url}/sign-in`)).status === 200)
  const all = undo.move()
  return {
    url,
    db,
    store,
    clock,
    call: async (method, path) => {
      const answer = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${apiKey}` } })
      return { status: answer.status, body: await answer.json() }
    },
    advance: async (ms) => clock.advance(ms),
    describe: () => '',
    stop: () => all.disposeAsync(),
  }
}
