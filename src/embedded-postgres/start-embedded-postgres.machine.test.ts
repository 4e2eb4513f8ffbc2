import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '#kernel'
import { copyInstallation } from '../../tests/support/installed-copy.ts'
import type { InstalledCopy } from '../../tests/support/installed-copy.ts'
import { openDatabase, isConnectionError } from '#storage/database'
import { layoutOf } from './cluster-layout.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './index.ts'
import { preparePostgresRuntime } from './postgres-runtime.ts'
import { launchPostmaster } from './postmaster.ts'
import { findProcess, findServerProcesses } from './process-table.ts'
import { prepareServerAccount } from './server-account.ts'
import { findTool } from './system-tools.ts'
import { startRowWriter } from '../../tests/support/row-writer.ts'
import { rowsOf, useDataDirectories } from '../../tests/support/data-directories.ts'

const isRoot = process.geteuid?.() === 0
const nobody = 65_534
const { pathOf, makeStopped } = useDataDirectories()

const until = async (condition: () => boolean): Promise<void> => await expect.poll(condition).toBe(true)

describe('starting and stopping', () => {
  test('settings of the operator win over ours, and those of the caller over both', async () => {
    const dataDir = await makeStopped('set')
    writeFileSync(path.join(dataDir, 'postgres', 'custom.conf'), `work_mem = '9MB'\nmax_connections = 30\n`)
    const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: 20 } })
    expect(await rowsOf(server, 'show work_mem')).toEqual([{ workMem: '9MB' }])
    expect(await rowsOf(server, 'show max_connections')).toEqual([{ maxConnections: '20' }])
    await server.stop()
    writeFileSync(path.join(dataDir, 'postgres', 'custom.conf'), 'no_such_setting = 1\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringContaining('no_such_setting'),
    })
  })

  test('a first start that was interrupted, and a path too long for a socket, do no harm', async () => {
    const dataDir = pathOf('interrupted', 'x'.repeat(80))
    await mkdir(path.join(dataDir, 'postgres', 'cluster.new', 'base'), { recursive: true })
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await rowsOf(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(server.connection.host)).toBe(false)
  })

  test('a path with characters that shells and lists interpret does no harm', async () => {
    const dataDir = pathOf(`a "b", 'c' $HOME \`date\` ü\\`)
    for (const n of [1, 2]) {
      const server = await startEmbeddedPostgres({ dataDir })
      expect(await rowsOf(server, `select ${n} as n`)).toEqual([{ n }])
      await server.stop()
    }
  })
})

describe('two on one directory', () => {
  test('a second start is refused and names the process, here or in another one', async () => {
    const dataDir = await makeStopped('shared')
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined()
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await findRunningEmbeddedPostgres(dataDir)).toBe(server.connectionString)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('this very process')
    const { code, errors } = await startRowWriter(dataDir).ended
    expect(code).toBe(1)
    expect(errors).toContain(`in use by process ${process.pid} `)
    expect(await rowsOf(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined()
  })
})

describe('crashes', () => {
  test('kill -9 of our process, five times while it writes, loses no acknowledged row', async () => {
    const dataDir = await makeStopped('killed')
    const acknowledged: number[] = []
    for (let round = 1; round <= 5; round += 1) {
      const writer = startRowWriter(dataDir)
      await writer.reaches(50 * round)
      await writer.kill('SIGKILL')
      acknowledged.push(...writer.acknowledged)
    }
    const server = await startEmbeddedPostgres({ dataDir })
    const stored = new Set((await rowsOf(server, 'select n from acknowledged')).map((row) => row['n']))
    await server.stop()
    expect(acknowledged.length).toBeGreaterThan(700)
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([])
  })

  test('the server ends by itself when our process is killed', async () => {
    const { cluster } = await layoutOf(pathOf('killed'))
    const writer = startRowWriter(pathOf('killed'))
    await writer.reaches(1)
    expect(findServerProcesses(cluster).length).toBeGreaterThan(0)
    await writer.kill('SIGKILL')
    await until(() => findServerProcesses(cluster).length === 0)
  })

  test('kill -9 of the server while running brings it back, and the pool recovers', async () => {
    const server = await startEmbeddedPostgres({ dataDir: await makeStopped('restarted') })
    const database = openDatabase({ connection: server.connection })
    const received = Promise.withResolvers<unknown>()
    const exited = Promise.withResolvers<unknown>()
    server.onExit(exited.resolve)
    await database.query('create table kept as select 7 as n')
    await database.listen('news', received.resolve)
    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    expect(await exited.promise).toEqual({ code: null, signal: 'SIGKILL' })
    expect(await received.promise).toBeUndefined()
    const failures: unknown[] = []
    let rows: unknown
    while (rows === undefined) {
      rows = await database.rows('select n from kept').catch((error: unknown) => void failures.push(error))
    }
    expect(rows).toEqual([{ n: 7 }])
    expect(failures.filter((error) => !isConnectionError(error))).toEqual([])
    expect(server.pid).not.toBe(killed)
    await database.close()
    await server.stop()
    expect(findProcess(server.pid)).toBeUndefined()
  })

  test('a server that outlived its process is stopped and replaced', async () => {
    const dataDir = await makeStopped('outlived')
    const layout = await layoutOf(dataDir)
    const account = await prepareServerAccount(layout)
    const runtime = await preparePostgresRuntime(layout, account)
    const identity = account.switched ? { uid: account.uid, gid: account.gid } : {}
    const launcher = (command: string, args: readonly string[]) => ({ command, args, ...identity })
    const left = await launchPostmaster({ layout, account, runtime, launcher }, silentLog)
    const server = await startEmbeddedPostgres({ dataDir })
    await left.exited
    expect(await rowsOf(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test('a lock file that names another program, or a zombie, does not block the start, and that process is not stopped', async () => {
    const dataDir = await makeStopped('stale')
    const shell = spawn('/bin/sh', ['-c', '/bin/true & exec /bin/sleep infinity'])
    const childrenFile = `/proc/${shell.pid}/task/${shell.pid}/children`
    const zombie = (): number => Number(readFileSync(childrenFile, 'utf8').trim())
    await until(() => zombie() > 0 && readFileSync(`/proc/${shell.pid}/comm`, 'utf8').trim() === 'sleep')
    await until(() => findProcess(zombie()) === undefined)
    for (const pid of [zombie(), shell.pid]) {
      writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${pid}\n${dataDir}\n`)
      const server = await startEmbeddedPostgres({ dataDir })
      await server.stop()
    }
    expect(findProcess(shell.pid ?? 0)).toBeDefined()
    shell.kill('SIGKILL')
  })
})

describe.runIf(isRoot)('users', () => {
  // Every user can reach it, whereas this working tree may be in a closed folder.
  let installation: InstalledCopy
  let closedInstallation: InstalledCopy
  beforeAll(() => {
    installation = copyInstallation(pathOf('installation'), { readableBy: 'everyone' })
    closedInstallation = copyInstallation(pathOf('closed-installation'), { readableBy: 'owner' })
  })

  test('an ordinary user can start it, and root afterwards, and the user again', async () => {
    const dataDir = pathOf('ordinary')
    await mkdir(dataDir)
    chownSync(dataDir, nobody, nobody)
    for (const uid of [nobody, undefined, nobody]) {
      const writer = startRowWriter(dataDir, { installation, ...(uid !== undefined && { uid }) })
      await writer.reaches(1)
      await writer.kill('SIGTERM')
      expect(await writer.ended).toEqual({ code: 0, errors: '' })
    }
  })

  test('data that another user created is rejected with a message that says so', async () => {
    const dataDir = await makeStopped('made-by-root')
    const { code, errors } = await startRowWriter(dataDir, { installation, uid: nobody }).ended
    expect(code).toBe(1)
    expect(errors).toContain('another user made it')
  })

  test('a uid without an entry in /etc/passwd gets an error that says what to do', async () => {
    const dataDir = pathOf('nameless')
    await mkdir(dataDir)
    chownSync(dataDir, 54_321, 54_321)
    const { code, errors } = await startRowWriter(dataDir, { installation, uid: 54_321 }).ended
    expect(code).toBe(1)
    expect(errors).toContain('without an entry in /etc/passwd (uid 54321)')
  })

  test.runIf(findTool('setpriv') !== undefined)(
    'data below a closed directory needs none of the capabilities that containers take away, and ends with us',
    async () => {
      const closed = pathOf('closed')
      await mkdir(closed, { mode: 0o700 })
      const dataDir = path.join(closed, 'data')
      const prefix = [findTool('setpriv') ?? '', '--bounding-set', `-all,${capabilitiesOfContainers}`]
      const { cluster } = await layoutOf(dataDir)
      for (const round of [1, 2]) {
        const writer = startRowWriter(dataDir, { prefix })
        await writer.reaches(round)
        expect(findServerProcesses(cluster).length).toBeGreaterThan(3)
        await writer.kill('SIGKILL')
        await until(() => findServerProcesses(cluster).length === 0)
        expect(writer.acknowledged.length).toBeGreaterThan(0)
      }
    },
  )

  test('data that was served by its path is served again after a directory above it was closed', async () => {
    const above = pathOf('closed-later')
    const dataDir = path.join(above, 'data')
    await mkdir(dataDir, { recursive: true })
    for (const open of [above, dataDir]) chmodSync(open, 0o755)
    const first = await startEmbeddedPostgres({ dataDir })
    await rowsOf(first, 'create table kept as select 3 as n')
    await first.stop()
    chmodSync(above, 0o700)
    writeFileSync(path.join(dataDir, 'postgres', 'custom.conf'), `work_mem = '9MB'\n`, { mode: 0o600 })
    const again = await startEmbeddedPostgres({ dataDir })
    expect(await rowsOf(again, 'select n from kept')).toEqual([{ n: 3 }])
    expect(await rowsOf(again, 'show work_mem')).toEqual([{ workMem: '9MB' }])
    await again.stop()
  })

  test('an installation that is closed to others runs from a copy, which is removed at the stop', async () => {
    const dataDir = pathOf('copied')
    const former = path.join(dataDir, 'postgres', 'runtime-18.0.0')
    await mkdir(former, { recursive: true })
    chmodSync(dataDir, 0o755)
    const writer = startRowWriter(dataDir, { installation: closedInstallation })
    await writer.reaches(1)
    const copies = async (): Promise<string[]> =>
      (await readdir(path.join(dataDir, 'postgres'))).filter((name) => /^(belfry-postgres|runtime)-/.test(name))
    expect(await copies()).toEqual([expect.stringMatching(/^belfry-postgres-/)])
    await writer.kill('SIGTERM')
    expect(await writer.ended).toEqual({ code: 0, errors: '' })
    expect(await copies()).toEqual([])
  })

  test.runIf(canMount())('a place mounted without permission to execute is passed over for the next', async () => {
    const closed = pathOf('closed-twice')
    await mkdir(closed, { mode: 0o700 })
    const dataDir = path.join(closed, 'data')
    // The next place is empty: a service that was killed may have left a copy in that of this machine.
    const mount = 'mount -t tmpfs -o noexec tmpfs /var/cache && mount -t tmpfs -o mode=755 tmpfs /var/lib && exec "$@"'
    const writer = startRowWriter(dataDir, {
      installation: closedInstallation,
      prefix: [findTool('unshare') ?? '', '--mount', '/bin/sh', '-c', mount, 'sh'],
    })
    await writer.reaches(1)
    const { cluster } = await layoutOf(dataDir)
    const servers = findServerProcesses(cluster)
    const programs = servers.map(({ command }) => command[0] ?? '')
    expect(programs).toContainEqual(expect.stringMatching(/^\/var\/lib\/belfry-postgres-\w+\/native\/bin\/postgres$/))
    // Held open, the mounted place outlives the server that shows it.
    const place = openSync(`/proc/${servers[0]?.pid}/root/var/lib`, constants.O_DIRECTORY)
    const copies = (): string[] => readdirSync(`/proc/self/fd/${place}`)
    expect(copies()).toHaveLength(1)
    await writer.kill('SIGTERM')
    await writer.ended
    expect(copies()).toEqual([])
    closeSync(place)
  })
})

/** Whether this process may mount file systems in a separate namespace, which containers seldom allow. */
function canMount(): boolean {
  const unshare = findTool('unshare')
  if (unshare === undefined) return false
  return spawnSync(unshare, ['--mount', 'mount', '-t', 'tmpfs', '-o', 'noexec', 'tmpfs', '/var/cache']).status === 0
}

/** The default capabilities of a container that concern files and users (capabilities(7)). */
const capabilitiesOfContainers = '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap'
