import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const root = import.meta.dirname
const globalSetup = 'tests/support/global-setup.ts'
const journeys = 'tests/journeys/**/*.test.ts'
const countedWork = '**/*.work.test.ts'
const hostileScripts = 'tests/journeys/script-escapes.test.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // A young generation that is large from the beginning: collecting it took a sixth of the processor time of workers.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // More than the two processors of the smallest machine: many tests wait, for schedules and leases of the service or for processes it starts.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // Node runs TypeScript as it is, here as in the service.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Workers and the processes they start load compiled code. The workers save theirs when they end.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compile') },
    restoreMocks: true,
    unstubEnvs: true,
    // A busy machine may take long over what is waited for.
    expect: { poll: { timeout: 10_000 } },
    ...(existsSync(join(root, globalSetup)) ? { globalSetup: [globalSetup] } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [journeys, countedWork],
          // A worker loads the modules once for all its files: loading takes longer than most tests.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // Steps are counted only in modules that the worker has not loaded before, and counting slows it down for good.
        // Code from the compile cache lacks the positions that counting needs.
        test: { name: 'work', include: [countedWork], testTimeout: 300_000, env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [journeys],
          exclude: [hostileScripts],
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // They take what a machine has, so nothing else is tested at the same time.
        test: {
          name: 'hostile scripts',
          include: [hostileScripts],
          sequence: { groupOrder: 1 },
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
