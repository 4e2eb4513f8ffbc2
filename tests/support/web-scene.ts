import { afterAll, beforeAll, expect } from 'vitest'
import { BrowserScene, startPatienceMs } from './browser-scene.ts'

type Environment = Readonly<Record<string, string>>

/** A scene of the tests of a file, with the account of `npm run seed` if `seedDays` says so. After the last one no page may have met a problem that nobody expected. */
export function useWebScene(
  environment: (port: number) => Environment = () => ({}),
  seedDays: number | null = null,
): BrowserScene {
  const scene = new BrowserScene(environment, seedDays)
  beforeAll(() => scene.start(), startPatienceMs)
  afterAll(async () => {
    await scene.stop()
    expect(scene.problems).toEqual([])
  })
  return scene
}
