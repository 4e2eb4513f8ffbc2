import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { agentSettingRows } from '#agent'
import { settingRows } from '#server'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const tables: Readonly<Record<string, object>> = { server: settingRows, agent: agentSettingRows }

interface Service {
  readonly image: string
  readonly build?: { readonly target: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, null>>
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)

it('the compose file has two servers and two agents, of targets that the Dockerfile has', () => {
  const targets = services.flatMap(([, { build }]) => build?.target ?? [])
  expect(targets).toEqual(['server', 'server', 'agent', 'agent'])
  for (const target of targets) expect(read('Dockerfile')).toMatch(new RegExp(`^FROM \\S+ AS ${target}$`, 'm'))
})

it('what the services of the compose file name is declared in it', () => {
  for (const [name, service] of services) {
    for (const secret of service.secrets ?? [])
      expect([name, Object.keys(compose.secrets)]).toEqual([name, expect.arrayContaining([secret])])
    for (const volume of service.volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(compose.services)).toContain(other)
    const files = Object.values(service.environment ?? {}).filter((value) => String(value).startsWith('/run/secrets/'))
    expect(files.map((file) => file.slice('/run/secrets/'.length)).toSorted()).toEqual(
      [...(service.secrets ?? [])].toSorted(),
    )
  }
})

it('every variable that the compose file gives a server or an agent is one of its settings', () => {
  const ours = services.filter(([, { build }]) => build)
  expect(ours.length).toBe(4)
  for (const [name, { build, environment = {} }] of ours)
    for (const variable of Object.keys(environment))
      expect([name, Object.keys(tables[build?.target ?? ''] ?? {})]).toEqual([
        name,
        expect.arrayContaining([variable.replace(/_FILE$/, '')]),
      ])
})

it('no secret is written into the compose file', () => {
  for (const [, { environment = {} }] of services)
    expect(
      Object.keys(environment).filter(
        (name) => /PASSWORD|KEY|SECRET|DATABASE_URL/.test(name) && !name.endsWith('_FILE'),
      ),
    ).toEqual([])
})

it('every variable that the Dockerfile sets is a setting of what its image runs', () => {
  const names = [...read('Dockerfile').matchAll(/^ENV (\w+)=/gm)].map(([, name = '']) => name)
  expect(names).toEqual(['BELFRY_DATA_DIR', 'BELFRY_RUNTIMES'])
  for (const table of Object.values(tables)) expect(Object.keys(table)).toEqual(expect.arrayContaining(names))
})

/** The settings of a unit by name, those that may be repeated as lists. Throws at a line that is none. */
function unit(path: string): Record<string, string[]> {
  const lines = read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !/^\[\w+\]$/.test(line))
  const settings: Record<string, string[]> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`${path}: ${line} is no setting`)
    ;(settings[name] ??= []).push(value)
  }
  return settings
}

const units = [
  ['server', 'deploy/systemd/belfry.service', 60],
  ['agent', 'deploy/systemd/belfry-agent.service', 345],
] as const

it.each(units)(
  'the unit of the %s starts a command that exists, with settings that exist, as a user that is declared',
  (command, path, stopSeconds) => {
    const { ExecStart = [], Environment = [], User = [], TimeoutStopSec } = unit(path)
    expect(ExecStart).toEqual([`/usr/bin/node bin/belfry.mjs ${command}`])
    expect(existsSync(join(root, 'bin/belfry.mjs'))).toBe(true)
    expect(existsSync(join(root, 'src/cli', `${command}.ts`))).toBe(true)
    const names = Environment.map((text) => text.split('=')[0]?.replace(/_FILE$/, '') ?? '')
    expect(Object.keys(tables[command] ?? {})).toEqual(expect.arrayContaining(names))
    expect(read('deploy/systemd/belfry-users.conf')).toContain(`\nu ${User[0]} `)
    expect(TimeoutStopSec).toEqual([String(stopSeconds)])
  },
)

it.each(units)('the unit of the %s forbids nothing that isolated scripts need', (_command, path) => {
  const forbidden = [
    'RestrictNamespaces',
    'ProtectHostname',
    'ProtectProc',
    'ProcSubset',
    'ProtectKernelTunables',
    'ProtectKernelLogs',
    'SystemCallFilter',
    'MemoryDenyWriteExecute',
    'AmbientCapabilities',
  ]
  expect(Object.keys(unit(path)).filter((name) => forbidden.includes(name))).toEqual([])
})

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!hasAnalyzer).each(units)(
  'systemd finds no mistake in the unit of the %s (skipped without systemd-analyze)',
  (_command, path) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(root, path)], { encoding: 'utf8' })
    expect(
      stderr
        .split('\n')
        .filter(
          (line) =>
            line.includes(path.slice(path.lastIndexOf('/') + 1)) && /Unknown|Invalid|Failed to parse/i.test(line),
        ),
    ).toEqual([])
  },
)
