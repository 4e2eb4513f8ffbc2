import { writeReason } from '#contract/reasons'
import { RuntimeProblem } from '../runtime-problem.ts'
import type { RuntimeProblemCode } from '../runtime-problem.ts'

interface Advice {
  readonly code: RuntimeProblemCode
  readonly reason:
    | 'NPM_UNREACHABLE'
    | 'NPM_PACKAGE_MISSING'
    | 'NPM_REFUSED'
    | 'NPM_DISK_FULL'
    | 'NPM_NOT_WRITABLE'
    | 'NPM_PACKAGE_CHANGED'
    | 'NPM_FAILED'
}

const unreachable: Advice = { code: 'REGISTRY_UNREACHABLE', reason: 'NPM_UNREACHABLE' }
const missing: Advice = { code: 'PACKAGE_MISSING', reason: 'NPM_PACKAGE_MISSING' }
const refused: Advice = { code: 'REGISTRY_REFUSED', reason: 'NPM_REFUSED' }
const full: Advice = { code: 'DISK_FULL', reason: 'NPM_DISK_FULL' }
const notWritable: Advice = { code: 'NOT_WRITABLE', reason: 'NPM_NOT_WRITABLE' }
const changed: Advice = { code: 'PACKAGE_CHANGED', reason: 'NPM_PACKAGE_CHANGED' }
const unknown: Advice = { code: 'INSTALLATION_FAILED', reason: 'NPM_FAILED' }

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
  const { code: problem, reason } = adviceByCode[code] ?? unknown
  return new RuntimeProblem(problem, writeReason(reason, { said: said.join(' ') || 'it said nothing' }))
}

const isNoise = (line: string): boolean => /^(npm warn|code |A complete log|Log files|\s*at )/.test(line)

function notStarted(error: Error): RuntimeProblem {
  if (error.name === 'AbortError') return new RuntimeProblem('INSTALLATION_FAILED', writeReason('INSTALLATION_STOPPED'))
  return new RuntimeProblem('NPM_MISSING', writeReason('NPM_UNUSABLE', { cause: error.message }))
}
