import { findDryRunChecks, findPreparedVersions, findVariablesOfAccounts, openClientCertificates } from '#storage'
import type { PreparedVersions, Store } from '#storage'
import { LRUCache } from 'lru-cache'
import { loadEffectiveChecks, withGroups } from './effective-checks.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import { prepareCheck } from './prepare-run.ts'
import type { PreparedCheck } from './prepared-check.ts'

/** How many prepared checks one process keeps. */
const capacity = 20_000

/**
 * A cache of prepared checks by id, valid while the versions they were prepared from are current. Every claim reads the
 * versions, so a changed check, variable or group takes effect with the next run.
 */
export class PreparedChecks {
  readonly #store: Store
  readonly #cache = new LRUCache<string, { readonly stamp: string; readonly prepared: PreparedCheck }>({
    max: capacity,
  })

  constructor(store: Store) {
    this.#store = store
  }

  /** Prepared checks by check id. Deleted checks are absent. */
  async get(checkIds: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const versions = await findPreparedVersions(this.#store.db, checkIds)
    const outdated = versions.filter((row) => this.#cache.peek(row.checkId)?.stamp !== stampOf(row))
    if (outdated.length > 0) await this.#prepare(outdated)
    return new Map(versions.flatMap((row) => this.#use(row.checkId)))
  }

  #use(checkId: string): [string, PreparedCheck][] {
    const cache = this.#cache.get(checkId)
    return cache ? [[checkId, cache.prepared]] : []
  }

  /** The unsaved checks of dry runs, by the id of the dry run. They are prepared once, so they are not cached. */
  async prepareDryRuns(ids: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const { db, encryption } = this.#store
    const drafts = [...(await findDryRunChecks(db, encryption, ids)).values()]
    if (drafts.length === 0) return new Map()
    return this.#prepareEffective(await withGroups(db, encryption, drafts))
  }

  async #prepare(outdated: readonly PreparedVersions[]): Promise<void> {
    const { db, encryption } = this.#store
    const effective = await loadEffectiveChecks(
      db,
      encryption,
      outdated.map((row) => row.checkId),
    )
    const prepared = await this.#prepareEffective(effective)
    for (const row of outdated) {
      const check = prepared.get(row.checkId)
      if (check) this.#cache.set(row.checkId, { stamp: stampOf(row), prepared: check })
    }
  }

  async #prepareEffective(checks: ReadonlyMap<string, EffectiveCheck>): Promise<Map<string, PreparedCheck>> {
    const { db, encryption } = this.#store
    const accountIds = [...new Set([...checks.values()].map(({ own }) => own.accountId))]
    const variables = await findVariablesOfAccounts(db, encryption, accountIds)
    const certificates = Map.groupBy(await openClientCertificates(db, encryption, accountIds), (one) => one.accountId)
    return new Map(
      [...checks].map(([id, check]) => {
        const { accountId } = check.own
        return [id, prepareCheck(check, variables.get(accountId) ?? [], certificates.get(accountId) ?? [])]
      }),
    )
  }
}

const stampOf = (row: PreparedVersions): string =>
  `${row.version}/${row.groupId ?? ''}:${row.groupVersion ?? ''}/${row.variablesVersion}`
