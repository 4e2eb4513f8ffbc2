import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './index.ts'
import { rowsOf, useDataDirectories } from '../../tests/support/data-directories.ts'

const { pathOf } = useDataDirectories()

describe('starting and stopping', () => {
  test('a first start makes the data, a second one serves it at once', async () => {
    const dataDir = pathOf('first')
    const server = await startEmbeddedPostgres({ dataDir })
    await rowsOf(server, 'create table kept as select 42 as n')
    await server.stop()
    const again = await startEmbeddedPostgres({ dataDir })
    expect(await rowsOf(again, 'select n from kept')).toEqual([{ n: 42 }])
    await Promise.all([again.stop(), again.stop()])
    expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('owner.json')
  })

  test('the server is durable, has no network listener, and our role is no superuser', async () => {
    const server = await startEmbeddedPostgres({ dataDir: pathOf('first') })
    const rows = await rowsOf(
      server,
      `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as synchronous, current_setting('server_encoding') as encoding,
         current_setting('is_superuser') as superuser`,
    )
    expect(rows).toEqual([{ addresses: '', fsync: 'on', synchronous: 'on', encoding: 'UTF8', superuser: 'off' }])
    await server.stop()
  })

  test('a data directory that cannot be made is refused with the setting that names another', async () => {
    const dataDir = pathOf('a-file')
    writeFileSync(dataDir, '')
    const unreachable = { code: 'DATA_DIRECTORY_UNREACHABLE', message: expect.stringContaining('BELFRY_DATA_DIR') }
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject(unreachable)
    await expect(findRunningEmbeddedPostgres(path.join(dataDir, 'below'))).rejects.toMatchObject(unreachable)
  })

  test('data of another major version is refused', async () => {
    const dataDir = pathOf('older')
    await mkdir(path.join(dataDir, 'postgres', 'cluster'), { recursive: true })
    writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '12\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ code: 'DATA_VERSION_MISMATCH' })
  })
})

describe('another container', () => {
  test('a server that is not visible here is left alone, and this start is refused', async () => {
    const dataDir = pathOf('first')
    const root = path.join(dataDir, 'postgres')
    const holder = spawn('/usr/bin/flock', [
      '--no-fork',
      path.join(root, 'server.lock'),
      '/bin/sh',
      '-c',
      'echo held; exec sleep 30',
    ])
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    const owner = JSON.stringify({ pid: 1, startedAt: '1', scope: 'another container' })
    writeFileSync(path.join(root, 'owner.json'), owner)
    writeFileSync(path.join(root, 'cluster', 'postmaster.pid'), 'of the other server')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('not visible from here')
    expect(readFileSync(path.join(root, 'owner.json'), 'utf8')).toBe(owner)
    expect(readFileSync(path.join(root, 'cluster', 'postmaster.pid'), 'utf8')).toBe('of the other server')
    holder.kill('SIGKILL')
  })
})
