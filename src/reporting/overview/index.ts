export { findChannelNames } from './channel-names.ts'
export { getOverview } from './overview.ts'
export { getCheckTicks } from './ticks.ts'
export { search } from './search.ts'
