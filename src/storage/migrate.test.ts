import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const { db, open } = useDatabase({ empty: true })

let directory = ''

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'belfry-migrations-'))
  await db().query('drop schema public cascade')
  await db().query('create schema public')
})

afterEach(() => rm(directory, { recursive: true, force: true }))

const write = (name: string, text: string): Promise<void> => writeFile(path.join(directory, name), text)

const tables = async (): Promise<unknown[]> => {
  const rows = await db().rows(`select tablename from pg_tables where schemaname = 'public' order by tablename`)
  return rows.map((row) => row['tablename'])
}

test('files are applied in the order of their numbers, each once', async () => {
  await write('0001-first.sql', 'create table first (n int); insert into first values (1);')
  await write('0002-second.sql', 'alter table first add column word text; create table second ();')
  expect(await pendingMigrations(db(), { directory })).toEqual(['0001-first', '0002-second'])
  expect(await migrate(db(), { directory })).toEqual(['0001-first', '0002-second'])
  expect(await migrate(db(), { directory })).toEqual([])
  await write('0003-third.sql', 'create table third ();')
  expect(await pendingMigrations(db(), { directory })).toEqual(['0003-third'])
  expect(await migrate(db(), { directory })).toEqual(['0003-third'])
  expect(await tables()).toEqual(['first', 'schema_migration', 'second', 'third'])
})

test('a file that fails leaves nothing of itself behind and what came before stays', async () => {
  await write('0001-good.sql', 'create table good ();')
  await write('0002-bad.sql', 'create table half (); select 1 / 0;')
  const failed = migrate(db(), { directory })
  await expect(failed).rejects.toMatchObject({ code: 'MIGRATION_FAILED', message: expect.stringContaining('0002-bad') })
  expect(await tables()).toEqual(['good', 'schema_migration'])
  expect(await pendingMigrations(db(), { directory })).toEqual(['0002-bad'])
})

test('processes that start together apply every file once', async () => {
  await write('0001-slow.sql', 'create table slow (); select pg_sleep(0.2);')
  await write(
    '0002-index.sql',
    '--! no-transaction\ncreate index concurrently if not exists i on schema_migration (name)',
  )
  const others = [open(), open(), open()]
  const applied = await Promise.all(others.map((database) => migrate(database, { directory })))
  expect(applied.flat().toSorted()).toEqual(['0001-slow', '0002-index'])
  await Promise.all(others.map((database) => database.close()))
})

test('a file that was changed after it was applied is refused by name', async () => {
  await write('0001-first.sql', 'create table first ();\n')
  await migrate(db(), { directory })
  await write('0001-first.sql', 'create table first ();\r\n')
  expect(await migrate(db(), { directory })).toEqual([])
  await write('0001-first.sql', 'create table first (n int);\n')
  await expect(migrate(db(), { directory })).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' })
})

test('a database that is newer than the program is refused with what to do', async () => {
  await write('0001-first.sql', 'create table first ();')
  await write('0002-later.sql', 'create table later ();')
  await migrate(db(), { directory })
  await rm(path.join(directory, '0002-later.sql'))
  const rejection = { code: 'DATABASE_NEWER', message: expect.stringContaining('newer than this program') }
  await expect(migrate(db(), { directory })).rejects.toMatchObject(rejection)
  await expect(pendingMigrations(db(), { directory })).rejects.toMatchObject(rejection)
})

test('a file that arrives before one that is applied is refused', async () => {
  await write('0002-second.sql', 'create table second ();')
  await migrate(db(), { directory })
  await write('0001-first.sql', 'create table first ();')
  await expect(migrate(db(), { directory })).rejects.toMatchObject({ code: 'MIGRATION_OUT_OF_ORDER' })
})

const oldFiles = ['0001-first.sql', '0002-second.sql'] as const
const textOf = (file: string): string => `create table ${file.slice(5, -4)} (n int);`
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Two migrations become the folder of one that makes the same tables; another follows. */
async function squash(texts: (file: string) => string = textOf): Promise<void> {
  for (const file of oldFiles) await rm(path.join(directory, file), { force: true })
  await mkdir(path.join(directory, '0000-baseline'))
  for (const file of oldFiles) await write(`0000-baseline/${file}`, textOf(file))
  await write('0000-baseline/replaces.sha256', oldFiles.map((file) => `${sumOf(texts(file))}  ${file}\n`).join(''))
  await write('0003-third.sql', 'create table third ();')
}

test('the files of a folder are one migration', async () => {
  await squash()
  expect(await migrate(db(), { directory })).toEqual(['0000-baseline', '0003-third'])
  expect(await migrate(db(), { directory })).toEqual([])
  expect(await tables()).toEqual(['first', 'schema_migration', 'second', 'third'])
})

test('a database that has everything a migration replaces continues behind it and keeps its rows', async () => {
  for (const file of oldFiles) await write(file, textOf(file))
  await migrate(db(), { directory })
  await db().query('insert into first values (7)')
  await squash()
  expect(await pendingMigrations(db(), { directory })).toEqual(['0003-third'])
  expect(await migrate(db(), { directory })).toEqual(['0003-third'])
  expect(await migrate(db(), { directory })).toEqual([])
  expect(await db().rows('select n from first')).toEqual([{ n: 7 }])
})

test('a database that has only some of what a migration replaces is refused with what to do, and not touched', async () => {
  await write(oldFiles[0], textOf(oldFiles[0]))
  await migrate(db(), { directory })
  await squash()
  const rejection = { code: 'DATABASE_TOO_OLD', message: expect.stringContaining('that ends with 0002-second once') }
  await expect(migrate(db(), { directory })).rejects.toMatchObject(rejection)
  await expect(pendingMigrations(db(), { directory })).rejects.toMatchObject(rejection)
  expect(await tables()).toEqual(['first', 'schema_migration'])
})

test('a database whose old migrations had another text than the replaced ones is refused', async () => {
  for (const file of oldFiles) await write(file, textOf(file))
  await migrate(db(), { directory })
  await squash((file) => `${textOf(file)} -- as released`)
  await expect(migrate(db(), { directory })).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' })
  expect(await tables()).toEqual(['first', 'schema_migration', 'second'])
})

test.each([
  ['two files with one number', ['0001-one.sql', '0001-two.sql']],
  ['a file without a number', ['first.sql']],
])('%s are refused', async (_, names) => {
  for (const name of names) await write(name, 'select 1')
  await expect(migrate(db(), { directory })).rejects.toMatchObject({ code: 'MIGRATION_FILES_INVALID' })
})

test('the files of the program apply to an empty database', async () => {
  expect((await migrate(db())).length).toBeGreaterThan(0)
  expect(await pendingMigrations(db())).toEqual([])
})
