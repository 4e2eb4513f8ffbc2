import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeReason } from '#contract/reasons'
import { npmProblem } from './npm-problem.ts'

/** npm verifies the integrity of every package; nothing of a package is executed. */
const npmArguments = [
  'ci',
  '--ignore-scripts',
  '--include=optional',
  '--omit=dev',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
  '--logs-max=0',
]

/** Of the environment, which overrides them: npm would otherwise try for many minutes. */
const patience = {
  ['npm_config_fetch_retries']: '2',
  ['npm_config_fetch_retry_mintimeout']: '1000',
  ['npm_config_fetch_retry_maxtimeout']: '10000',
  ['npm_config_fetch_timeout']: '60000',
}

const countEveryMs = 500
const maxOutput = 20_000

/** Installs the packages of a lock file below `directory`. Throws a `RuntimeProblem` that says what to do. */
export async function runNpm(
  place: { readonly directory: string; readonly cache: string },
  packages: readonly string[],
  report: (progress: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const timer = setInterval(() => report(progressIn(place.directory, packages)), countEveryMs)
  try {
    await npm(place, signal)
  } finally {
    clearInterval(timer)
  }
}

function npm(place: { readonly directory: string; readonly cache: string }, signal: AbortSignal): Promise<void> {
  const env = environment(place.cache)
  const child = spawn('npm', npmArguments, {
    cwd: place.directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    // On SIGTERM npm undoes its changes, which may never end; nothing of them is kept.
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-maxOutput)))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(npmProblem(error, '')))
    child.on('close', (code) => (code === 0 ? resolve() : reject(npmProblem(null, output))))
  })
}

const progressIn = (directory: string, packages: readonly string[]): string => {
  const there = packages.filter((place) => existsSync(path.join(directory, place, 'package.json'))).length
  const percent = Math.floor((100 * there) / Math.max(1, packages.length))
  return writeReason('INSTALLATION_PACKAGES', { share: `${percent} % (${there}/${packages.length})` })
}

function environment(cache: string): NodeJS.ProcessEnv {
  const inherited = process.env['npm_config_cache'] !== undefined || isWritable(os.homedir())
  return { ...patience, ...process.env, ...(!inherited && { ['npm_config_cache']: cache }) }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
