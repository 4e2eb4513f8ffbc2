'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { shell } = require('./shell.cjs')
const SuiteProblem = require('./suite-problem.cjs')

const managerTool = 'package-managers'
const ownPrograms = {
  pnpm: (folder) => ['pnpm', path.join(folder, 'node_modules/pnpm/bin/pnpm.cjs')],
  yarn: (folder) => ['yarn', path.join(folder, 'node_modules/yarn/bin/yarn.js')],
  berry: (folder) => ['yarn', path.join(folder, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js')],
}
/** The major versions that are installed with the service. Others come from the registry of the project. */
const ownMajors = { pnpm: '10', yarn: '1', berry: '4' }
const packages = { pnpm: 'pnpm', yarn: 'yarn', berry: '@yarnpkg/cli-dist' }
/** Which major version wrote a lock file, where ours does not read it. */
const pnpmOfLock = [
  [/^lockfileVersion: '?6/m, '8'],
  [/^lockfileVersion: '?5/m, '7'],
]
/** Ours rewrites older lock files of its major version. */
const isCurrentBerry = /^ {2}version: 10$/m
const berryOfLock = [[/^ {2}version: [4-7]$/m, '3']]

const lockFiles = [
  ['package-lock.json', () => npm],
  ['npm-shrinkwrap.json', () => npm],
  ['pnpm-lock.yaml', (text) => other('pnpm', 'pnpm install --frozen-lockfile', majorOf(pnpmOfLock, text))],
  ['yarn.lock', (text) => yarnOf(text)],
  ['bun.lock', () => bun],
  ['bun.lockb', () => bun],
]

const npm = { kind: 'npm', command: 'npm ci', major: null }
const bun = { kind: 'bun', command: 'bun install --frozen-lockfile', major: null }
const other = (kind, command, major) => ({ kind, command, major })
const majorOf = (rows, text) => rows.find(([pattern]) => pattern.test(text))?.[1] ?? null
const yarnOf = (text) =>
  text.includes('__metadata:')
    ? other('berry', `yarn install --${isCurrentBerry.test(text) ? '' : 'no-'}immutable`, majorOf(berryOfLock, text))
    : other('yarn', 'yarn install --frozen-lockfile --non-interactive', null)

/**
 * The package manager of a project, by its lock file, and where the installation runs. `needs` names what of the service it needs
 * besides npm. An own `installCommand` runs in the working directory.
 */
function findManager(job, project, place) {
  const folder = [place, project].find((directory) => lockIn(directory) !== null)
  if (folder === undefined && job.installCommand === '')
    throw new SuiteProblem(
      'The code bundle has no lock file: add package-lock.json, pnpm-lock.yaml, yarn.lock or bun.lock, or set installCommand.',
    )
  const found = folder === undefined ? npm : lockIn(folder)
  const version = found.major ?? versionOf(found.kind, [place, project])
  const isOwn = version === null || version.split('.')[0] === ownMajors[found.kind]
  return {
    command: job.installCommand || found.command,
    cwd: job.installCommand ? place : folder,
    needs: needsOf(found.kind, isOwn, job.engine),
    programs: (each, node) => programsOf(found.kind, isOwn ? null : version, each, node),
  }
}

function lockIn(directory) {
  for (const [name, read] of lockFiles) {
    const file = path.join(directory, name)
    if (fs.existsSync(file)) return read(/\.(yaml|lock)$/.test(name) ? fs.readFileSync(file, 'utf8') : '')
  }
  return null
}

function needsOf(kind, isOwn, engine) {
  if (kind === 'bun') return engine.kind === 'bun' ? [] : ['bun-1.3']
  return kind === 'npm' || !isOwn ? [] : [managerTool]
}

/** Of package.json: `pnpm@9.1.0+sha512.…`. */
function versionOf(kind, directories) {
  const name = kind === 'berry' ? 'yarn' : kind
  for (const directory of directories) {
    const wanted = /^([a-z]+)@([\w.-]+)/.exec(packageOf(directory).packageManager ?? '')
    if (wanted?.[1] === name) return wanted[2]
  }
  return null
}

function packageOf(directory) {
  try {
    return Object(JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8')))
  } catch {
    return {}
  }
}

function programsOf(kind, version, { tools, npm: npmDirectory }, node) {
  if (version !== null && packages[kind] !== undefined) {
    const npx = path.join(npmDirectory, 'bin/npx-cli.js')
    const name = kind === 'berry' ? 'yarn' : kind
    return { [name]: [node, npx, '--yes', `--package=${packages[kind]}@${version}`, '--', name] }
  }
  const own = tools[managerTool]
  if (own === undefined) return {}
  const kinds = kind === 'berry' ? ['pnpm', 'berry'] : ['pnpm', 'yarn']
  return Object.fromEntries(
    kinds.map((each) => ownPrograms[each](own.directory)).map(([name, file]) => [name, [node, file]]),
  )
}

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|UND_ERR_\w+|ERR_PNPM_META_FETCH_FAIL|ConnectionRefused|FailedToOpenSocket|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\b|trouble with your network connection|tunneling socket could not be established/

async function install(job, { command, cwd }, environment) {
  const { code, isLate, tail } = await shell(command, { cwd, env: environment, limitMs: job.installMs })
  if (isLate)
    throw new SuiteProblem(`The installation took longer than ${job.installMs / 1000} seconds, and was ended.`)
  if (code === 0) return
  const reason = unreachable.exec(tail)?.[0]
  if (reason !== undefined)
    throw new SuiteProblem(
      `The installation "${command}" could not reach its package registry (${reason}). The run connects by the rules of checks: see that the registry of the project is reachable from here.`,
    )
  throw new SuiteProblem(`The installation "${command}" ended with exit code ${code ?? 'none, by a signal'}.`)
}

module.exports = { findManager, install }
