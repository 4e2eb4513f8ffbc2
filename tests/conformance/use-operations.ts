import { afterAll, beforeAll } from 'vitest'
import { createApi, handlers } from '#api'
import { operations } from '#contract'
import type { OperationId, OperationRow, Role } from '#contract'
import { silentLog, TestClock } from '#kernel'
import { writePreview } from '#pages'
import { anAccount, everyRepository, noRecords, testRenderer, testOutlet, testStore } from '../support/api.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { useDatabase } from '../support/database.ts'
import { exampleCall } from './example-call.ts'
import { examples } from './examples.ts'
import { injectOperation } from './inject-operation.ts'
import type { Injected, OperationCall } from './inject-operation.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'

/** Every operation with its name. */
export const rows: readonly (readonly [OperationId, OperationRow])[] = Object.entries(operations).map(([id, row]) => [
  operationId(id),
  row,
])

/** Sound because the name is a key of the table. */
function operationId(name: string): OperationId {
  return name as OperationId
}

export const those = (fits: (row: OperationRow) => unknown) => rows.filter(([, row]) => Boolean(fits(row)))
export const isPublic = (row: OperationRow): boolean => row.access === 'public'
/** Whether an operation concerns the installation, and answers 403 to every account but the first. */
export const isForOperators = (id: OperationId): boolean => examples[id]?.answers === 403
export const codeOf = (answer: Injected): unknown => answer.json().attributes?.code

type Api = ReturnType<typeof createApi>

/** The API of a test file, with two accounts that have one resource of each kind. */
export interface OperationsScene {
  readonly app: () => Api
  readonly owner: () => SeededAccount
  readonly otherAccount: () => SeededAccount
  readonly newAccount: () => Promise<SeededAccount>
  readonly database: ReturnType<typeof useDatabase>
  /** Calls with the key of the account and an example of what the operation takes, but for what is given. */
  readonly call: (id: OperationId, seed: SeededAccount, more?: Partial<OperationCall>) => Promise<Injected>
  /** A key of the owner's account with a role. */
  readonly keyOf: (role: Role) => Promise<string>
  /** Another API on the same database, with the limits of a service. */
  readonly limitedApi: () => Api
}

export function useOperations(): OperationsScene {
  const database = useDatabase()
  const clock = new TestClock()
  const store = () => testStore(database.db())
  let made: { app: Api; owner: SeededAccount; otherAccount: SeededAccount; files: ReturnType<typeof testArtifacts> }
  const optionsOf = (artifacts: ReturnType<typeof testArtifacts>) => ({
    repositoryGrants: everyRepository,
    store: store(),
    clock,
    log: silentLog,
    serviceName: 'service',
    publicUrl: 'http://localhost:3000',
    handlers,
    artifacts: artifacts.tools,
    channels: testOutlet(clock),
    lookUpRecords: noRecords,
    renderDashboard: testRenderer(store(), clock),
    writePreview,
  })
  beforeAll(async () => {
    const files = testArtifacts(store(), clock)
    // These tests make more calls in a window than one client may.
    const app = createApi({ ...optionsOf(files), defaultLimit: { requests: 100_000, seconds: 60 } })
    // Owners of the first account may do more than those of the accounts here.
    await anAccount(store(), clock)
    clock.advance(1000)
    const [owner, otherAccount] = [
      await seedAccount({ app, store: store(), clock }),
      await seedAccount({ app, store: store(), clock }),
    ]
    made = { app, owner, otherAccount, files }
  })
  afterAll(async () => {
    await made.app.close()
    made.files.remove()
  })

  /** One key of the owner's account for each role. */
  const keysOfRoles = new Map<Role, Promise<string>>()
  return {
    app: () => made.app,
    owner: () => made.owner,
    otherAccount: () => made.otherAccount,
    newAccount: () => seedAccount({ app: made.app, store: store(), clock }),
    database,
    call: (id, seed, more = {}) =>
      injectOperation(made.app, operations[id], { ...exampleCall(id, seed), key: seed.key, ...more }),
    keyOf: (role) => {
      const key = keysOfRoles.get(role) ?? made.owner.keyWithRole(role)
      keysOfRoles.set(role, key)
      return key
    },
    limitedApi: () => createApi(optionsOf(made.files)),
  }
}
