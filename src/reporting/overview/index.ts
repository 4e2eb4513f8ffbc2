export { getOverview } from './overview.ts'
export { getCheckCells } from './cells.ts'
export { getCheckTicks } from './ticks.ts'
export { search } from './search.ts'
