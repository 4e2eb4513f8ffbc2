import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const lock = { name: 'belfry', lockfileVersion: 3, requires: true, packages: { '': { name: 'belfry' } } }
const main = `
const [command, code] = process.argv.slice(2)
if (command === 'exit') process.exit(Number(code))
if (command === 'pid') { console.log(process.pid); process.exit(0) }
process.on('SIGTERM', () => { console.log('stopped'); process.exit(3) })
setInterval(() => {}, 1000)
console.log('ready')
`
// As under a Node that cannot replace itself by another program.
const withoutExecve = `
process.execve = undefined
const { execute } = await import('./bin/execute.mjs')
await execute('src/cli/main.ts', process.argv.slice(2))
`

let project = ''
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'belfry-start-'))
  await cp(join(root, 'bin'), join(project, 'bin'), { recursive: true })
  await mkdir(join(project, 'src', 'cli'), { recursive: true })
  await writeFile(join(project, 'src', 'cli', 'main.ts'), main)
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'belfry', type: 'module' }))
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock))
  await writeFile(join(project, 'without-execve.mjs'), withoutExecve)
})
afterEach(() => rm(project, { recursive: true, force: true }))

describe('a start on a bare machine', () => {
  it('installs once however many start at the same time, and passes arguments and exit code on', async () => {
    const runs = await Promise.all([5, 6, 7].map((code) => finished(start('bin/belfry.mjs', 'exit', String(code)))))
    expect(runs.map(({ code }) => code)).toEqual([5, 6, 7])
    expect(runs.filter(({ errors }) => errors.includes('Installing packages'))).toHaveLength(1)
    expect(existsSync(join(project, '.cache', 'install.lock'))).toBe(false)
  })

  it('installs again when the lock file has changed, and only then', async () => {
    await finished(start('bin/belfry.mjs', 'exit', '0'))
    const second = await finished(start('bin/belfry.mjs', 'exit', '0'))
    expect(second.errors).toBe('')
    await mkdir(join(project, 'part'))
    await writeFile(join(project, 'part', 'package.json'), JSON.stringify({ name: 'part', version: '1.0.0' }))
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'belfry', dependencies: { part: 'file:part' } }),
    )
    const packages = {
      '': { name: 'belfry', dependencies: { part: 'file:part' } },
      'node_modules/part': { resolved: 'part', link: true },
      part: { version: '1.0.0' },
    }
    await writeFile(join(project, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
    const third = await finished(start('bin/belfry.mjs', 'exit', '0'))
    expect(third.errors).toContain('Installing packages')
    expect(existsSync(join(project, 'node_modules', 'part', 'package.json'))).toBe(true)
  })

  it('takes over from an installation that was killed', async () => {
    await mkdir(join(project, '.cache'))
    const left = join(project, '.cache', 'install.lock')
    await writeFile(left, '4194304')
    await utimes(left, 1, 1)
    expect((await finished(start('bin/belfry.mjs', 'exit', '4'))).code).toBe(4)
  })

  it('accepts packages that npm has installed by itself', async () => {
    await mkdir(join(project, 'node_modules'))
    await writeFile(join(project, 'node_modules', '.package-lock.json'), JSON.stringify({ ...lock, packages: {} }))
    expect(await finished(start('bin/belfry.mjs', 'exit', '2'))).toMatchObject({ code: 2, errors: '' })
  })

  it('says what to do when npm fails', async () => {
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'belfry', dependencies: { absent: '1.0.0' } }),
    )
    const run = await finished(start('bin/belfry.mjs', 'exit', '0'))
    expect(run.code).toBe(1)
    expect(run.errors).toContain('npm ci ended with code 1')
  })
})

describe('a start under an older Node', () => {
  it('passes the exit code on', async () => {
    expect((await finished(start('without-execve.mjs', 'exit', '9'))).code).toBe(9)
  })

  it('leaves no second process behind where it can call the system', async () => {
    const elsewhere = finished(start('without-execve.mjs', 'pid'))
    expect((await elsewhere).output).not.toBe(`${(await elsewhere).pid}\n`)
    for (const name of ['koffi', '@koromix']) {
      await mkdir(join(project, 'node_modules'), { recursive: true })
      await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name))
    }
    const inPlace = await finished(start('without-execve.mjs', 'pid'))
    expect(inPlace).toMatchObject({ code: 0, output: `${inPlace.pid}\n` })
  })

  it('passes a signal on and waits for the orderly end', async () => {
    const wrapper = start('without-execve.mjs', 'serve')
    await once(wrapper.stdout, 'data')
    const end = finished(wrapper)
    wrapper.kill('SIGTERM')
    expect(await end).toMatchObject({ code: 3, output: 'stopped\n' })
  })

  it('ends the program in order when its wrapper is killed', async () => {
    const wrapper = start('without-execve.mjs', 'serve')
    await once(wrapper.stdout, 'data')
    const end = finished(wrapper)
    wrapper.kill('SIGKILL')
    expect((await end).output).toBe('stopped\n')
  })
})

describe('the lock file', () => {
  it('is completed with the packages of other platforms', async () => {
    await mkdir(join(project, 'tools'))
    await cp(join(root, 'tools', 'lock.mjs'), join(project, 'tools', 'lock.mjs'))
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
    const packages = {
      ...lock.packages,
      'node_modules/a': {
        version: '1.0.0',
        integrity: 'sha512-a',
        optionalDependencies: { '@a/linux-arm64-musl': '1.0.0' },
      },
    }
    await writeFile(join(project, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
    expect(await finished(start('tools/lock.mjs', '--check'))).toMatchObject({ code: 1 })
    await using registry = await startRegistry('@a/linux-arm64-musl', '1.0.0')
    process.env['npm_config_registry'] = registry.url
    onTestFinished(() => void delete process.env['npm_config_registry'])
    expect(await finished(start('tools/lock.mjs'))).toMatchObject({ code: 0 })
    const completed: typeof lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'))
    expect(completed.packages).toHaveProperty(['node_modules/@a/linux-arm64-musl', 'integrity'], registry.integrity)
    expect(await finished(start('tools/lock.mjs', '--check'))).toMatchObject({ code: 0, output: '' })
  })
})

/** A package registry that knows one version of one package. */
async function startRegistry(name: string, version: string) {
  const integrity = `sha512-${'A'.repeat(86)}==`
  const manifest = { name, version, os: ['linux'], cpu: ['arm64'], libc: ['musl'], dist: { integrity } }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    integrity,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function start(script: string, ...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [script, ...args], { cwd: project, env: { ...process.env, NODE_OPTIONS: '' } })
}

/** Waits until the process and everything that holds its output have ended. */
async function finished(child: ChildProcessWithoutNullStreams) {
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code]: unknown[] = await once(child, 'close')
  return { pid: child.pid, code, output, errors }
}
