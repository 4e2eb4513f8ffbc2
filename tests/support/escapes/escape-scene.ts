import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from 'vitest'
import { SystemClock } from '#kernel'
import { createSandbox } from '#scripting'
import type { Sandbox, WallLevel } from '#scripting'
import { eventually } from '../eventually.ts'
import { copyInstallation } from '../installed-copy.ts'
import type { InstalledCopy } from '../installed-copy.ts'
import { commandEnvironment } from '../server-process.ts'
import { awaited } from '../waiting.ts'
import { attempts } from './attempts.ts'
import type { Bomb } from './bombs.ts'

const root = resolve(import.meta.dirname, '../../..')
const ordinaryUid = 65_534
const isRoot = process.getuid?.() === 0

export type ServiceUser = 'root' | 'ordinary user'
/** Who runs the tests. */
export const ownUser: ServiceUser = isRoot ? 'root' : 'ordinary user'
/** Those a service can be run by here. */
export const serviceUsers: readonly ServiceUser[] = isRoot ? ['root', 'ordinary user'] : ['ordinary user']
/** The strongest first. */
export const walls: readonly WallLevel[] = ['bubblewrap', 'namespaces', 'launcher']

/**
 * After which of the processes that a service starts it is killed: the trial and the watcher come before those of six runs.
 * Then when the first of their commands runs.
 */
export const startMoments: readonly string[] = ['1', '8', '8', '']

/** `gained` is by the name of the attempt or bomb; it says why when there is no such wall here. */
export interface Tried {
  readonly gained: Readonly<Record<string, unknown>>
  readonly signals: number
}

/** How to run a file of this directory as a user. */
interface Place {
  readonly program: string
  readonly args: readonly string[]
  readonly options: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string | undefined>>
    readonly uid?: number
    readonly gid?: number
  }
  /** A directory that the user owns. */
  readonly at: string
}

/** Services that run hostile scripts, by a user and in a sandbox. Its answers are null when there is no such sandbox here. */
class EscapeScene {
  #directory = ''
  /** Compiled code for the processes of the ordinary user, who does not reach that of the run. */
  #compiled = ''
  #copy: InstalledCopy | undefined

  /** With `hasOtherUser` also services of an ordinary user, which need an installation that it reaches. */
  begin(hasOtherUser: boolean): void {
    this.#directory = mkdtempSync(join(tmpdir(), 'escapes-'))
    chmodSync(this.#directory, 0o755)
    if (!hasOtherUser || !isRoot) return
    this.#copy = copyInstallation(join(this.#directory, 'copy'), { readableBy: 'everyone' })
    const tests = join(this.#copy.directory, 'tests')
    cpSync(join(root, 'tests/support'), join(tests, 'support'), { recursive: true })
    execFileSync('chmod', ['-R', 'a+rX', tests])
    this.#compiled = this.#directoryOf('compiled-', ordinaryUid)
  }

  end(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }

  /** The strongest isolation level here for the user of the tests. */
  async strongestWall(): Promise<WallLevel | null> {
    const sandbox = await this.#sandbox(join(this.#directory, 'strongest'), walls)
    await sandbox.close()
    return sandbox.status.level
  }

  /** A script that tries everything; `none` is without a wall. */
  async attempt(user: ServiceUser, wall: WallLevel | 'none'): Promise<Tried | null> {
    return this.#try(user, wall, ['attempts'])
  }

  /** What `attempt` answers when every attempt was in vain. */
  readonly nothingGained: Tried = {
    gained: Object.fromEntries(attempts.map(({ name }) => [name, null])),
    signals: 0,
  }

  /** Scripts that take more than their share: those of these names, or all. */
  async explode(user: ServiceUser, wall: WallLevel, names: readonly string[] = []): Promise<Tried | null> {
    return this.#try(user, wall, ['bombs', ...names])
  }

  /** What `explode` answers when each ended by its limit and left nothing. */
  endsOf(exploded: readonly Bomb[]): Readonly<Record<string, unknown>> {
    const end = ({ causes }: Bomb): unknown =>
      expect.objectContaining({ cause: expect.toBeOneOf([...causes]), alive: [], isLeft: false })
    return Object.fromEntries(exploded.map((bomb) => [bomb.name, end(bomb)]))
  }

  /** What a script gets at the address of cloud metadata, without a wall and behind one. */
  async askForMetadata(user: ServiceUser, wall: WallLevel) {
    const { program, args, options, at } = this.#placeOf(user, 'metadata.ts')
    const network = user === 'root' ? ['--net'] : ['--user', '--map-current-user', '--keep-caps', '--net']
    return asMetadata(await lastLine(['unshare', ...network, program, ...args, at, wall], options))
  }

  /** Kills a service while a script of it runs, waits until no process of that is left, and answers where its files are. */
  async abandon(user: ServiceUser, wall: WallLevel): Promise<string | null> {
    const { program, args, options, at } = this.#placeOf(user, 'abandoned.ts')
    const mark = `abandoned-${user}-${wall}-${process.pid}`.replace(' ', '-')
    const runs = join(at, 'runs')
    const service = spawn(program, [...args, runs, wall, mark], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [said] = await Promise.race([once(service.stdout, 'data'), once(service, 'exit')])
      if (!String(said).startsWith('running')) return null
      await eventually('the processes of the script', async () => marked(mark) > 0)
    } finally {
      service.kill('SIGKILL')
    }
    await eventually('the processes of the script to end', async () => marked(mark) === 0)
    return runs
  }

  /** A service that starts on the files of another one. */
  startOn(runs: string): Promise<Sandbox> {
    return this.#sandbox(runs, [])
  }

  /** Kills services while they start processes behind the wall, and waits until none is left; answers how many it killed. */
  async killWhileStarting(user: ServiceUser, wall: WallLevel, moments = startMoments): Promise<number> {
    const { program, args, options, at } = this.#placeOf(user, 'killed-while-starting.ts')
    return Number(await lastLine([program, ...args, join(at, 'runs'), wall, ...moments], options))
  }

  #placeOf(user: ServiceUser, file: string): Place {
    const isOther = user !== ownUser
    const at = this.#directoryOf('service-', isOther ? ordinaryUid : process.getuid?.())
    const { directory: cwd, node } = (isOther && this.#copy) || { directory: root, node: process.execPath }
    const env = {
      ...commandEnvironment(),
      ...(isOther && { NODE_COMPILE_CACHE: this.#compiled }),
      SERVICE_CANARY: 'canary-of-the-service',
    }
    const options = { cwd, env, ...(isOther && { uid: ordinaryUid, gid: ordinaryUid }) }
    return { program: node, args: [join(cwd, 'tests/support/escapes', file)], options, at }
  }

  #directoryOf(prefix: string, uid = 0): string {
    const made = mkdtempSync(join(this.#directory, prefix))
    chmodSync(made, 0o711)
    chownSync(made, uid, -1)
    return made
  }

  async #try(user: ServiceUser, wall: WallLevel | 'none', what: readonly string[]): Promise<Tried | null> {
    const { program, args, options, at } = this.#placeOf(user, 'harness.ts')
    // What an attempt mounts or keeps in memory without a wall must not stay on this machine.
    const around = wall === 'none' && user === 'root' ? ['unshare', '--mount', '--ipc'] : []
    const tried = asTried(await lastLine([...around, program, ...args, at, wall, ...what], options))
    return 'unavailable' in tried.gained ? null : tried
  }

  #sandbox(directory: string, levels: readonly WallLevel[]): Promise<Sandbox> {
    return createSandbox({ clock: new SystemClock(), directory, hidden: [], ownEndpoints: () => [], levels })
  }
}

/** Its methods are for tests and hooks only. */
export function useEscapeScene({ hasOtherUser }: { readonly hasOtherUser: boolean }): EscapeScene {
  const scene = new EscapeScene()
  beforeAll(() => scene.begin(hasOtherUser))
  afterAll(() => scene.end())
  return scene
}

async function lastLine(command: readonly string[], options: Place['options']): Promise<string> {
  const [program = '', ...args] = command
  using _waiting = awaited(`the end of ${args.join(' ').slice(-200)}`)
  const { stdout } = await promisify(execFile)(program, args, { ...options, maxBuffer: 10_000_000 })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** How many processes of this machine have a text among their arguments, the service itself left out. */
const marked = (mark: string): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`: ${mark}`)
      } catch {
        return false
      }
    }).length

/** What `harness.ts` prints. */
const asTried = (line: string): Tried => JSON.parse(line) as Tried

/** What `metadata.ts` prints. */
const asMetadata = (line: string): { readonly unwalled: readonly string[]; readonly walled: string | null } =>
  JSON.parse(line) as { unwalled: string[]; walled: string | null }
