import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createEncryption, minuteMs, randomToken } from '#kernel'
import { findRunningEmbeddedPostgres } from '#embedded-postgres'
import { openDatabase } from '#storage/database'
import type { Database, Store } from '#storage/database'
import { cpuSecondsOf, cpuSecondsOfTree, descendantsOf, isPostgres, memoryOf } from './machine.ts'

const root = path.resolve(import.meta.dirname, '..')
const secretKey = randomToken(16)
/** What a user's start adds, so that what is measured is what runs. */
export const nodeFlags = JSON.parse(readFileSync(path.join(root, 'bin/node-flags.json'), 'utf8')) as string[]
export const nodeEnvironment = JSON.parse(readFileSync(path.join(root, 'bin/node-environment.json'), 'utf8')) as Record<
  string,
  string
>
const maxStartMs = minuteMs

/** The real service with its embedded database, as a user starts it, with a separate process and data directory. */
export interface Service {
  readonly url: string
  /** From the start of the process until it serves. */
  readonly startMs: number
  readonly apiKey: string
  readonly accountId: string
  readonly store: Store
  readonly secretKey: string
  connectionString(): string
  pid(): number
  usage(): Usage
  /** Work on the database as its superuser, for statistics. */
  asSuperuser<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Ends the service without warning, with its database, and starts it again on the same data. */
  killAndRestart(): Promise<{ readonly killedAt: number }>
  /** Connects again: a connection that stored thousands of checks keeps 40 MB, which are not of the service. */
  reconnect(): Promise<void>
  stop(): Promise<void>
}

/** CPU in seconds since the start, memory in megabytes. */
export interface Usage {
  readonly serverCpu: number
  readonly databaseCpu: number
  readonly serverRss: number
  readonly serverPss: number
  readonly databasePss: number
}

export interface ServiceOptions {
  readonly nodeArguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Counts statements with pg_stat_statements, which costs a little. */
  readonly countsStatements?: boolean
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  if (options.countsStatements) await writeCustomSettings(dataDir)
  const accountId = crypto.randomUUID()
  const apiKey = `bench_${randomToken(16)}`
  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    BELFRY_DATA_DIR: dataDir,
    BELFRY_SECRET_KEY: secretKey,
    BELFRY_INITIAL_ACCOUNT_ID: accountId,
    BELFRY_INITIAL_API_KEY: apiKey,
    ...options.environment,
  }
  const launch = (): Promise<Running> => launchProcess(options.nodeArguments ?? [], environment)
  let running = await launch().catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  let connectionString = await addressOf(dataDir)
  let db = connect(connectionString)
  const { url, startMs } = running
  return {
    url,
    startMs,
    apiKey,
    accountId,
    get store() {
      return { db, encryption: createEncryption(secretKey) }
    },
    secretKey,
    connectionString: () => connectionString,
    pid: () => running.child.pid ?? 0,
    usage: () => usageOf(running.child.pid ?? 0),
    asSuperuser: (work) => withSuperuser(connectionString, work),
    async killAndRestart() {
      await db.close()
      const killedAt = Date.now()
      await end(running.child, 'SIGKILL')
      running = await launch()
      connectionString = await addressOf(dataDir)
      db = connect(connectionString)
      return { killedAt }
    },
    async reconnect() {
      await db.close()
      db = connect(connectionString)
    },
    async stop() {
      await db.close().catch(() => {})
      await end(running.child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function writeCustomSettings(dataDir: string): Promise<void> {
  const directory = path.join(dataDir, 'postgres')
  await mkdir(directory, { mode: 0o755 })
  const settings = `shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_planning = on\n`
  await writeFile(path.join(directory, 'custom.conf'), settings, { mode: 0o644 })
}

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly startMs: number
}

async function launchProcess(nodeArguments: readonly string[], env: Record<string, string>): Promise<Running> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [...nodeFlags, ...nodeArguments, path.join(root, 'src/cli/main.ts'), 'server'],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], ...nodeEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  for (;;) {
    const url = /http:\/\/\S+:\d+/.exec(output)?.[0]
    if (url !== undefined) return { child, url, startMs: performance.now() - startedAt }
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode} before it served.`)
    if (performance.now() - startedAt > maxStartMs) throw new Error('The service did not start in time.')
    await setTimeout(5)
  }
}

const connect = (connectionString: string): Database =>
  openDatabase({ connectionString, maxConnections: 2, applicationName: 'bench' })

async function addressOf(dataDir: string): Promise<string> {
  const connectionString = await findRunningEmbeddedPostgres(dataDir)
  if (connectionString === undefined) throw new Error('The service runs without its embedded database.')
  return connectionString
}

/** The embedded server trusts anyone who may enter the directory of its socket. */
async function withSuperuser<T>(address: string, work: (db: Database) => Promise<T>): Promise<T> {
  const connectionString = address.replace('//belfry@', '//postgres@')
  const db = openDatabase({ connectionString, maxConnections: 1, applicationName: 'bench' })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function usageOf(pid: number): Usage {
  const database = descendantsOf(pid).filter(isPostgres)
  const server = memoryOf([pid])
  return {
    serverCpu: cpuSecondsOf(pid),
    databaseCpu: cpuSecondsOfTree(database),
    serverRss: server.rss,
    serverPss: server.pss,
    databasePss: memoryOf(database).pss,
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const isOver = await Promise.race([ended.then(() => true), setTimeout(20_000, false)])
  if (isOver) return
  child.kill('SIGKILL')
  await ended
}
