import { MigrationError } from './migration-error.ts'
import type { AppliedMigration, Migration } from './migration-files.ts'

/**
 * The migrations that a database lacks, given those it has, both in the order of their numbers. A migration that
 * replaces others counts as applied when all of them are. Throws `MigrationError` when the database cannot be brought
 * forward by these migrations.
 */
export function pendingOf(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const done = new Set(applied.map(({ version }) => version))
  for (const migration of migrations) if (isReplacementOf(applied, migration)) done.add(migration.version)
  const known = new Map(migrations.flatMap((migration) => [...migration.replaces, migration]).map(withVersion))
  for (const entry of applied) checkApplied(entry, known.get(entry.version))
  const pending = migrations.filter(({ version }) => !done.has(version))
  checkOrder(pending, applied.at(-1))
  return pending
}

const withVersion = (migration: AppliedMigration) => [migration.version, migration] as const

/** Throws when the database has only some of what the migration replaces. */
function isReplacementOf(applied: readonly AppliedMigration[], { name, replaces }: Migration): boolean {
  const last = replaces.at(-1)
  if (last === undefined) return false
  const names = new Set(applied.map((entry) => entry.name))
  const found = replaces.filter((replaced) => names.has(replaced.name))
  if (found.length === 0 || found.length === replaces.length) return found.length > 0
  throw new MigrationError(
    'DATABASE_TOO_OLD',
    `The database is older than the release before this one: its newest migration is ${found.at(-1)?.name}, and ` +
      `${name} of this release continues from ${last.name}. Nothing was changed. Start the release that ends with ` +
      `${last.name} once, which brings the database there, and then this one.`,
  )
}

function checkApplied(entry: AppliedMigration, known: AppliedMigration | undefined): void {
  if (known === undefined) {
    throw new MigrationError(
      'DATABASE_NEWER',
      `The database is newer than this program: it has the migration ${entry.name}, which this program does not ` +
        'know. Start the newer program again, or restore a backup that was made before it ran.',
    )
  }
  if (known.checksum === entry.checksum) return
  throw new MigrationError(
    'MIGRATION_CHANGED',
    `The migration ${known.name} was changed after it was applied to this database. ` +
      'Restore the file and put the change into a new migration.',
  )
}

function checkOrder(pending: readonly Migration[], newest: AppliedMigration | undefined): void {
  const early = pending.find(({ version }) => newest !== undefined && version < newest.version)
  if (early === undefined) return
  throw new MigrationError(
    'MIGRATION_OUT_OF_ORDER',
    `The migration ${early.name} comes before ${newest?.name}, which is applied already. Give it a later number.`,
  )
}
