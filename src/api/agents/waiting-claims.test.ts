import { expect, it } from 'vitest'
import { shareRuns } from './waiting-claims.ts'

const claimsOf = (...places: readonly number[]) => places.map((limit, index) => ({ name: index, limit }))
const sharesOf = (places: readonly number[], runs: number): number[][] =>
  shareRuns(claimsOf(...places), runs).map(({ claim, runs: count }) => [claim.name, count])

it('runs are shared by free places, the agents with the most first', () => {
  expect(sharesOf([20, 60, 20], 50)).toEqual([
    [1, 30],
    [0, 10],
    [2, 10],
  ])
})

it('few runs go to few agents, several at once, because each claim costs', () => {
  expect(sharesOf([20, 20, 20, 20], 10)).toEqual([
    [0, 8],
    [1, 2],
  ])
})

it('no agent gets more than it has places for, and none more than there are runs', () => {
  expect(sharesOf([2, 3, 1], 100)).toEqual([
    [1, 3],
    [0, 2],
    [2, 1],
  ])
  expect(sharesOf([20], 0)).toEqual([])
})
