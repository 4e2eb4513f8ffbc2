import { existsSync, lstatSync, readlinkSync } from 'node:fs'

/** One mount of the root that a command sees. */
export type MountRow =
  | { readonly kind: 'bind'; readonly source: string; readonly target: string; readonly isWritable: boolean }
  | { readonly kind: 'symlink'; readonly source: string; readonly target: string }
  | { readonly kind: 'tmpfs'; readonly target: string; readonly bytes: number; readonly mode: string }
  | { readonly kind: 'proc' | 'devices'; readonly target: string }

/** The system paths that programs need. Nothing of /home, /root, /run, /srv, /sys or /var is visible. */
export const systemPaths = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/lib32',
  '/nix/store',
  '/etc/alternatives',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/mime.types',
] as const

export interface MountInputs {
  /** Host path by path inside, visible read-only. */
  readonly readable: readonly (readonly [source: string, target: string])[]
  readonly writable: readonly (readonly [source: string, target: string])[]
  /** Directories of the service; they look empty where something visible contains them. */
  readonly hidden: readonly string[]
  readonly sharedMemoryBytes: number
}

/** The mounts of one command, those further out before those inside them. */
export function mountTable(inputs: MountInputs): MountRow[] {
  const binds = [
    ...inputs.readable.map(([source, target]) => bind(source, target, false)),
    ...inputs.writable.map(([source, target]) => bind(source, target, true)),
  ]
  const system = systemPaths.filter((path) => existsSync(path)).map(systemRow)
  const visible = [...system, ...binds].flatMap((row) =>
    row.kind === 'bind' && row.source === row.target ? row.target : [],
  )
  const covers = inputs.hidden
    .filter((path) => existsSync(path) && visible.some((target) => isInside(path, target)))
    .map((target) => ({ kind: 'tmpfs', target, bytes: 65_536, mode: '555' }) as const)
  const special: MountRow[] = [
    { kind: 'proc', target: '/proc' },
    { kind: 'devices', target: '/dev' },
    { kind: 'tmpfs', target: '/dev/shm', bytes: inputs.sharedMemoryBytes, mode: '1777' },
  ]
  return [...system, ...special, ...covers, ...binds].toSorted((a, b) => depth(a.target) - depth(b.target))
}

const bind = (source: string, target: string, isWritable: boolean): MountRow => ({
  kind: 'bind',
  source,
  target,
  isWritable,
})

const systemRow = (path: string): MountRow =>
  lstatSync(path).isSymbolicLink() && path.lastIndexOf('/') === 0
    ? { kind: 'symlink', source: readlinkSync(path), target: path }
    : bind(path, path, false)

const depth = (path: string): number => path.split('/').length

/** Whether `path` is `directory` or below it. */
export const isInside = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(`${directory}/`)
