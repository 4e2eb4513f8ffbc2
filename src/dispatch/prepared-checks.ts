import {
  findDryRunChecks,
  findPreparedVersions,
  findRuntimesOfAccounts,
  findVariablesOfAccounts,
  openClientCertificates,
} from '#storage'
import type { PreparedVersions, Store } from '#storage'
import { LRUCache } from 'lru-cache'
import { prepareCode } from './code/prepare-code.ts'
import { loadEffectiveChecks, withGroups } from './effective-checks.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import { prepareCheck } from './prepare-run.ts'
import type { PreparedCheck } from './prepared-check.ts'

/** How many prepared checks one process keeps, and how many bytes their scripts may have together. */
const capacity = 20_000
const maxCodeBytes = 128_000_000

interface CachedCheck {
  readonly stamp: string
  /** The version of the snippets of its account; null when it has no scripts that import any. */
  readonly snippetsVersion: number | null
  readonly prepared: PreparedCheck
}

/**
 * A cache of prepared checks by id, valid while the versions they were prepared from are current. Every claim reads the
 * versions, so a changed check, variable, snippet or group takes effect with the next run.
 */
export class PreparedChecks {
  readonly #store: Store
  readonly #cache = new LRUCache<string, CachedCheck>({
    max: capacity,
    maxSize: maxCodeBytes,
    sizeCalculation: ({ prepared }) => 1 + (prepared.code?.bytes ?? 0),
  })

  constructor(store: Store) {
    this.#store = store
  }

  /** Prepared checks by check id. Deleted checks are absent. */
  async get(checkIds: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const versions = await findPreparedVersions(this.#store.db, checkIds)
    const all = new Map<string, PreparedCheck>()
    const outdated: PreparedVersions[] = []
    for (const row of versions) {
      const cached = this.#cache.get(row.checkId)
      if (cached && isCurrent(row, cached)) all.set(row.checkId, cached.prepared)
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
      if (!prepared) continue
      const snippetsVersion = prepared.code?.dependsOnSnippets ? row.snippetsVersion : null
      this.#cache.set(row.checkId, { stamp: stampOf(row), snippetsVersion, prepared })
    }
    return all
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

const isCurrent = (row: PreparedVersions, cached: CachedCheck): boolean =>
  cached.stamp === stampOf(row) && (cached.snippetsVersion ?? row.snippetsVersion) === row.snippetsVersion

const stampOf = (row: PreparedVersions): string =>
  `${row.version}/${row.groupId ?? ''}:${row.groupVersion ?? ''}/${row.variablesVersion}/${row.runtimeId}`
