import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { migrate, openDatabase } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'
import type { EmbeddedPostgres } from '#embedded-postgres'
import { noteDatabaseSeconds } from '../../tools/test/database-seconds.ts'
import {
  fastDirectoryOf,
  memoryDirectoryOf,
  openRunDirectory,
  runDirectoryVariable,
} from '../../tools/test/run-directory.ts'
import { answerFile, requestFile, templateDatabase } from './database-request.ts'
import type { DatabaseAnswer } from './database-request.ts'

const pollMs = 25

/** Nothing in a test run has to survive a crash, and its data are in memory: read workers would only cost time. */
const settings = {
  fsync: false,
  synchronous_commit: false,
  full_page_writes: false,
  // Files of the log are in memory as well.
  max_wal_size: '256MB',
  io_method: 'sync',
  max_connections: 200,
  // Every test has few rows and its own moment; plans must not depend on when others are analysed.
  autovacuum: false,
}

/**
 * Offers one PostgreSQL server to the whole run. It starts when the first test file asks for it, so that runs without a
 * database do not wait for one. Where nobody made a directory for the run, it makes one, which is removed when vitest ends.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runDirectory = process.env[runDirectoryVariable] ?? openRunDirectory().path
  const directory = await mkdtemp(path.join(runDirectory, 'database-'))
  project.provide('databaseRequestDirectory', directory)
  let server: Promise<EmbeddedPostgres> | undefined
  const timer = setInterval(() => {
    if (server !== undefined || !existsSync(requestFile(directory))) return
    clearInterval(timer)
    server = startServer(directory, runDirectory)
    server.catch((error: unknown) => answer(directory, { error: String(error) }))
  }, pollMs).unref()
  return async () => {
    clearInterval(timer)
    await server?.then((started) => stopServer(started, runDirectory)).catch(() => {})
    for (const place of [memoryDirectoryOf(runDirectory), runDirectory])
      await rm(path.join(place, path.basename(directory)), { recursive: true, force: true })
  }
}

async function stopServer(server: EmbeddedPostgres, runDirectory: string): Promise<void> {
  noteDatabaseSeconds(runDirectory, server.pid)
  await server.stop()
}

async function startServer(directory: string, runDirectory: string): Promise<EmbeddedPostgres> {
  const fast = fastDirectoryOf(runDirectory)
  const installation = path.join(fast, 'installation')
  if (!existsSync(installation)) await makeInstallation(installation, `${installation}-of-${path.basename(directory)}`)
  const dataDir = path.join(fast, path.basename(directory), 'data')
  await mkdir(path.dirname(dataDir), { recursive: true })
  // With its owners: the server may run as another user.
  await promisify(execFile)('cp', ['-a', '--reflink=auto', installation, dataDir])
  const server = await startEmbeddedPostgres({ dataDir, settings })
  try {
    await makeTemplate(server)
    await answer(directory, { connection: server.connection, installation })
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * A data directory as the service leaves it behind, without an account; journeys start on copies of it. It is made as
 * `draft`, because another run of vitest may make it at the same time.
 */
async function makeInstallation(installation: string, draft: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: draft, settings })
  try {
    const db = openDatabase({ connection: server.connection })
    await migrate(db)
    await db.close()
  } finally {
    await server.stop()
  }
  await rename(draft, installation).catch(async (error: unknown) => {
    if (!existsSync(installation)) throw error
    await rm(draft, { recursive: true })
  })
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const admin = openDatabase({ connection: { ...server.connection, database: 'postgres' } })
  await admin.query(`create database ${templateDatabase} template ${server.connection.database} strategy file_copy`)
  await admin.close()
}

/** Written atomically: the tests wait for the name. */
async function answer(directory: string, content: DatabaseAnswer): Promise<void> {
  const draft = path.join(directory, 'answer.new')
  await writeFile(draft, JSON.stringify(content))
  await rename(draft, answerFile(directory))
}
