import { findRuntimesOfAccounts } from '#storage/accounts'
import { findVariablesOfAccounts, openClientCertificates } from '#storage/checks'
import { findPreparedVersions } from '#storage/database'
import { findDryRunChecks } from '#storage/runs'
import type { PreparedVersions, Store } from '#storage/database'
import { secretsOfRequest } from '#contract'
import { LRUCache } from 'lru-cache'
import { prepareCode } from '../code/prepare-code.ts'
import { bytesOfCompact, bytesOfParts, compactCheck, expandedCheck, sharedPartsOf } from './compact-check.ts'
import type { CompactCheck, SharedParts } from './compact-check.ts'
import { loadEffectiveChecks, withGroups } from '#management'
import type { EffectiveCheck } from '#management'
import { loadTestJobs } from './load-run-checks.ts'
import { prepareCheck } from './prepare-run.ts'
import type { PreparedCheck } from './prepared-check.ts'

/** The cache of one process: a hundred thousand small checks take about 90 MB, scripts come to it. */
const defaultBytes = 128_000_000
/** Of accounts and groups whose parts are shared. */
const maxShared = 1_000

interface CachedCheck extends CompactCheck {
  readonly version: number
  /** The version of the snippets of its account; null when it has no scripts that import any. */
  readonly snippetsVersion: number | null
  readonly bytes: number
}

/**
 * A cache of prepared checks by id, valid while the versions they were prepared from are current. Every claim reads the
 * versions, so a changed check, variable, snippet or group takes effect with the next run.
 */
export class PreparedChecks {
  readonly #store: Store
  readonly #cache: LRUCache<string, CachedCheck>
  readonly #shared = new LRUCache<string, SharedParts>({ max: maxShared })

  /** Keeps what was used last, within `maxBytes`. */
  constructor(store: Store, maxBytes = defaultBytes) {
    this.#store = store
    this.#cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  /** About the memory of all that is kept. */
  get bytes(): number {
    return this.#cache.calculatedSize
  }

  /** Prepared checks by check id. Deleted checks are absent. */
  async get(checkIds: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const versions = await findPreparedVersions(this.#store.db, checkIds)
    const all = new Map<string, PreparedCheck>()
    const outdated: PreparedVersions[] = []
    for (const row of versions) {
      const cached = this.#cache.get(row.checkId)
      if (cached && isCurrent(row, cached)) all.set(row.checkId, expandedCheck(row.checkId, cached))
      else outdated.push(row)
    }
    if (outdated.length > 0) for (const [id, prepared] of await this.#prepare(outdated)) all.set(id, prepared)
    return all
  }

  /** The unsaved checks of dry runs, by the id of the dry run. They are prepared once, so they are not cached. */
  async prepareDryRuns(ids: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const { db, encryption } = this.#store
    const drafts = await findDryRunChecks(db, encryption, ids)
    if (drafts.length === 0) return new Map()
    const checks = drafts.map(({ check }) => check)
    const prepared = await this.#prepareEffective(await withGroups(db, encryption, checks))
    const traced = new Set(drafts.flatMap(({ check, includesTraces }) => (includesTraces ? [check.id] : [])))
    return new Map([...prepared].map(([id, one]) => [id, traced.has(id) ? { ...one, includesTraces: true } : one]))
  }

  /** The unsaved checks of test sessions, by check id. They run once, so they are not cached. */
  async prepareTestJobs(ids: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const jobs = await loadTestJobs(this.#store.db, this.#store.encryption, ids)
    if (jobs.size === 0) return new Map()
    const prepared = await this.#prepareEffective(jobs)
    const withOptions = ([id, one]: [string, PreparedCheck]): [string, PreparedCheck] => {
      const { streamsLogs: isWatched = false, updatesSnapshots = false } = jobs.get(id) ?? {}
      return [id, { ...one, isWatched, updateSnapshots: updatesSnapshots }]
    }
    return new Map([...prepared].map(withOptions))
  }

  /** Prepares and caches these checks, and returns them. */
  async #prepare(outdated: readonly PreparedVersions[]): Promise<Map<string, PreparedCheck>> {
    const { db, encryption } = this.#store
    const effective = await loadEffectiveChecks(
      db,
      encryption,
      outdated.map((row) => row.checkId),
    )
    const all = await this.#prepareEffective(effective)
    for (const row of outdated) {
      const prepared = all.get(row.checkId)
      const check = effective.get(row.checkId)
      if (prepared && check) this.#keep(row, prepared, hasOwnParts(check))
    }
    return all
  }

  #keep(row: PreparedVersions, prepared: PreparedCheck, isAlone: boolean): void {
    const stamp = stampOf(row)
    const known = isAlone ? undefined : this.#shared.get(stamp)
    const parts = known ?? sharedPartsOf(prepared, stamp)
    if (!isAlone) this.#shared.set(stamp, parts)
    const compact = compactCheck(prepared, parts)
    this.#cache.set(row.checkId, {
      ...compact,
      version: row.version,
      snippetsVersion: prepared.code?.dependsOnSnippets ? row.snippetsVersion : null,
      bytes: bytesOfCompact(compact) + (known ? 0 : bytesOfParts(parts)),
    })
  }

  async #prepareEffective(checks: ReadonlyMap<string, EffectiveCheck>): Promise<Map<string, PreparedCheck>> {
    const { db, encryption } = this.#store
    const accountIds = [...new Set([...checks.values()].map(({ own }) => own.accountId))]
    const variables = await findVariablesOfAccounts(db, encryption, accountIds)
    const certificates = Map.groupBy(await openClientCertificates(db, encryption, accountIds), (one) => one.accountId)
    const runtimeIds = await findRuntimesOfAccounts(db, accountIds)
    const codes = await prepareCode(db, checks.values())
    const prepare = ([id, check]: [string, EffectiveCheck]): [string, PreparedCheck] => {
      const { accountId } = check.own
      const runtimeId = runtimeIds.get(accountId)
      const account = {
        variables: variables.get(accountId) ?? [],
        certificates: certificates.get(accountId) ?? [],
        ...(runtimeId !== undefined && { runtimeId }),
      }
      return [id, prepareCheck(check, account, codes.get(id) ?? null)]
    }
    return new Map([...checks].map(prepare))
  }
}

/** Whether variables or secrets of a check are its own, so that no other check has the same. */
const hasOwnParts = ({ own, check }: EffectiveCheck): boolean =>
  own.settings.environmentVariables.length > 0 || secretsOfRequest(check.settings.request).length > 0

const isCurrent = (row: PreparedVersions, { version, parts, snippetsVersion }: CachedCheck): boolean =>
  version === row.version &&
  parts.stamp === stampOf(row) &&
  (snippetsVersion ?? row.snippetsVersion) === row.snippetsVersion

/** The versions that parts were made from: never older than these versions, which are read first. */
const stampOf = ({ accountId, groupId, groupVersion, variablesVersion, runtimeId }: PreparedVersions): string =>
  `${accountId}/${groupId ?? ''}:${groupVersion ?? ''}/${variablesVersion}/${runtimeId}`
