import { randomId, TestClock, timeOrderedId } from '#kernel'
import type { Role } from '#contract'
import { createCheck } from '#management'
import type { CheckInput } from '#management'
import { mountPublicPages, PageDomains } from '#pages'
import { insertCheckResults, insertCheckSessions } from '#storage'
import type { CheckSessionRow, Database, NewCheckResult } from '#storage'
import { aTestApi, anAccount, testStore } from './api.ts'
import type { TestAccount } from './api.ts'
import { clientAddress, handlers } from '#api'

export interface TestAnswer {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Send = (method: Method, url: string, body?: object | string) => Promise<TestAnswer>

/** The whole API on the database of a test file, one account, and a clock that stands still. */
export class TestService {
  readonly clock = new TestClock('2026-03-01T12:00:00.000Z')
  readonly db: Database
  readonly #api: ReturnType<typeof aTestApi>

  constructor(db: Database) {
    this.db = db
    const { clock, store } = this
    const publicUrl = 'https://belfry.example'
    const domains = new PageDomains(store, clock, publicUrl)
    const pages = { store, clock, publicUrl, domains, canMail: true, clientAddress }
    this.#api = aTestApi({
      db,
      handlers,
      clock,
      publicUrl,
      extraRoutes: (app, limitTo, faultOf) => mountPublicPages(app, { ...pages, limitTo, faultOf }),
      rewriteUrl: domains.rewriteUrl,
    })
  }

  get store() {
    return testStore(this.db)
  }

  account(): Promise<TestAccount> {
    return anAccount(this.store, this.clock)
  }

  /** Calls with a key, or without one. */
  as(key: string | null, headers: Record<string, string> = {}): Send {
    return async (method, url, body) => {
      const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
      const response = await this.#api.inject({
        method,
        url,
        headers: { ...authorization, ...headers },
        ...(body ? { payload: body } : {}),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const parsed: unknown = isJson ? response.json() : undefined
      return { status: response.statusCode, body: parsed, text: response.body, headers: response.headers }
    }
  }

  /** The id of a new check of an account. */
  async check(accountId: string, changes: object = {}): Promise<string> {
    const body = { ...tcp, ...changes } as unknown as CheckInput & { readonly checkType?: 'TCP' }
    return this.#created(accountId, body.checkType ?? 'TCP', body)
  }

  async #created(accountId: string, checkType: 'TCP' | 'HEARTBEAT', body: CheckInput): Promise<string> {
    const caller = { accountId, role: 'OWNER' as Role, nowMs: this.clock.now() }
    const { check } = await createCheck(this.store, caller, { checkType, body, autoAssignAlerts: false })
    return check.id
  }

  heartbeat(accountId: string): Promise<string> {
    const period = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' } as const
    return this.#created(accountId, 'HEARTBEAT', { name: 'backup', heartbeat: period } as unknown as CheckInput)
  }

  /** A stored session of a check; its id. */
  async session(accountId: string, checkId: string, changes: Partial<CheckSessionRow> = {}): Promise<string> {
    const id = timeOrderedId(this.clock.now())
    await insertCheckSessions(this.db, [
      {
        account_id: accountId,
        id,
        check_id: checkId,
        check_type: 'TCP',
        check_name: 'database',
        run_source: 'SCHEDULER',
        status: 'STARTED',
        locations: ['eu-west-1'],
        started_at: new Date(this.clock.now()),
        ...changes,
      },
    ])
    return id
  }

  /** A stored result of a check; its id. */
  async result(accountId: string, checkId: string, changes: Partial<NewCheckResult> = {}): Promise<string> {
    const now = new Date(this.clock.now())
    const id = timeOrderedId(this.clock.now())
    const row: NewCheckResult = {
      account_id: accountId,
      check_id: checkId,
      id,
      session_id: randomId(),
      sequence_id: id,
      check_name: 'database',
      check_type: 'TCP',
      location: 'eu-west-1',
      run_source: 'SCHEDULER',
      result_type: 'FINAL',
      attempt: 1,
      outcome: 'passed',
      has_errors: false,
      over_max_response_time: false,
      response_time_ms: 12.5,
      status_code: null,
      error: null,
      scheduled_for: now,
      started_at: now,
      stopped_at: now,
      created_at: now,
      detail: { tcpCheckResult: { requestError: null }, reasons: [{ kind: 'failure' }] },
      ...changes,
    }
    await insertCheckResults(this.db, [row])
    return row.id
  }
}

const tcp = { name: 'database', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
