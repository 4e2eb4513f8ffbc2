import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { commandEnvironment } from './server-process.ts'

const root = resolve(import.meta.dirname, '../..')

/** The command line tools of the hosted product that are served, by the packages that hold them. */
const hostedTools = { 'checkly-8': 'bin/run', 'checkly-9': 'bin/launch.cjs' } as const
export type HostedTool = keyof typeof hostedTools

/** Writes the files of a project that the tool deploys, and links the tool as its package. */
export function writeProject(directory: string, tool: HostedTool, files: Readonly<Record<string, string>>): void {
  writeFiles(directory, files)
  mkdirSync(join(directory, 'node_modules'), { recursive: true })
  symlinkSync(join(root, 'node_modules', tool), join(directory, 'node_modules/checkly'))
}

/** Writes files by their paths in a directory. */
export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
}

export interface ServedBy {
  readonly url: string
  readonly key: string
  readonly accountId: string
}

/** Runs a command of the unmodified tool in a directory against a service. */
export async function runHostedTool(
  tool: HostedTool,
  {
    directory,
    server,
    argv,
    environment = {},
  }: {
    readonly directory: string
    readonly server: ServedBy
    readonly argv: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
  },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool, hostedTools[tool]), ...argv], {
    cwd: directory,
    env: {
      ...commandEnvironment(),
      HOME: directory,
      CHECKLY_ENV: 'local',
      CHECKLY_API_URL: server.url,
      CHECKLY_API_KEY: server.key,
      CHECKLY_ACCOUNT_ID: server.accountId,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'typescript-of-tool.ts')}`,
      TOOL_TYPESCRIPT: join(root, 'node_modules', tool, 'node_modules/typescript/lib/typescript.js'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: out + error }
}
