'use strict'
// The first process of a suite behind the wall: unpacks the project, installs its packages, maps the browser and runs the
// test command. Everything it starts is in its process tree, and ends with it.
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')

const channel = new net.Socket({ fd: 3 })
const send = (message) => channel.write(`${JSON.stringify(message)}\n`)
const root = process.cwd()
const project = path.join(root, 'project')

class SuiteProblem extends Error {}

let received = ''
channel.setEncoding('utf8')
channel.on('data', (text) => {
  received += text
  const end = received.indexOf('\n')
  if (end === -1 || started) return
  started = true
  main(JSON.parse(received.slice(0, end))).catch(fail)
})
let started = false
send({ ready: true })

let stage = 'unpack'
const enter = (name) => {
  stage = name
  send({ stage, at: Date.now() })
}

function fail(error) {
  send({ problem: error instanceof SuiteProblem ? error.message : String(error?.stack ?? error), stage })
  finish(1)
}

function finish(code) {
  send({ end: { code } })
  channel.end(() => process.exit(code ?? 1))
}

async function main(job) {
  enter('unpack')
  fs.mkdirSync(project)
  await require(job.tar).x({ file: job.bundle, cwd: project, strict: true, preserveOwner: false })
  const place = path.resolve(project, job.workingDirectory)
  if (place !== project && !place.startsWith(`${project}${path.sep}`))
    throw new SuiteProblem('workingDir leads out of the code bundle.')
  if (!fs.existsSync(place)) throw new SuiteProblem(`The code bundle has no directory ${job.workingDirectory}.`)
  const browsers = path.join(root, 'browsers')
  const environment = {
    ...job.environment,
    HOME: root,
    TMPDIR: fs.mkdtempSync(path.join(root, 'tmp-')),
    PATH: [path.join(root, 'bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
    ...(process.env.BELFRY_DOOR && { BELFRY_DOOR: process.env.BELFRY_DOOR }),
    PLAYWRIGHT_BROWSERS_PATH: browsers,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    ...(job.proxyUrl && { HTTP_PROXY: job.proxyUrl, HTTPS_PROXY: job.proxyUrl, NO_PROXY: 'localhost,127.0.0.1,::1' }),
  }
  writePrograms(job)
  enter('install')
  await install(job, place, environment)
  mapChromium(job, place, environment)
  enter('test')
  const command = `${job.testCommand} ${separator(job.testCommand)}${job.testArguments.map(quoted).join(' ')}`
  const code = await shell(command, place, environment, null)
  finish(code)
}

/** `npm run` and its like give only what follows `--` to the script. */
const separator = (command) => (/^\s*(npm|pnpm)\s+(run|test)\b(?!.*\s--\s)/.test(command) ? '-- ' : '')
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Node, npm and npx of this runtime, by the names that commands use. */
function writePrograms({ npm }) {
  const folder = path.join(root, 'bin')
  fs.mkdirSync(folder)
  fs.symlinkSync(process.execPath, path.join(folder, 'node'))
  for (const name of ['npm', 'npx'])
    write(
      path.join(folder, name),
      `exec ${quoted(process.execPath)} ${quoted(path.join(npm, 'bin', `${name}-cli.js`))} "$@"`,
    )
}

const write = (file, line) => fs.writeFileSync(file, `#!/bin/sh\n${line}\n`, { mode: 0o755 })

const installers = [
  ['package-lock.json', 'npm ci --no-audit --no-fund'],
  ['npm-shrinkwrap.json', 'npm ci --no-audit --no-fund'],
  ['pnpm-lock.yaml', 'npx --yes pnpm install --frozen-lockfile'],
  ['yarn.lock', 'npx --yes yarn install --frozen-lockfile'],
  ['bun.lock', 'npx --yes bun install --frozen-lockfile'],
  ['bun.lockb', 'npx --yes bun install --frozen-lockfile'],
]

async function install(job, place, environment) {
  const found = installers.find(
    ([file]) => fs.existsSync(path.join(place, file)) || fs.existsSync(path.join(project, file)),
  )
  const command = job.installCommand || found?.[1]
  if (command === undefined)
    throw new SuiteProblem(
      'The code bundle has no lock file: add package-lock.json, pnpm-lock.yaml, yarn.lock or bun.lock.',
    )
  const where = job.installCommand || (found && fs.existsSync(path.join(place, found[0]))) ? place : project
  const code = await shell(command, where, environment, job.installMs)
  if (code === 'late') throw new SuiteProblem(`The installation took longer than ${job.installMs / 1000} seconds.`)
  if (code !== 0) throw new SuiteProblem(`The installation "${command}" ended with exit code ${code}.`)
}

function shell(command, cwd, env, limitMs) {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  for (const [stream, level] of [
    [child.stdout, 'info'],
    [child.stderr, 'error'],
  ])
    stream.setEncoding('utf8').on('data', (text) => send({ log: { at: Date.now(), level, text } }))
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer =
      limitMs &&
      setTimeout(() => {
        isLate = true
        process.kill(-child.pid, 'SIGKILL')
      }, limitMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(isLate ? 'late' : code)
    })
  })
}

/** Their Playwright says where it expects its Chromium; ours stands there. */
function mapChromium({ chromium, proxyUrl }, place, environment) {
  if (chromium === null) return
  process.env.PLAYWRIGHT_BROWSERS_PATH = environment.PLAYWRIGHT_BROWSERS_PATH
  const from = require.resolve('@playwright/test', { paths: [place] })
  const playwright = require.resolve('playwright', { paths: [path.dirname(from)] })
  const core = path.dirname(require.resolve('playwright-core/package.json', { paths: [path.dirname(playwright)] }))
  const { registry } = require(path.join(core, 'lib/server/registry/index.js'))
  const proxy = proxyUrl === null ? [] : [`--proxy-server=${proxyUrl}`, '--proxy-bypass-list=localhost;127.0.0.1;[::1]']
  const variables = Object.entries(chromium.environment).map(([name, value]) => `${name}=${quoted(value)}`)
  const options = [...chromium.args, '--no-sandbox', ...proxy].map(quoted).join(' ')
  for (const name of ['chromium', 'chromium-headless-shell']) {
    const program = registry.findExecutable(name)?.executablePath()
    if (!program) continue
    fs.mkdirSync(path.dirname(program), { recursive: true })
    write(program, `exec env ${variables.join(' ')} ${quoted(chromium.program)} ${options} "$@"`)
    const { directory } = registry.findExecutable(name)
    if (directory)
      for (const mark of ['INSTALLATION_COMPLETE', 'DEPENDENCIES_VALIDATED'])
        fs.writeFileSync(path.join(directory, mark), '')
  }
}
