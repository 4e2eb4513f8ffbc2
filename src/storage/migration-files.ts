import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { MigrationError } from './migration-error.ts'

/** A migration as a database remembers it. */
export interface AppliedMigration {
  readonly version: number
  /** The name of its file or folder, without the ending. */
  readonly name: string
  /** SHA-256 in hex over the text with line feeds. */
  readonly checksum: string
}

/** One forward step of the schema, from a file `NNNN-name.sql` or the files of a folder `NNNN-name` in their order. */
export interface Migration extends AppliedMigration {
  readonly text: string
  /** False when the first line is `--! no-transaction`; such a file holds one statement that may run twice. */
  readonly inTransaction: boolean
  /** The earlier migrations that it stands for, from `replaces.sha256` in its folder; of all others none. */
  readonly replaces: readonly AppliedMigration[]
}

const pragma = '--! no-transaction'
const replacesFile = 'replaces.sha256'

/** Reads every migration of a directory in the order of their numbers. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const migrations = await Promise.all(
    entries.map((entry) => (entry.isDirectory() ? readFolder : readSingleFile)(directory, entry.name)),
  )
  const repeated = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (repeated !== undefined) {
    throw new MigrationError('MIGRATION_FILES_INVALID', `Two migrations have the number of ${repeated.name}.`)
  }
  return migrations
}

async function readSingleFile(directory: string, file: string): Promise<Migration> {
  return migrationOf(file, await readText(path.join(directory, file)), [])
}

async function readFolder(directory: string, name: string): Promise<Migration> {
  const folder = path.join(directory, name)
  const names = (await readdir(folder)).toSorted()
  const texts = await Promise.all(
    names.filter((file) => file.endsWith('.sql')).map((file) => readText(path.join(folder, file))),
  )
  const replaced = names.includes(replacesFile) ? await readText(path.join(folder, replacesFile)) : ''
  return migrationOf(`${name}.sql`, texts.join('\n'), replacedOf(replaced))
}

const readText = async (file: string): Promise<string> => (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')

function migrationOf(file: string, text: string, replaces: readonly AppliedMigration[]): Migration {
  return {
    version: versionOf(file),
    name: nameOf(file),
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    inTransaction: text.split('\n', 1)[0]?.trim() !== pragma,
    replaces,
  }
}

/** Lines as `sha256sum` prints them: a checksum and the name of a file. */
const replacedOf = (text: string): AppliedMigration[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [checksum = '', file = ''] = line.split(/\s+/)
      return { version: versionOf(file), name: nameOf(file), checksum }
    })

const nameOf = (file: string): string => file.slice(0, -'.sql'.length)

function versionOf(file: string): number {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
  if (number !== undefined) return Number(number)
  throw new MigrationError('MIGRATION_FILES_INVALID', `${file} is not named like 0001-name.sql.`)
}
