import { describe, expect, it } from 'vitest'
import { locationsOfTick } from './locations-of-tick.ts'

const play = (locations: readonly string[], ticks: number): readonly string[] => {
  let cursor = 0
  const seen: string[] = []
  for (let tick = 0; tick < ticks; tick += 1) {
    const answer = locationsOfTick({ locations, runParallel: false, cursor })
    seen.push(...answer.locations)
    cursor = answer.cursor
  }
  return seen
}

describe('locationsOfTick', () => {
  it('takes one location after the other in list order and returns to the first', () => {
    expect(play(['a', 'b', 'private'], 5)).toEqual(['a', 'b', 'private', 'a', 'b'])
  })

  it('runs in all locations at once when the check is parallel', () => {
    expect(locationsOfTick({ locations: ['a', 'b'], runParallel: true, cursor: 1 })).toEqual({
      locations: ['a', 'b'],
      cursor: 1,
    })
  })

  it('never names a location twice in one tick', () => {
    expect(locationsOfTick({ locations: ['a', 'b', 'a'], runParallel: true, cursor: 0 }).locations).toEqual(['a', 'b'])
  })

  it.each([true, false])('runs nowhere without locations (parallel: %s)', (runParallel) => {
    expect(locationsOfTick({ locations: [], runParallel, cursor: 4 })).toEqual({ locations: [], cursor: 4 })
  })

  it('continues when the list has become shorter than the cursor', () => {
    expect(locationsOfTick({ locations: ['a', 'b'], runParallel: false, cursor: 5 })).toEqual({
      locations: ['b'],
      cursor: 0,
    })
  })

  it('leaves out locations that take no run, and gives their turn to the next', () => {
    const locations = ['a', 'b', 'c']
    const except = new Set(['b'])
    expect(locationsOfTick({ locations, runParallel: true, cursor: 0, except }).locations).toEqual(['a', 'c'])
    const turns: string[] = []
    for (let cursor = 0, tick = 0; tick < 5; tick += 1) {
      const answer = locationsOfTick({ locations, runParallel: false, cursor, except })
      turns.push(...answer.locations)
      cursor = answer.cursor
    }
    expect(turns).toEqual(['a', 'c', 'a', 'c', 'a'])
  })

  it('runs nowhere when no location takes a run, and keeps the turn', () => {
    const tick = { locations: ['a', 'b'], cursor: 1, except: new Set(['a', 'b']) }
    expect(locationsOfTick({ ...tick, runParallel: false })).toEqual({ locations: [], cursor: 1 })
    expect(locationsOfTick({ ...tick, runParallel: true }).locations).toEqual([])
  })
})
