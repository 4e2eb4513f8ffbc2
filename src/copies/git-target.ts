import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { hourMs } from '#kernel'
import { CopyError } from './copy-error.ts'
import type { CopyTarget } from './copy-target.ts'

export interface GitOptions {
  /** The address of a repository: https with a token, ssh, or the path of a directory. */
  readonly remote: string
  readonly branch: string
  /** A directory of this process, which may be deleted while it does not run. */
  readonly directory: string
}

const execute = promisify(execFile)
const timeoutMs = 60_000
/** Of the environment of the service, git sees what finds programs and keys, and no secret of the service. */
const passed = ['PATH', 'HOME', 'USER', 'SSH_AUTH_SOCK', 'HTTPS_PROXY', 'https_proxy', 'GIT_SSH_COMMAND']

/**
 * Copies on a branch of a Git repository, one folder for each page. The branch is one commit without history, which
 * replaces the one before: a repository of copies does not grow. Only what changed is transferred. Runs the program git.
 */
export class GitTarget implements CopyTarget {
  readonly name = 'git'
  readonly place: string
  /** Hosts of pages build a site for each push, and allow few in an hour. */
  readonly againAfterMs = hourMs
  readonly #options: GitOptions
  #pushed: string | null = null

  constructor(options: GitOptions) {
    this.#options = options
    this.place = `branch ${options.branch} of ${withoutCredentials(options.remote)}`
  }

  async replace(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
    await rm(this.#folderOf(name), { recursive: true, force: true })
    for (const [path, text] of files) {
      const file = join(this.#folderOf(name), path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
  }

  async keepOnly(names: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#tree).catch(() => []))
      if (name !== '.nojekyll' && !names.has(name)) await rm(this.#folderOf(name), { recursive: true, force: true })
  }

  /** Throws a CopyError with what git said, without the credentials of the remote. */
  async publish(): Promise<void> {
    await mkdir(this.#tree, { recursive: true })
    // GitHub Pages would leave out folders of styles.
    await writeFile(join(this.#tree, '.nojekyll'), '')
    await this.#git(['init', '--quiet', '--bare', this.#repository])
    await this.#git(['--work-tree', this.#tree, 'add', '--all', '--force', '.'])
    const tree = await this.#git(['write-tree'])
    if (tree === this.#pushed) return
    const commit = await this.#git(['commit-tree', tree, '-m', 'Status pages'])
    await this.#git(['update-ref', 'refs/heads/copy', commit])
    await this.#git(['push', '--quiet', '--force', 'copy', `${commit}:refs/heads/${this.#options.branch}`])
    this.#pushed = tree
    await this.#git(['gc', '--auto', '--quiet'])
  }

  get #tree(): string {
    return join(this.#options.directory, 'files')
  }

  get #repository(): string {
    return join(this.#options.directory, 'repository')
  }

  readonly #folderOf = (name: string): string => join(this.#tree, name)

  async #git(args: readonly string[]): Promise<string> {
    const { remote, directory } = this.#options
    try {
      const { stdout } = await execute('git', [...args], {
        cwd: directory,
        env: { ...environment(remote), GIT_DIR: this.#repository },
        timeout: timeoutMs,
      })
      return stdout.trim()
    } catch (error) {
      throw new CopyError(problemOf(error, args, remote))
    }
  }
}

/** The address of the remote is given here, not as an argument, which other users of the machine could read. */
const environment = (remote: string): Record<string, string> => ({
  ...Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  GIT_TERMINAL_PROMPT: '0',
  GIT_SSH_COMMAND: env['GIT_SSH_COMMAND'] ?? 'ssh -o BatchMode=yes',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'remote.copy.url',
  GIT_CONFIG_VALUE_0: remote,
  GIT_AUTHOR_NAME: 'Belfry',
  GIT_AUTHOR_EMAIL: 'belfry@localhost',
  GIT_COMMITTER_NAME: 'Belfry',
  GIT_COMMITTER_EMAIL: 'belfry@localhost',
})

function problemOf(error: unknown, [action = '']: readonly string[], remote: string): string {
  const { code, stderr }: { code?: unknown; stderr?: unknown } = Object(error)
  if (code === 'ENOENT') return 'The program git is not installed on the machine of the service.'
  const said = (typeof stderr === 'string' ? stderr.trim() : '') || String(error)
  const known = said.replaceAll(remote, withoutCredentials(remote)).replaceAll(userInAddress, '//')
  return `git ${action}: ${known.slice(0, 500)}`
}

/** Git asks for the password of the user in an address, which may be a token. */
const userInAddress = /\/\/[^\s/']+@/g

/** The user and password of an address of the web are left out. */
const withoutCredentials = (remote: string): string => {
  const url = URL.parse(remote)
  return url !== null && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : remote
}
