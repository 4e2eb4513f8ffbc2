import { expect } from 'vitest'
import type { Database } from '#storage/database'
import { OutageWorld } from './outage-world.ts'
import { disruptionNames } from './disruptions.ts'
import { replayDecisions } from './replayed-decisions.ts'

const minutes = Number(process.env['SIMULATION_MINUTES'] ?? 20)

/** Runs the world of a seed to its end. A world in which little happens fails. */
export async function runOutageWorld(db: Database, seed: number, servers: 1 | 2) {
  const world = new OutageWorld(db, seed, { servers, minutes })
  await world.create()
  const { problems, notifiable } = await world.run()
  expect([...world.happened.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10)
  expect([...world.happened.keys()].filter((name) => !disruptionNames.includes(name))).toEqual([])
  const replays = await replayDecisions(db)
  expect([...replays.problems, ...replays.indifferent]).toEqual([])
  expect(replays.ofPolicies, 'policies over runs must have decided').toBeGreaterThan(0)
  expect(replays.decisions, 'a world without decisions proves nothing').toBeGreaterThan(10)
  return { world, notifiable, problems }
}
