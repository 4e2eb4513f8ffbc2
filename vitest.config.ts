import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { germanPage } from './tests/support/german-page.ts'
import { testLimitMs, waitLimitMs } from './tests/support/limits.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

const root = import.meta.dirname
const journeys = 'tests/journeys/**/*.test.ts'
// It sets what a process fixes before it compiles its validators.
const fixedAtStart = 'tests/journeys/own-locations.test.ts'
const components = 'src/web/**/*.test.tsx'
const machine = ['tests/machine/**/*.test.ts', 'src/**/*.machine.test.ts']
const selection = 'tests/machine/**/*.gate.test.ts'
const fixedSeed = 'tests/support/fixed-seed.ts'
const alone = 'tests/machine/**/*.alone.test.ts'
const countedWork = '**/*.work.test.ts'
const limits = { testTimeout: testLimitMs, hookTimeout: testLimitMs }

export default defineConfig({
  test: {
    pool: 'forks',
    // A young generation that is large from the beginning: collecting it took a sixth of the processor time of workers.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Node runs TypeScript as it is, here as in the service.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Workers and the processes they start load compiled code. The workers save theirs when they end.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compile') },
    restoreMocks: true,
    unstubEnvs: true,
    expect: { poll: { timeout: waitLimitMs } },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/measure-file.ts', 'tests/support/explain-waiting.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [journeys, ...machine, countedWork],
          setupFiles: [fixedSeed],
          // A worker loads the modules once for all its files: loading takes longer than most tests.
          isolate: false,
          ...limits,
        },
      },
      {
        extends: true,
        plugins: [germanPage],
        test: {
          name: 'components',
          include: [components],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'https://belfry.example/' } },
          setupFiles: ['src/web/testing/set-up.ts'],
          // The sources of the interface are translated for tests as for browsers, and loaded once for all files.
          experimental: { viteModuleRunner: true },
          isolate: false,
          server: { deps: { external: [/\/src\/(contract|kernel)\//] } },
          env: { TZ: 'Europe/Berlin' },
          ...limits,
        },
      },
      {
        extends: true,
        // Steps are counted only in modules that the worker has not loaded before, and counting slows it down for good.
        // Code from the compile cache lacks the positions that counting needs.
        test: {
          name: 'work',
          include: [countedWork],
          setupFiles: [fixedSeed],
          env: { NODE_DISABLE_COMPILE_CACHE: '1' },
          ...limits,
        },
      },
      {
        extends: true,
        // A worker loads the service once for all its files, and starts one browser.
        test: { name: 'journeys', include: [journeys], exclude: [fixedAtStart], isolate: false, ...limits },
      },
      {
        extends: true,
        test: { name: 'start', include: [fixedAtStart], ...limits },
      },
      {
        extends: true,
        // They stop, starve and kill processes: nothing else is tested at the same time.
        test: { name: 'selection', include: [selection], sequence: { groupOrder: 1 }, maxWorkers: 1, ...limits },
      },
      {
        extends: true,
        // They mostly wait for what their processes do.
        test: {
          name: 'machine',
          include: machine,
          exclude: [selection, alone],
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          ...limits,
        },
      },
      {
        extends: true,
        // They take all that the machine has, or stop what runs on it.
        test: { name: 'alone', include: [alone], sequence: { groupOrder: 3 }, maxWorkers: 1, ...limits },
      },
    ],
  },
})
