import type { Queryable } from './queryable.ts'

/** The versions that a prepared run depends on; when one of them changed, it must be prepared again. */
export interface PreparedVersions {
  readonly checkId: string
  readonly accountId: string
  readonly version: number
  readonly groupId: number | null
  readonly groupVersion: number | null
  readonly variablesVersion: number
  readonly snippetsVersion: number
  /** The runtime of the account. */
  readonly runtimeId: string
}

export const findPreparedVersions = (db: Queryable, checkIds: readonly string[]): Promise<PreparedVersions[]> =>
  db.namedRows(
    'find-prepared-versions',
    `select checks.id as check_id, checks.account_id, checks.version, checks.group_id,
       check_groups.version as group_version, accounts.variables_version, accounts.snippets_version, accounts.runtime_id
     from checks
     join accounts on accounts.id = checks.account_id
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where checks.id = any($1::uuid[])`,
    [checkIds],
  )
