import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { BrowserScene } from './browser-scene.ts'
import { waitLimitMs } from './limits.ts'
import { seededKey, seededTemplate } from './seeded-template.ts'
import { testStartMs } from './service-clock.ts'
import { useServer } from './test-server.ts'
import type { TestServer, TestServerOptions } from './test-server.ts'

interface SceneOptions extends TestServerOptions {
  /** Whether the service has the account of `npm run seed` and six hours of its history. */
  readonly isSeeded?: boolean
}

/** A service with its interface for the tests of a file. */
export function useWebScene({ isSeeded = false, environment, ...options }: SceneOptions = {}): BrowserScene {
  const server = useServer({
    ...options,
    environment: () => ({ BELFRY_INTERFACE: 'true', ...environment?.() }),
    ...(isSeeded && { key: seededKey, template: seededTemplate(testStartMs) }),
  })
  return useSceneOf(server)
}

/** Browsers at a service that serves its interface. After each test, no page may have had an unexpected problem. */
export function useSceneOf(server: TestServer): BrowserScene {
  const scene = new BrowserScene(server, waitLimitMs)
  beforeAll(() => server.untilInterfaceIsBuilt())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await scene.describe()}\n`)
    await scene.close()
    expect(scene.problems.splice(0)).toEqual([])
  })
  afterAll(() => scene.close())
  return scene
}
