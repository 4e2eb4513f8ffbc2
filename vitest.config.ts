import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const globalSetup = 'tests/support/global-setup.ts'
const journeys = 'tests/journeys/**/*.test.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    // A busy machine may take long over what is waited for.
    expect: { poll: { timeout: 10_000 } },
    ...(existsSync(join(import.meta.dirname, globalSetup)) ? { globalSetup: [globalSetup] } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [journeys],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'journeys', include: [journeys], testTimeout: 180_000, hookTimeout: 180_000 },
      },
    ],
  },
})
