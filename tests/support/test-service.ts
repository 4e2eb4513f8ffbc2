import type { BlobStore } from '#artifacts'
import { randomId, TestClock, timeOrderedId } from '#kernel'
import { selfHosted } from '#contract'
import type { Allowances, CheckType, Role } from '#contract'
import { createCheck } from '#management'
import { plainMailHtml, plainMailText } from '#channels'
import { webPushKeys } from './web-push-keys.ts'
import { builtInLanguages } from '#page-texts'
import type { PageLanguages } from '#page-texts'
import { mountPublicPages, PageDomains, prose, writeIncidentPage } from '#pages'
import type { SendToSource } from '#importing'
import type { FetchFeed, LookUpRecords } from '#publishing'
import { insertCheckResults, insertCheckSessions } from '#storage/runs'
import type { Database } from '#storage/database'
import type { CheckSessionRow, NewCheckResult } from '#storage/runs'
import { aTestApi, anAccount, testOutlet, testStore } from './api.ts'
import type { TestAccount } from './api.ts'
import { checkResultRow } from './check-result-row.ts'
import { clientAddress, handlers } from '#api'
import type { ApiOptions } from '#api'
import { checkInput } from './check-input.ts'

export interface TestAnswer {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  /** The body as it is sent. */
  readonly bytes: Buffer
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Send = (method: Method, url: string, body?: object | string) => Promise<TestAnswer>

/** The parts of the service that a test may set. */
type TestTools = Parameters<typeof testOutlet>[1] & {
  /** Whether there is a mail server. Default: there is. */
  readonly canMail?: boolean
  /** How long public pages are answered from memory; by default they are rendered for every request. */
  readonly cacheMs?: number
  /** Where readers reach the service. */
  readonly publicUrl?: string
  /** Default: no page of a provider can be reached. */
  readonly fetchFeed?: FetchFeed
  /** Default: no API of another tool can be reached. */
  readonly sendToSource?: SendToSource
  /** Default: there are no records. */
  readonly lookUpRecords?: LookUpRecords
  /** Of status pages. Default: those of the product. */
  readonly languages?: PageLanguages
  /** Where files of runs are. Default: nowhere. */
  readonly blobs?: BlobStore
  /** Where browsers open files of runs. Default: nowhere. */
  readonly artifactsUrl?: string
  /** What `/probe` may run. Default: nothing. */
  readonly probe?: ApiOptions['probe']
}

/** The type of a check, TCP if absent, and the fields of its body that matter to a test. */
type NewCheck = Readonly<Record<string, unknown>> & { readonly checkType?: CheckType }

/** The whole API on the database of a test file, one account, and a clock that stands still. */
export class TestService {
  readonly clock = new TestClock('2026-03-01T12:00:00.000Z')
  readonly db: Database
  readonly #api: () => ReturnType<typeof aTestApi>

  constructor(
    db: Database,
    allowances: Allowances = {},
    {
      cacheMs = 0,
      canMail = true,
      publicUrl = 'https://belfry.example',
      blobs,
      artifactsUrl,
      lookUpRecords,
      fetchFeed,
      languages = builtInLanguages,
      sendToSource,
      probe,
      ...tools
    }: TestTools = {},
  ) {
    this.db = db
    const { clock, store } = this
    const domains = new PageDomains(store, clock, publicUrl)
    const webPushKey = webPushKeys.publicKey
    const shown = { canMail, webPushKey, clientAddress, allowances, cacheMs, languages }
    const pages = { store, clock, publicUrl, domains, ...shown }
    const makeApi = () =>
      aTestApi({
        db,
        handlers,
        channels: testOutlet(clock, tools),
        planTerms: { ...selfHosted, allowances },
        staticIps: { 'eu-west-1': { ipv4: ['192.0.2.1'], ipv6: [] } },
        clock,
        incidentWriter: {
          page: (event, page) => writeIncidentPage(event, page, pages),
          mail: (mail) => ({ text: plainMailText(mail), html: plainMailHtml(mail) }),
          update: (text) => prose(text).toString(),
          postMortem: (text) => prose(text, 'below the second level').toString(),
        },
        ...(blobs && { blobs }),
        ...(lookUpRecords && { lookUpRecords }),
        ...(fetchFeed && { fetchFeed }),
        ...(sendToSource && { sendToSource }),
        ...(probe && { probe }),
        ...(artifactsUrl !== undefined && { artifactsUrl }),
        publicUrl,
        pageLanguages: languages,
        extraRoutes: (app, limitTo, faultOf) => mountPublicPages(app, { ...pages, limitTo, faultOf }),
        rewriteUrl: domains.rewriteUrl,
      })
    let api: ReturnType<typeof makeApi> | undefined
    // Most tests of rooms below the API send nothing, and mounting its routes costs a fifth of a second.
    this.#api = () => (api ??= makeApi())
  }

  get store() {
    return testStore(this.db)
  }

  account(): Promise<TestAccount> {
    return anAccount(this.store, this.clock)
  }

  /** A new account, with the calls of its owner. */
  async owner(): Promise<{ readonly account: TestAccount; readonly send: Send }> {
    const account = await this.account()
    return { account, send: this.as(account.key) }
  }

  /** Calls with a key, or without one. */
  as(key: string | null, headers: Record<string, string> = {}): Send {
    return async (method, url, body) => {
      const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
      const response = await this.#api().inject({
        method,
        url,
        headers: { ...authorization, ...headers },
        ...(body ? { payload: body } : {}),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const parsed: unknown = isJson ? response.json() : undefined
      return {
        status: response.statusCode,
        body: parsed,
        text: response.body,
        headers: response.headers,
        bytes: response.rawPayload,
      }
    }
  }

  /** The id of a new check of an account. */
  async check(accountId: string, changes: NewCheck = {}): Promise<string> {
    return this.#created(accountId, changes.checkType ?? 'TCP', checkInput({ ...tcp, ...changes }))
  }

  async #created(accountId: string, checkType: CheckType, body: ReturnType<typeof checkInput>): Promise<string> {
    const caller = { accountId, role: 'OWNER' as Role, nowMs: this.clock.now() }
    const { check } = await createCheck(this.store, caller, { checkType, body, autoAssignAlerts: false })
    return check.id
  }

  heartbeat(accountId: string): Promise<string> {
    const period = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' } as const
    return this.#created(accountId, 'HEARTBEAT', checkInput({ name: 'backup', heartbeat: period }))
  }

  /** A stored session of a check; its id. */
  async session(accountId: string, checkId: string, changes: Partial<CheckSessionRow> = {}): Promise<string> {
    const id = timeOrderedId(this.clock.now())
    await insertCheckSessions(this.db, [
      {
        accountId,
        id,
        checkId,
        checkType: 'TCP',
        checkName: 'database',
        runSource: 'SCHEDULER',
        status: 'STARTED',
        locations: ['eu-west-1'],
        startedAt: new Date(this.clock.now()),
        ...changes,
      },
    ])
    return id
  }

  /** A stored result of a check; its id. */
  async result(accountId: string, checkId: string, changes: Partial<NewCheckResult> = {}): Promise<string> {
    const row = checkResultRow({ accountId, checkId }, this.clock.now(), {
      sessionId: randomId(),
      detail: { tcpCheckResult: { requestError: null }, reasons: [{ kind: 'failure' }] },
      ...changes,
    })
    await insertCheckResults(this.db, [row])
    return row.id
  }
}

const tcp = { name: 'database', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
