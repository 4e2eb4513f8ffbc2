import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compilerEnvironment } from './compiler-environment.ts'
import { secondsOfEndedChild } from './test/cpu-time.ts'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')

interface Step {
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
}

// Longest first: two run at a time.
const steps: readonly Step[] = [
  { name: 'types', script: join(modules, 'typescript', 'bin', 'tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the interface', script: join(modules, 'typescript', 'bin', 'tsc'), args: ['-p', 'src/web'] },
  { name: 'lint and rooms', script: join(modules, 'oxlint', 'bin', 'oxlint'), args: [] },
  { name: 'dead code', script: join(modules, 'knip', 'bin', 'knip.js'), args: ['--no-progress'] },
  { name: 'generated files', script: join('tools', 'generate.mjs'), args: ['--check'] },
  { name: 'format', script: join(modules, 'oxfmt', 'bin', 'oxfmt'), args: ['--check'] },
  { name: 'references in docs', script: join('tools', 'doc-references.ts'), args: [] },
  { name: 'plain English', script: join('tools', 'plain-english.ts'), args: [] },
  { name: 'commit subjects', script: join('tools', 'commit-subjects.ts'), args: [] },
  { name: 'package lock', script: join('tools', 'lock.mjs'), args: ['--check'] },
]

export interface Verification {
  /** The names of the steps that failed. */
  readonly failed: readonly string[]
  readonly cpuSeconds: number
}

/** Runs every step that needs no database and prints one line for each. */
export async function verify(): Promise<Verification> {
  const waiting = [...steps]
  const failed: string[] = []
  let cpuSeconds = 0
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await report(step)
      cpuSeconds += outcome.cpuSeconds
      if (!outcome.passed) failed.push(step.name)
    }
  }
  await Promise.all([work(), work()])
  return { failed, cpuSeconds }
}

async function report(step: Step): Promise<{ passed: boolean; cpuSeconds: number }> {
  const startedAt = performance.now()
  const { code, output, cpuSeconds } = await run(step)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return { passed: code === 0, cpuSeconds }
}

function run({ script, args }: Step): Promise<{ code: number; output: string; cpuSeconds: number }> {
  const env = { ...compilerEnvironment, ...process.env }
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let cpuSeconds = 0
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('exit', () => (cpuSeconds = secondsOfEndedChild()))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error), cpuSeconds }))
    child.on('close', (code) => resolve({ code: code ?? 1, output, cpuSeconds }))
  })
}
