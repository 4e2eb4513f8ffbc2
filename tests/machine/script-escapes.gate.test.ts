import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bombs } from '../support/escapes/bombs.ts'
import { ownUser, useEscapeScene } from '../support/escapes/escape-scene.ts'

const scene = useEscapeScene({ hasOtherUser: false })

/** One for each limit. */
const explosive = bombs.filter(({ name }) =>
  ['fork bomb', 'memory by buffers', 'disk', 'directories', 'endless log', 'processor', 'zombies'].includes(name),
)

it('a hostile script gets nothing behind the wall, takes no more than its limits and leaves nothing of itself', async ({
  skip,
}) => {
  const wall = await scene.strongestWall()
  if (wall === null) return skip('This machine has no wall: the service runs no scripts here.')
  expect(await scene.attempt(ownUser, wall)).toEqual(scene.nothingGained)
  const names = explosive.map(({ name }) => name)
  expect((await scene.explode(ownUser, wall, names))?.gained).toEqual(scene.endsOf(explosive))
  expect((await scene.askForMetadata(ownUser, wall)).walled).toMatch(/^\[(?!.*credentials)/)
  expect(await scene.killWhileStarting(ownUser, wall, ['8'])).toBe(1)
  const runs = (await scene.abandon(ownUser, wall)) ?? ''
  await (await scene.startOn(runs)).close()
  expect(readdirSync(runs)).toEqual([])
})
