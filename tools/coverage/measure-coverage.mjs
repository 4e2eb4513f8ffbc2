import { spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../bin/install.mjs'
import { readComponents } from './component-coverage.mjs'
import { RecordedCounts } from './recorded-counts.mjs'
import { coverageOfRooms } from './coverage-of-rooms.mjs'
import { roomTable } from './room-table.mjs'

const foldEveryMs = 5_000
const resultFile = join(root, '.cache', 'coverage.json')
/** The project of vitest whose modules are translated, which Node cannot count by their sources. */
const components = 'components'

/**
 * Runs vitest with these arguments while every process writes what it executed into one directory, the processes that
 * tests start too. Prints a table of the rooms and leaves the same as JSON. Answers the exit code of vitest.
 */
export async function measureCoverage(args) {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-coverage-'))
  const counts = new RecordedCounts(directory)
  // A long run writes gigabytes.
  const folding = setInterval(() => counts.fold(), foldEveryMs)
  const codes = [await runCounted(args, directory)]
  clearInterval(folding)
  counts.fold()
  const componentDirectory = join(directory, components)
  if (globSync('src/web/**/*.test.tsx', { cwd: root }).length > 0)
    codes.push(await runComponents(args, componentDirectory))
  const rooms = await coverageOfRooms(counts, readComponents(componentDirectory))
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(resultFile, `${JSON.stringify({ args, rooms }, null, 2)}\n`)
  process.stdout.write(`${roomTable(rooms)}\nBy file, as JSON: ${resultFile}\n`)
  return Math.max(...codes)
}

function runCounted(args, directory) {
  const config = join(import.meta.dirname, 'vitest.config.ts')
  return runVitest(['--config', config, '--project', `!${components}`, ...args], {
    NODE_V8_COVERAGE: directory,
    // Compiled code that was kept lacks the positions that counting needs.
    NODE_DISABLE_COMPILE_CACHE: '1',
    NODE_COMPILE_CACHE: '',
  })
}

function runComponents(args, directory) {
  const coverage = [
    'enabled',
    'provider=v8',
    'reporter=json',
    `reportsDirectory=${directory}`,
    'include=src/web/**/*.{ts,tsx}',
  ]
  return runVitest(['--project', components, ...coverage.map((option) => `--coverage.${option}`), ...args], {})
}

function runVitest(args, environment) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--passWithNoTests', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  const forward = (signal) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      resolve(code ?? 1)
    })
  })
}
