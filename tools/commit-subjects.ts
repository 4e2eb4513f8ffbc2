import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

const maxLength = 72
/** Older commits stay as they are. */
const since = '2026-11-27T00:00:00Z'

/** Lists the commits of a repository whose subjects are too long, as `hash subject`; none where there is no history. */
export function longSubjects(root: string): string[] {
  const lines = isRepository(root) ? git(root, ['log', '--no-merges', `--since=${since}`, '--format=%h %s']) : ''
  return lines.split('\n').filter((line) => line.slice(line.indexOf(' ') + 1).length > maxLength)
}

/** Whether a directory is the top of a working tree; a copy inside another repository has no history. */
function isRepository(root: string): boolean {
  try {
    return git(root, ['rev-parse', '--show-cdup']).trim() === ''
  } catch {
    return false
  }
}

const git = (root: string, args: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

if (import.meta.main) {
  const found = longSubjects(dirname(import.meta.dirname))
  for (const line of found) process.stdout.write(`${line}: longer than ${maxLength} characters\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
