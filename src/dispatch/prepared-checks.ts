import { findPreparedVersions, findVariablesOfAccounts, openClientCertificates } from '#storage'
import type { PreparedVersions, Store } from '#storage'
import { LRUCache } from 'lru-cache'
import { loadEffectiveChecks } from './effective-checks.ts'
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
  readonly #kept = new LRUCache<string, { readonly stamp: string; readonly prepared: PreparedCheck }>({ max: capacity })

  constructor(store: Store) {
    this.#store = store
  }

  /** Prepared checks by check id. Deleted checks are absent. */
  async get(checkIds: readonly string[]): Promise<Map<string, PreparedCheck>> {
    const versions = await findPreparedVersions(this.#store.db, checkIds)
    const stale = versions.filter((row) => this.#kept.peek(row.checkId)?.stamp !== stampOf(row))
    if (stale.length > 0) await this.#prepare(stale)
    return new Map(versions.flatMap((row) => this.#use(row.checkId)))
  }

  #use(checkId: string): [string, PreparedCheck][] {
    const kept = this.#kept.get(checkId)
    return kept ? [[checkId, kept.prepared]] : []
  }

  async #prepare(stale: readonly PreparedVersions[]): Promise<void> {
    const { db, seal } = this.#store
    const effective = await loadEffectiveChecks(
      db,
      seal,
      stale.map((row) => row.checkId),
    )
    const accountIds = [...new Set(stale.map((row) => row.accountId))]
    const variables = await findVariablesOfAccounts(db, seal, accountIds)
    const certificates = Map.groupBy(await openClientCertificates(db, seal, accountIds), (one) => one.accountId)
    for (const row of stale) {
      const check = effective.get(row.checkId)
      if (!check) continue
      const own = {
        variables: variables.get(row.accountId) ?? [],
        certificates: certificates.get(row.accountId) ?? [],
      }
      const prepared = prepareCheck(check, own.variables, own.certificates)
      this.#kept.set(row.checkId, { stamp: stampOf(row), prepared })
    }
  }
}

const stampOf = (row: PreparedVersions): string =>
  `${row.version}/${row.groupId ?? ''}:${row.groupVersion ?? ''}/${row.variablesVersion}`
