import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A running `insert-acknowledged-rows.ts`. */
export interface RowWriter {
  readonly pid: number
  /** Numbers of the rows whose commit was acknowledged. */
  readonly acknowledged: readonly number[]
  /** Resolves when this many rows are acknowledged, rejects when the program ends before. */
  reaches(rows: number): Promise<void>
  /** Resolves with the exit code and what it wrote to standard error. */
  readonly ended: Promise<{ code: number | null; errors: string }>
  kill(signal: NodeJS.Signals): Promise<void>
}

const ownProgram = fileURLToPath(new URL('./insert-acknowledged-rows.ts', import.meta.url))
const programPath = path.relative(path.resolve(import.meta.dirname, '../..'), ownProgram)

export interface RowWriterOptions {
  readonly uid?: number
  /** Default: this one. */
  readonly installation?: { readonly directory: string; readonly node: string }
  /** Words before the command, for example a program that takes capabilities away. */
  readonly prefix?: readonly string[]
}

/** Starts the program as this user or another. */
export function startRowWriter(dataDir: string, options: RowWriterOptions = {}): RowWriter {
  const { uid, installation, prefix = [] } = options
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const node = installation?.node ?? process.execPath
  const program = installation === undefined ? ownProgram : path.join(installation.directory, programPath)
  const [command, ...words] = [...prefix, node, program, dataDir]
  // The compiled code of this working tree; other users and installations do without it.
  const compileCache = process.env['NODE_COMPILE_CACHE']
  const env = installation === undefined && compileCache !== undefined ? { NODE_COMPILE_CACHE: compileCache } : {}
  const child = spawn(command, words, { ...identity, env, cwd: '/' })
  const acknowledged: number[] = []
  let errors = ''
  let rest = ''
  let report = (): void => {}
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    acknowledged.push(...lines.map(Number))
    report()
  })
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, errors }))
  })
  return {
    pid: child.pid ?? 0,
    acknowledged,
    ended,
    reaches: (rows) => {
      const reached = Promise.withResolvers<void>()
      report = () => void (acknowledged.length >= rows && reached.resolve())
      report()
      void ended.then((end) => reached.reject(new Error(`It ended: ${end.errors}`)))
      return reached.promise
    },
    kill: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}
