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

  async #prepare(outdated: readonly PreparedVersions[]): Promise<void> {
    const { db, encryption } = this.#store
    const effective = await loadEffectiveChecks(
      db,
      encryption,
      outdated.map((row) => row.checkId),
    )
    const accountIds = [...new Set(outdated.map((row) => row.accountId))]
    const variables = await findVariablesOfAccounts(db, encryption, accountIds)
    const certificates = Map.groupBy(await openClientCertificates(db, encryption, accountIds), (one) => one.accountId)
    for (const row of outdated) {
      const check = effective.get(row.checkId)
      if (!check) continue
      const own = {
        variables: variables.get(row.accountId) ?? [],
        certificates: certificates.get(row.accountId) ?? [],
      }
      const prepared = prepareCheck(check, own.variables, own.certificates)
      this.#cache.set(row.checkId, { stamp: stampOf(row), prepared })
    }
  }
}

const stampOf = (row: PreparedVersions): string =>
  `${row.version}/${row.groupId ?? ''}:${row.groupVersion ?? ''}/${row.variablesVersion}`
