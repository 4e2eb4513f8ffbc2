import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../bin/install.mjs'

const modules = join(root, 'node_modules')

// Longest first: two run at a time.
const steps = [
  { name: 'types', script: join(modules, 'typescript', 'bin', 'tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the interface', script: join(modules, 'typescript', 'bin', 'tsc'), args: ['-p', 'src/web'] },
  { name: 'lint and rooms', script: join(modules, 'oxlint', 'bin', 'oxlint'), args: [] },
  { name: 'dead code', script: join(modules, 'knip', 'bin', 'knip.js'), args: ['--no-progress'] },
  { name: 'generated files', script: join('tools', 'generate.mjs'), args: ['--check'] },
  { name: 'format', script: join(modules, 'oxfmt', 'bin', 'oxfmt'), args: ['--check'] },
  { name: 'references in docs', script: join('tools', 'doc-references.ts'), args: [] },
  { name: 'package lock', script: join('tools', 'lock.mjs'), args: ['--check'] },
]

/**
 * Runs every step that needs no database and prints one line for each; answers the names of those that failed. A signal
 * that aborts ends the running steps and starts no other.
 */
export async function verify(signal) {
  const waiting = [...steps]
  const failed = []
  const work = async () => {
    for (let step = waiting.shift(); step && !signal?.aborted; step = waiting.shift())
      if (!(await report(step, signal)) && !signal?.aborted) failed.push(step.name)
  }
  await Promise.all([work(), work()])
  return failed
}

async function report(step, signal) {
  const startedAt = performance.now()
  const { code, output } = await run(step, signal)
  if (signal?.aborted) return false
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return code === 0
}

function run({ script, args }, signal) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
