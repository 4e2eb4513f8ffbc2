import { afterAll, beforeAll, expect } from 'vitest'
import { ProcessBrowserScene } from './process-browser-scene.ts'

type Environment = Readonly<Record<string, string>>

/** A scene of the tests of a file, with the account of `npm run seed` if `seedDays` says so. After the last one no page may have met a problem that nobody expected. */
export function useProcessWebScene(
  environment: (port: number) => Environment = () => ({}),
  seedDays: number | null = null,
): ProcessBrowserScene {
  const scene = new ProcessBrowserScene(environment, seedDays)
  beforeAll(() => scene.start())
  afterAll(async () => {
    await scene.stop()
    expect(scene.problems).toEqual([])
  })
  return scene
}
