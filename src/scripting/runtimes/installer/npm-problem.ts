import { RuntimeProblem } from '../runtime-problem.ts'
import type { RuntimeProblemCode } from '../runtime-problem.ts'

interface Advice {
  readonly code: RuntimeProblemCode
  readonly advice: string
}

const unreachable: Advice = {
  code: 'REGISTRY_UNREACHABLE',
  advice:
    'Connect this machine to the npm registry, directly, through HTTPS_PROXY or by naming a mirror in ' +
    'npm_config_registry, or copy the directory of the runtime from a machine that has it. It is tried again by itself.',
}
const missing: Advice = {
  code: 'PACKAGE_MISSING',
  advice: 'The registry lacks a package of the lock file. Name a complete one in npm_config_registry.',
}
const refused: Advice = {
  code: 'REGISTRY_REFUSED',
  advice: 'The registry refuses this machine. Check npm_config_registry and the credentials in .npmrc.',
}
const full: Advice = { code: 'DISK_FULL', advice: 'A runtime needs about 1 GB. Free some space.' }
const notWritable: Advice = {
  code: 'NOT_WRITABLE',
  advice: 'Set BELFRY_RUNTIMES_DIR to a directory that the service can write.',
}
const changed: Advice = {
  code: 'PACKAGE_CHANGED',
  advice:
    'The registry or a cache has a package that differs from the one in the lock file, so it was not installed. ' +
    'Run "npm cache verify"; if it happens again, do not use that registry.',
}

/** By the codes that npm writes as `npm error code`. */
const adviceByCode: Readonly<Record<string, Advice>> = {
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ERR_SOCKET_TIMEOUT: unreachable,
  FETCH_ERROR: unreachable,
  ENOTCACHED: unreachable,
  E500: unreachable,
  E502: unreachable,
  E503: unreachable,
  E504: unreachable,
  E401: refused,
  E403: refused,
  ENEEDAUTH: refused,
  E404: missing,
  ETARGET: missing,
  EINTEGRITY: changed,
  EBADSIZE: changed,
  TAR_BAD_ARCHIVE: changed,
  ENOSPC: full,
  EDQUOT: full,
  EACCES: notWritable,
  EROFS: notWritable,
}

const maxLines = 4

/** The reason why npm failed, from the error of its start or from its output. */
export function npmProblem(startError: Error | null, output: string): RuntimeProblem {
  if (startError !== null) return notStarted(startError)
  const lines = output.split('\n').map((line) => line.replace(/^npm error ?/, ''))
  const code = /^code (\S+)$/m.exec(lines.join('\n'))?.[1] ?? ''
  const said = lines.filter((line) => line !== '' && !isNoise(line)).slice(0, maxLines)
  const row = adviceByCode[code]
  const message = `npm could not install the packages: ${said.join(' ') || 'it said nothing'}.`
  return row === undefined
    ? new RuntimeProblem('INSTALLATION_FAILED', message)
    : new RuntimeProblem(row.code, `${message} ${row.advice}`)
}

const isNoise = (line: string): boolean => /^(npm warn|code |A complete log|Log files|\s*at )/.test(line)

function notStarted(error: Error): RuntimeProblem {
  if (error.name === 'AbortError') return new RuntimeProblem('INSTALLATION_FAILED', 'The installation was stopped.')
  return new RuntimeProblem(
    'NPM_MISSING',
    `npm cannot be run (${error.message}). Install npm, and see that it is in PATH.`,
  )
}
