import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyInstallation } from '../support/installed-copy.ts'
import type { InstalledCopy } from '../support/installed-copy.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import type { ServerCommand, ServerProcess } from '../support/server-process.ts'

const isRoot = process.geteuid?.() === 0
const noUser = 65_534

interface Installation {
  readonly who: string
  readonly uid?: number
  readonly folder: string
  /** How many copies of PostgreSQL's programs its server needs outside its folder. */
  readonly copies: number
}

const ordinary = { who: 'an ordinary user with a closed home', folder: 'Türme und Glocken 日本', copies: 0 }

/** Root starts the service as root and as another user; an ordinary user starts it as itself. */
const installations: readonly Installation[] = isRoot
  ? [
      { who: 'root, below a folder that is closed to others', folder: `Türme, "Glocken" & 日本's $HOME`, copies: 1 },
      { ...ordinary, uid: noUser },
    ]
  : [ordinary]

const home = mkdtempSync(join(tmpdir(), 'belfry-fresh-'))
// Only the folders inside are closed: an ordinary user has to get to his own.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe.each(installations)('$who', ({ uid, folder, copies }) => {
  it('starts, survives a kill and starts again with umask 077 in a folder with spaces and other letters', async () => {
    const copy = cloneInto(join(home, `home of ${uid ?? 'ours'}`), folder, uid)
    const first = await start(copy, uid)
    const made = await first.call('POST', '/v1/checks/heartbeat', heartbeat)
    expect(made.status).toBe(201)
    await first.kill()

    const second = await start(copy, uid)
    const listed = await second.call('GET', '/v1/checks')
    expect(listed.body).toEqual([expect.objectContaining({ name: heartbeat.name })])
    expect(copiesOf(second)).toHaveLength(copies)
    expect(await second.stop()).toBe(0)

    expect([...copiesOf(first), ...copiesOf(second)]).toEqual([])
    expect(existsSync(join(copy.directory, 'data', 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
    expect(statSync(join(copy.directory, 'data')).mode & 0o077).toBe(0)
  })
})

const heartbeat = { name: 'Backup', heartbeat: { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' } }

/** What a clone and an installation with umask 077 leave in a closed home. */
function cloneInto(closed: string, folder: string, uid: number | undefined): InstalledCopy {
  mkdirSync(closed, { mode: 0o700 })
  if (uid !== undefined) chownSync(closed, uid, uid)
  return copyInstallation(join(closed, folder), {
    readableBy: 'owner',
    ...(uid !== undefined && { uid }),
  })
}

async function start({ directory, node }: InstalledCopy, uid: number | undefined): Promise<ServerProcess> {
  const argv = [node, join('bin', 'belfry.mjs'), 'server']
  const command: ServerCommand = {
    program: '/bin/sh',
    args: ['-c', 'umask 077; exec "$@"', 'sh', ...argv],
    cwd: directory,
    ...(uid !== undefined && { uid, gid: uid }),
  }
  return startServerProcess({ port: await freePort(), command, environment: { HOME: directory } })
}

/** Copies of PostgreSQL's programs that this server made outside its folder. */
function copiesOf({ pid }: ServerProcess): string[] {
  const directories = [tmpdir(), '/var/cache', '/var/lib', '/tmp', '/var/tmp', '/dev/shm'].filter((directory) =>
    existsSync(directory),
  )
  return [...new Set(directories)].flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.startsWith('belfry-postgres-'))
      .map((name) => join(directory, name))
      .filter((copy) => ownerOf(copy).includes(`"pid":${pid},`)),
  )
}

function ownerOf(copy: string): string {
  try {
    return readFileSync(join(copy, 'owner.json'), 'utf8')
  } catch {
    return ''
  }
}
