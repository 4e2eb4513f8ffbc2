// Results that are packed by hour. Takes results. Returns packs, and how far packing is.
export * from './detach-details.ts'
export * from './packable-results.ts'
export * from './packing-progress.ts'
export type { ResultToPack } from './make-packs.ts'
export { makePacks } from './make-packs.ts'
