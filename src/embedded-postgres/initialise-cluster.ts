import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams, StdioOptions } from 'node:child_process'
import { appendFile, mkdir, open, readFile, rename, rm, chown } from 'node:fs/promises'
import path from 'node:path'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import type { PostgresRuntime } from './postgres-runtime.ts'
import type { ServerAccount } from './server-account.ts'
import { serverEnvironment } from './server-environment.ts'
import type { Launch, Launcher } from './server-launcher.ts'
import { serverPaths, withDirectory } from './server-paths.ts'

export const databaseUser = 'belfry'
export const databaseName = 'belfry'

const superuser = 'postgres'

/** Our role is no superuser: a statement that slips through cannot read files or start programs. */
const firstStatements = [
  `create role ${databaseUser} login createdb`,
  `grant pg_monitor to ${databaseUser}`,
  `create database ${databaseName} owner ${databaseUser}`,
]

export interface ClusterParts {
  readonly layout: ClusterLayout
  readonly account: ServerAccount
  readonly runtime: PostgresRuntime
  readonly launcher: Launcher
}

/**
 * Makes the cluster with our role and database unless it is there. Works on a draft and renames it at the end, so an
 * interrupted first start leaves nothing behind. Rejects data of another major version (`DATA_VERSION_MISMATCH`).
 */
export async function initialiseCluster(parts: ClusterParts, durable: boolean): Promise<'made' | 'found'> {
  const { layout, account, runtime, launcher } = parts
  const version = await existingVersion(layout.cluster)
  if (version !== undefined) {
    if (version !== runtime.majorVersion) throw versionMismatch(layout, version, runtime.majorVersion)
    return 'found'
  }
  const draft = `${layout.cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (account.switched) await chown(draft, account.uid, account.gid)
  const options = ['--locale=C', '--encoding=UTF8', '--auth-local=trust', '--auth-host=reject', '-U', superuser]
  if (!durable) options.push('--no-sync')
  const { cluster: data } = serverPaths({ ...layout, cluster: draft }, account)
  await run(parts, launcher(runtime.initdb, ['-D', data, ...options]))
  const single = ['--single', '-D', data, ...(durable ? [] : ['-F']), superuser]
  await run(parts, launcher(runtime.postgres, single), firstStatements.map((line) => `${line}\n`).join(''))
  await appendFile(path.join(draft, 'postgresql.conf'), `\ninclude = '../${path.basename(layout.ownSettings)}'\n`)
  await rename(draft, layout.cluster)
  await syncDirectory(layout.root)
  return 'made'
}

async function existingVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function run(parts: ClusterParts, launch: Launch, input = ''): Promise<void> {
  const child = withDirectory(parts, (directory) => startProgram(launch, directory))
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const status = await new Promise<number | string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  const text = Buffer.concat(output).toString()
  if (status !== 0 || /^.*(ERROR|FATAL|PANIC):/m.test(text)) throw initialisationFailed(parts.layout, status, text)
}

function startProgram(
  { command, args, ...identity }: Launch,
  directory: readonly number[],
): ChildProcessWithoutNullStreams {
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...directory]
  return spawn(command, args, {
    ...identity,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio,
  }) as ChildProcessWithoutNullStreams
}

function initialisationFailed(layout: ClusterLayout, status: number | string | null, output: string): Error {
  if (output.includes('could not look up effective user ID')) {
    return new EmbeddedPostgresError(
      'USER_WITHOUT_NAME',
      `PostgreSQL cannot make its data as a user without an entry in /etc/passwd (uid ${process.geteuid?.()}). ` +
        'Run as a user that has one (for example --user node instead of a bare number), add an entry for this uid, ' +
        'or set DATABASE_URL to use another PostgreSQL server. Data that exists already can be used by such a user.',
    )
  }
  const last = output.trim().split('\n').slice(-8).join('\n')
  return new EmbeddedPostgresError(
    'INITIALISATION_FAILED',
    `PostgreSQL could not create its data below ${layout.root} (${status}). Its output:\n${last}`,
  )
}

const versionMismatch = (layout: ClusterLayout, found: string, expected: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'DATA_VERSION_MISMATCH',
    `The data in ${layout.cluster} was made by PostgreSQL ${found}, but this program brings PostgreSQL ${expected}. ` +
      'Go back to the program that made it, or move the data to a server of your own and set DATABASE_URL.',
  )

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
