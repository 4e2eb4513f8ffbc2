import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandbox } from '#scripting'
import { SystemClock } from '#kernel'
import { copyInstallation } from '../support/installed-copy.ts'
import { bombs } from '../support/escapes/bombs.ts'
import { attempts } from '../support/escapes/attempts.ts'

const root = resolve(import.meta.dirname, '../..')
const canary = 'canary-of-the-service'
const isRoot = process.getuid?.() === 0
const ordinaryUid = 65_534
const users = isRoot ? (['root', 'ordinary user'] as const) : (['ordinary user'] as const)
const walls = ['bubblewrap', 'namespaces', 'launcher'] as const

interface Outcome {
  readonly gained: Readonly<Record<string, unknown>>
  readonly signals: number
}

const directory = mkdtempSync(join(tmpdir(), 'escapes-'))
let installed: { readonly directory: string; readonly node: string }
beforeAll(() => {
  chmodSync(directory, 0o755)
  if (!isRoot) return
  installed = copyInstallation(join(directory, 'copy'), { readableBy: 'everyone' })
  cpSync(join(root, 'tests/support/escapes'), join(installed.directory, 'tests/support/escapes'), { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', join(installed.directory, 'tests')])
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Place {
  readonly program: string
  readonly args: readonly string[]
  readonly options: { readonly cwd: string; readonly uid?: number; readonly gid?: number }
  /** A directory that the user owns. */
  readonly at: string
}

/** How to run a file of `tests/support/escapes` as a user. */
function placeOf(user: (typeof users)[number], file: string): Place {
  const isOther = isRoot && user === 'ordinary user'
  const at = mkdtempSync(join(directory, 'service-'))
  chmodSync(at, 0o711)
  if (isOther) execFileSync('chown', [String(ordinaryUid), at])
  const { directory: cwd, node } = isOther ? installed : { directory: root, node: process.execPath }
  const options = isOther ? { cwd, uid: ordinaryUid, gid: ordinaryUid } : { cwd }
  return { program: node, args: [join(cwd, 'tests/support/escapes', file)], options, at }
}

async function lastLine(command: readonly string[], options: Place['options']): Promise<string> {
  const [program = '', ...args] = command
  const env = { PATH: process.env['PATH'], SERVICE_CANARY: canary }
  const more = { env, maxBuffer: 10_000_000, timeout: 300_000 }
  const { stdout } = await promisify(execFile)(program, args, { ...options, ...more })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** Plays the service as a user, with a script that tries everything behind a wall, or behind none. */
async function tryAll(user: (typeof users)[number], wall: string, mode = 'attempts'): Promise<Outcome> {
  const { program, args, options, at } = placeOf(user, 'harness.ts')
  // What an attempt mounts or keeps in memory without a wall must not stay on this machine.
  const around = wall === 'none' && user === 'root' ? ['unshare', '--mount', '--ipc'] : []
  return asOutcome(await lastLine([...around, program, ...args, at, wall, mode], options))
}

/** The last line that the harness prints. */
const asOutcome = (line: string): Outcome => JSON.parse(line) as Outcome

describe.each(users)('a hostile script, with the service run by %s', (user) => {
  it('gets what it is after without a wall', async () => {
    const { gained } = await tryAll(user, 'none')
    const expected = attempts.filter(
      (row) => row.worksUnwalled === 'everyone' || (row.worksUnwalled === 'root' && user === 'root'),
    )
    expect(expected.filter((row) => !gained[row.name]).map((row) => row.name)).toEqual([])
  })

  it.each(walls)('gets nothing behind the wall %s', async (wall) => {
    const { gained, signals } = await tryAll(user, wall)
    if ('unavailable' in gained) return
    expect(Object.keys(gained).toSorted()).toEqual(attempts.map((row) => row.name).toSorted())
    expect(Object.entries(gained).filter(([, found]) => found !== null)).toEqual([])
    expect(signals).toBe(0)
  })

  it.each(walls)('takes no more than its limits behind the wall %s, and leaves nothing of itself', async (wall) => {
    const { gained: ends } = await tryAll(user, wall, 'bombs')
    if ('unavailable' in ends) return
    expect(Object.keys(ends)).toEqual(bombs.map(({ name }) => name))
    for (const { name, causes } of bombs)
      expect([name, ends[name]]).toEqual([
        name,
        expect.objectContaining({ cause: expect.toBeOneOf([...causes]), alive: [], isLeft: false }),
      ])
  })

  it.each(walls)('gets no metadata of the machine behind the wall %s, and does without one', async (wall) => {
    const { program, args, options, at } = placeOf(user, 'metadata.ts')
    const network = user === 'root' ? ['--net'] : ['--user', '--map-current-user', '--keep-caps', '--net']
    const line = await lastLine(['unshare', ...network, program, ...args, at, wall], options)
    const { unwalled, walled } = asMetadata(line)
    expect(unwalled.slice(0, 3)).toEqual(Array(3).fill(expect.stringContaining('credentials of the machine')))
    if (walled === null) return
    expect(walled).not.toContain('credentials')
    expect(walled).toMatch(/^\[/)
  })

  it.each(walls)(
    'ends with a service that is killed, behind the wall %s, and its files go at the next start',
    async (wall) => {
      const { program, args, options, at } = placeOf(user, 'abandoned.ts')
      const mark = `abandoned-${user}-${wall}-${process.pid}`.replace(' ', '-')
      const runs = join(at, 'runs')
      const service = spawn(program, [...args, runs, wall, mark], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
      try {
        const [said] = await Promise.race([once(service.stdout, 'data'), once(service, 'exit')])
        if (!String(said).startsWith('running')) return
        await expect.poll(() => marked(mark)).toBeGreaterThan(0)
      } finally {
        service.kill('SIGKILL')
      }
      await expect.poll(() => marked(mark)).toBe(0)
      expect(readdirSync(runs)).toHaveLength(1)
      const next = await createSandbox({
        clock: new SystemClock(),
        directory: runs,
        hidden: [],
        ownEndpoints: () => [],
        levels: [],
      })
      await next.close()
      expect(readdirSync(runs)).toEqual([])
    },
  )

  it.each(walls)(
    'leaves no process when the service is killed while it starts some behind the wall %s',
    async (wall) => {
      const { program, args, options, at } = placeOf(user, 'killed-while-starting.ts')
      const line = await lastLine([program, ...args, join(at, 'runs'), wall], options)
      const { killed, survivors } = asAftermath(line)
      expect(killed).toBeGreaterThan(0)
      expect(survivors).toEqual([])
    },
  )
})

/** What `killed-while-starting.ts` prints. */
const asAftermath = (line: string): { readonly killed: number; readonly survivors: readonly string[] } =>
  JSON.parse(line) as { killed: number; survivors: string[] }

/** What `metadata.ts` prints. */
const asMetadata = (line: string): { readonly unwalled: readonly string[]; readonly walled: string | null } =>
  JSON.parse(line) as { unwalled: string[]; walled: string | null }

/** How many processes of this machine have a text among their arguments, the service itself left out. */
const marked = (mark: string): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return command.includes(`: ${mark}`)
      } catch {
        return false
      }
    }).length
