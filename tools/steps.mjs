import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../bin/install.mjs'

const modules = join(root, 'node_modules')

// Longest first: two run at a time.
const steps = [
  { name: 'types', script: join(modules, 'typescript', 'bin', 'tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'lint and rooms', script: join(modules, 'oxlint', 'bin', 'oxlint'), args: [] },
  { name: 'dead code', script: join(modules, 'knip', 'bin', 'knip.js'), args: ['--no-progress'] },
  { name: 'generated files', script: join('tools', 'generate.mjs'), args: ['--check'] },
  { name: 'format', script: join(modules, 'oxfmt', 'bin', 'oxfmt'), args: ['--check'] },
  { name: 'references in docs', script: join('tools', 'doc-references.ts'), args: [] },
  { name: 'package lock', script: join('tools', 'lock.mjs'), args: ['--check'] },
]

/** Runs every step that needs no database and prints one line for each; true when all of them hold. */
export async function verify() {
  const waiting = [...steps]
  const results = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await report(step))
  }
  await Promise.all([work(), work()])
  return results.every(Boolean)
}

async function report(step) {
  const startedAt = performance.now()
  const { code, output } = await run(step)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`)
  return code === 0
}

function run({ script, args }) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
