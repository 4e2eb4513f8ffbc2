import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { attempts } from '../support/escapes/attempts.ts'
import { bombs } from '../support/escapes/bombs.ts'
import { serviceUsers, startMoments, useEscapeScene, walls } from '../support/escapes/escape-scene.ts'

const scene = useEscapeScene({ hasOtherUser: true })

describe.each(serviceUsers)('a hostile script, with the service run by %s', (user) => {
  it('gets what it is after without a wall', async () => {
    const tried = await scene.attempt(user, 'none')
    const expected = attempts.filter(
      (row) => row.worksUnwalled === 'everyone' || (row.worksUnwalled === 'root' && user === 'root'),
    )
    expect(expected.filter((row) => !tried?.gained[row.name]).map((row) => row.name)).toEqual([])
  })

  it.each(walls)('gets nothing behind the wall %s', async (wall) => {
    const tried = await scene.attempt(user, wall)
    if (tried === null) return
    expect(tried).toEqual(scene.nothingGained)
  })

  it.each(walls)('takes no more than its limits behind the wall %s, and leaves nothing of itself', async (wall) => {
    const ends = await scene.explode(user, wall)
    if (ends === null) return
    expect(ends.gained).toEqual(scene.endsOf(bombs))
  })

  it.each(walls)('gets no metadata of the machine behind the wall %s, and does without one', async (wall) => {
    const { unwalled, walled } = await scene.askForMetadata(user, wall)
    expect(unwalled.slice(0, 3)).toEqual(Array(3).fill(expect.stringContaining('credentials of the machine')))
    if (walled === null) return
    expect(walled).not.toContain('credentials')
    expect(walled).toMatch(/^\[/)
  })

  it.each(walls)(
    'ends with a service that is killed, behind the wall %s, and its files go at the next start',
    async (wall) => {
      const runs = await scene.abandon(user, wall)
      if (runs === null) return
      expect(readdirSync(runs)).toHaveLength(1)
      await (await scene.startOn(runs)).close()
      expect(readdirSync(runs)).toEqual([])
    },
  )

  it.each(walls)(
    'leaves no process when the service is killed while it starts some behind the wall %s',
    async (wall) => {
      // Without this wall only the first moment comes, in which it is tried.
      expect(await scene.killWhileStarting(user, wall)).toBeOneOf([1, startMoments.length])
    },
  )
})
