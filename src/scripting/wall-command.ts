import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writeReason } from '#contract/reasons'
import { tasksOfUser } from './watch/process-tree.ts'
import { isInside, mountTable, systemPaths } from './mount-table.ts'
import type { MountRow } from './mount-table.ts'
import { mappedUid } from './run-directory.ts'
import type { RunDirectory } from './run-directory.ts'
import { SandboxProblem } from './sandbox.ts'
import type { SandboxCommand, SandboxLimits, WallLevel } from './sandbox.ts'

/** The settings shared by all runs of one sandbox. */
export interface WallSettings {
  readonly level: WallLevel
  /** Node that runs the launcher, and is visible inside. */
  readonly node: string
  /** Whether this process may become other users, so that every run gets a separate uid. */
  readonly isRoot: boolean
  readonly hidden: readonly string[]
}

/** How to start the launcher of a run, and what to send it. */
export interface WallCommand {
  readonly argv: readonly [string, ...string[]]
  readonly spec: Readonly<Record<string, unknown>>
  readonly workDirectory: string
}

export interface WallRun {
  readonly command: SandboxCommand
  readonly directory: RunDirectory
  readonly uid: number | null
}

const childDirectory = join(import.meta.dirname, 'child')
const inside = {
  child: '/.belfry/child',
  modules: '/.belfry/node_modules',
  node: '/.belfry/node',
  door: '/.belfry/door',
  work: '/work',
  temporary: '/tmp',
  etc: ['/etc/hosts', '/etc/resolv.conf'],
} as const

const sharedMemoryBytes = 64 * 1024 * 1024
const messageDescriptor = 3

/** Whether the command sees a separate file system instead of that of the host. */
const hasOwnRoot = (level: WallLevel): boolean => level === 'bubblewrap' || level === 'namespaces'

export function wallCommand(settings: WallSettings, run: WallRun): WallCommand {
  const own = hasOwnRoot(settings.level)
  const mounts = own ? mountsOf(settings, run) : null
  const launcher =
    settings.level === 'bubblewrap'
      ? [inside.node, join(inside.child, 'launch.cjs')]
      : [settings.node, join(childDirectory, 'launch.cjs')]
  const argv = wrappers[settings.level](settings, run, mounts ?? []).concat(launcher)
  const [program = settings.node, ...args] = argv
  const workDirectory = own ? inside.work : run.directory.work
  return { argv: [program, ...args], spec: specOf(settings, run, mounts), workDirectory }
}

interface SeenPaths {
  readonly work: string
  readonly temporary: string
  readonly door: string
  readonly preload: string
}

/** The directories of a run as its command sees them. */
const seenPaths = (isOwnRoot: boolean, directory: RunDirectory): SeenPaths =>
  isOwnRoot
    ? { ...inside, preload: join(inside.child, 'preload.cjs') }
    : { ...directory, preload: join(childDirectory, 'preload.cjs') }

function specOf(settings: WallSettings, run: WallRun, mounts: readonly MountRow[] | null): WallCommand['spec'] {
  const { command, directory } = run
  const { level } = settings
  const own = mounts !== null
  const seen = seenPaths(own, directory)
  return {
    base: directory.root,
    mounts: level === 'namespaces' ? mounts : null,
    hasOwnProcesses: own,
    raisesLoopback: level === 'namespaces',
    hasDoor: own && command.network !== null,
    uid: run.uid,
    directory: seen.work,
    program: command.program,
    args: command.args,
    environment: environmentOf(command, seen),
    descriptors: messageDescriptor + 1,
    resources: resourcesOf(command.limits, countsTasksOfService(settings) ? tasksOfUser() : 0),
    paths: {
      readable: own ? ['/'] : readableOnHost(settings, run),
      writable: [seen.work, seen.temporary, ...(command.writable ?? []), ...(own ? ['/dev/shm'] : []), ...devices],
    },
    sockets: own || level === 'unisolated' ? 'own namespace' : 'sockets forbidden',
    leastLandlock: level === 'launcher' ? landlockNeeded(settings) : 0,
    isUnisolated: level === 'unisolated',
  }
}

const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom']

/** Version 6 keeps signals inside; as root another user id does. */
const landlockNeeded = ({ isRoot }: WallSettings): number => (isRoot ? 1 : 6)

/** The readable paths where the file system is that of the host. A directory of the service cannot be excluded. */
function readableOnHost(settings: WallSettings, run: WallRun): string[] {
  const paths = pathsOnHost(settings, run)
  const exposed = settings.hidden.find((hidden) => paths.some((path) => isInside(hidden, path)))
  if (exposed === undefined) return paths
  throw new SandboxProblem(writeReason('EXPOSED_WITHOUT_NAMESPACES', { text: exposed }))
}

const pathsOnHost = (settings: WallSettings, { command, directory }: WallRun): string[] => [
  ...systemPaths,
  dirname(settings.node),
  childDirectory,
  directory.door,
  ...command.readable,
]

function environmentOf({ environment, network }: SandboxCommand, paths: SeenPaths): Record<string, string> {
  const complete = { HOME: paths.work, TMPDIR: paths.temporary, PATH: '/usr/local/bin:/usr/bin:/bin', ...environment }
  if (network === null) return complete
  const options = [`--require=${paths.preload}`, environment['NODE_OPTIONS'] ?? ''].join(' ').trim()
  return { ...complete, NODE_OPTIONS: options, BELFRY_DOOR: paths.door }
}

/** The kernel counts tasks by user and user namespace; where a run shares both with the service, its tasks count too. */
const countsTasksOfService = ({ level, isRoot }: WallSettings): boolean => !hasOwnRoot(level) && !isRoot

const dataSlackBytes = 1024 ** 3
const threadsOfProcess = 24

/** Limits the kernel holds itself, for what happens between two samples. V8 reserves more address space than it uses. */
const resourcesOf = (limits: SandboxLimits, otherTasks: number): Record<string, number> => ({
  cpu: Math.ceil(limits.cpuSeconds) + 1,
  fileSize: limits.diskBytes,
  data: limits.dataBytes ?? limits.memoryBytes + dataSlackBytes,
  core: 0,
  processes: otherTasks + Math.max(128, limits.processes * threadsOfProcess),
  openFiles: limits.openFiles,
  lockedMemory: 65_536,
  messageQueues: 0,
})

function words(text: string): string[] {
  return text.split(' ')
}

type Wrap = (settings: WallSettings, run: WallRun, mounts: readonly MountRow[]) => string[]

const firstProcess = '"$@" & exec 3>&- 4>&-; wait $!; exit $?'
const isolated = words(
  '--unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try --hostname belfry --die-with-parent',
)
const lastOptions = words('--remount-ro / --chdir / --')
const untilParentDies = words('setpriv --pdeathsig KILL')
const asFirstProcess = ['--fork', '--kill-child=KILL', '--', '/bin/sh', '-c', firstProcess, 'sh']
const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup']

const wrappers: Readonly<Record<WallLevel, Wrap>> = {
  bubblewrap: ({ isRoot }, _run, mounts) => [
    'bwrap',
    ...(isRoot ? ['--cap-add', 'ALL'] : ['--unshare-user', '--uid', `${mappedUid}`, '--gid', `${mappedUid}`]),
    ...isolated,
    ...mounts.flatMap(bubblewrapArguments),
    ...lastOptions,
  ],
  namespaces: ({ isRoot }) => [
    ...untilParentDies,
    'unshare',
    ...(isRoot ? [] : ['--user', `--map-user=${mappedUid}`, `--map-group=${mappedUid}`, '--keep-caps']),
    ...namespaces,
    ...asFirstProcess,
  ],
  launcher: guarded,
  unisolated: guarded,
}

/** The guard is a Node as well, which would take the channel to the launcher for its own. */
function guarded({ node }: WallSettings): string[] {
  return ['/usr/bin/env', '-u', 'NODE_CHANNEL_FD', node, join(childDirectory, 'guard.cjs')]
}

function bubblewrapArguments(row: MountRow): string[] {
  if (row.kind === 'bind')
    return [...parentDirectories(row.target), row.isWritable ? '--bind' : '--ro-bind', row.source, row.target]
  if (row.kind === 'symlink') return ['--symlink', row.source, row.target]
  if (row.kind === 'tmpfs')
    return ['--perms', row.mode.padStart(4, '0'), '--size', String(row.bytes), '--tmpfs', row.target]
  return [row.kind === 'proc' ? '--proc' : '--dev', row.target]
}

/** The program would create them itself, but accessible to root only. */
const parentDirectories = (path: string): string[] =>
  path
    .split('/')
    .slice(1, -1)
    .flatMap((_part, index, parts) => ['--perms', '0755', '--dir', `/${parts.slice(0, index + 1).join('/')}`])

function mountsOf(settings: WallSettings, { command, directory }: WallRun): MountRow[] {
  const koffi = koffiPackages()
  return mountTable({
    readable: [
      [childDirectory, inside.child],
      [settings.node, inside.node],
      ...koffi.map(([name, path]) => [path, join(inside.modules, name)] as const),
      [directory.door, inside.door],
      ...inside.etc.map((path) => [join(childDirectory, path), path] as const),
      ...['passwd', 'group'].map((name) => [join(directory.accounts, name), `/etc/${name}`] as const),
      ...command.readable.map((path) => [path, path] as const),
    ],
    writable: [
      [directory.work, inside.work],
      [directory.temporary, inside.temporary],
      ...(command.writable ?? []).map((path) => [path, path] as const),
    ],
    hidden: settings.hidden,
    sharedMemoryBytes,
  })
}

/** Where the packages of the foreign function interface are, by name. */
function koffiPackages(): (readonly [string, string])[] {
  const main = packageDirectory('koffi')
  const native = join(dirname(main), '@koromix', `koffi-linux-${process.arch}`)
  return [
    ['koffi', main],
    [`@koromix/koffi-linux-${process.arch}`, native],
  ]
}

function packageDirectory(name: string): string {
  const file = createRequire(import.meta.url).resolve(name)
  const mark = `${join('node_modules', name)}/`
  return file.slice(0, file.lastIndexOf(mark) + mark.length - 1)
}
