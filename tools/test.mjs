import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, requireNode24 } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'
import { verify } from './steps.mjs'

// Without arguments everything that must hold: every test, and the quick checks beside the first of them, which mostly
// wait. Arguments go to vitest (a path, `-t name`, `--watch`), and then only the tests they choose run.
await ensureInstalled({ tools: true })
await requireNode24(fileURLToPath(import.meta.url))

process.env.NODE_COMPILE_CACHE ??= compileCache
const interrupted = new AbortController()
const chosen = process.argv.slice(2)
const isWatching = chosen.some((argument) => argument === '--watch' || argument === '-w')
if (isWatching) process.exit((await runVitest(['watch', ...chosen])) ? 0 : 1)

const runtimes = chosen.length > 0 ? null : installRuntimes()
const reportFile = join(root, '.cache', `tests-${process.pid}.json`)
const [failedChecks, hasPassed] = await Promise.all([
  chosen.length > 0 ? [] : verify(interrupted.signal),
  runReported(chosen),
])
runtimes?.kill()
const counts = readCounts()
if (failedChecks.length > 0) process.stdout.write(`These checks failed; see above: ${failedChecks.join(', ')}.\n`)
process.stdout.write(`${countLine(counts)}\n`)
process.exitCode = failedChecks.length === 0 && hasPassed && counts.failed === 0 && counts.passed > 0 ? 0 : 1

/** Tests that need a runtime wait for it; its installation, once for a machine, runs beside the other tests. */
function installRuntimes() {
  const child = spawn(process.execPath, [join(root, 'tools', 'install-runtime.ts')], { cwd: root, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
  return child
}

function runReported(args) {
  mkdirSync(dirname(reportFile), { recursive: true })
  const failures = `--reporter=${join(root, 'tools', 'failure-reporter.mjs')}`
  const reporters = ['--reporter=default', failures, '--reporter=json', `--outputFile.json=${reportFile}`]
  return runVitest(['run', ...reporters, ...args])
}

function runVitest(args) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      child.kill(signal)
      interrupted.abort()
    })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Counts from the runner's own report; a file that failed to load has no tests and counts as one failure. */
function readCounts() {
  let report
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    process.stdout.write('The test runner left no report.\n')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  rmSync(reportFile, { force: true })
  const broken = report.testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file))
  for (const file of broken) process.stdout.write(`Failed outside its tests: ${relative(root, file.name)}\n`)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}

function hasFailedTest(file) {
  return file.assertionResults.some((test) => test.status === 'failed')
}

function countLine({ passed, failed, skipped }) {
  return `Belfry: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
