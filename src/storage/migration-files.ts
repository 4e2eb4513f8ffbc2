import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { MigrationError } from './migration-error.ts'

/** One forward step of the schema, from a file `NNNN-name.sql`. */
export interface Migration {
  readonly version: number
  /** The file's name without its ending. */
  readonly name: string
  readonly text: string
  /** SHA-256 in hex over the text with line feeds. */
  readonly checksum: string
  /** False when the first line is `--! no-transaction`; such a file holds one statement that may run twice. */
  readonly inTransaction: boolean
}

const pragma = '--! no-transaction'

/** Reads every migration of a directory in the order of their numbers. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(files.map((file) => readMigration(directory, file)))
  const repeated = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (repeated !== undefined) {
    throw new MigrationError('MIGRATION_FILES_INVALID', `Two migrations have the number of ${repeated.name}.`)
  }
  return migrations
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
  if (number === undefined) {
    throw new MigrationError('MIGRATION_FILES_INVALID', `${file} is not named like 0001-name.sql.`)
  }
  const text = (await readFile(path.join(directory, file), 'utf8')).replaceAll('\r\n', '\n')
  return {
    version: Number(number),
    name: file.slice(0, -'.sql'.length),
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    inTransaction: text.split('\n', 1)[0]?.trim() !== pragma,
  }
}
