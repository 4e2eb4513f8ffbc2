import { SystemClock, createEncryption, randomId, silentLog, TestClock } from '#kernel'
import { writePreview } from '#pages'
import type { Clock, Log } from '#kernel'
import { createApi } from '#api'
import { createChannelOutlet } from '#channels'
import { createEgress } from '#egress'
import type { ApiOptions } from '#api'
import { createKey, setUpFirstAccount } from '#management'
import type { RepositoryGrants, Role } from '#contract'
import { dashboardRenderer } from '#pages'
import type { LookUpRecords } from '#publishing'
import type { Database, Store } from '#storage/database'
import { webPushKeys } from './web-push-keys.ts'

/** The secret key of `testStore`. */
export const testSecretKey = 'a secret key for tests only'

export const testStore = (db: Database): Store => ({ db, encryption: createEncryption(testSecretKey) })

export interface TestAccount {
  readonly accountId: string
  /** Of the owner. */
  readonly key: string
  keyWithRole(role: Role): Promise<string>
}

/** A separate account for one test, with an owner's key. */
export async function anAccount(store: Store, clock: Pick<Clock, 'now'>): Promise<TestAccount> {
  const now = new Date(clock.now())
  const accountId = randomId()
  const key = `bfu_${randomId()}`
  await setUpFirstAccount(store, { accountId, apiKey: key, name: 'Account of a test' }, now)
  return {
    accountId,
    key,
    keyWithRole: async (role) => (await createKey(store, { kind: 'service', accountId, name: role, role }, now)).key,
  }
}

/** Every account may use every repository; tests share an installation. */
export const everyRepository: RepositoryGrants = new Map([['*', ['*']]])

export type TestApiOptions = Pick<ApiOptions, 'handlers'> & Partial<ApiOptions> & { readonly db: Database }

/** Egress to the receivers of the tests, without operator settings. */
export const testOutlet = (
  clock: Clock,
  tools: Partial<Parameters<typeof createChannelOutlet>[0]> = {},
): ReturnType<typeof createChannelOutlet> =>
  createChannelOutlet({
    http: createEgress({ allowPrivateTargets: true }, new SystemClock()).http,
    mail: null,
    slackBotToken: null,
    twilio: null,
    webPushKeys,
    serviceName: 'service',
    publicUrl: 'https://belfry.example',
    clock,
    ...tools,
  })

/** Name servers that have no records. */
export const noRecords: LookUpRecords = async () => ({ values: [] })

/** Renders previews of dashboards as the service does. */
export const testRenderer = (store: Store, clock: Clock) =>
  dashboardRenderer({ store, clock, publicUrl: 'http://localhost:3000' })

/** The API on a test database. Its clock stands still unless another one is passed. */
export function aTestApi({ db, ...options }: TestApiOptions): ReturnType<typeof createApi> {
  const log: Log = silentLog
  const clock = options.clock ?? new TestClock()
  return createApi({
    store: testStore(db),
    clock,
    channels: testOutlet(clock),
    lookUpRecords: noRecords,
    renderDashboard: testRenderer(testStore(db), clock),
    writePreview,
    webPushKey: webPushKeys.publicKey,
    log,
    serviceName: 'service',
    publicUrl: 'http://localhost:3000',
    repositoryGrants: everyRepository,
    ...options,
  })
}
