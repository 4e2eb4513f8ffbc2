export type { BundleFacts } from './inspect-bundle.ts'
export { openBundle } from './open-bundle.ts'
export { storeBundle } from './store-bundle.ts'
export type { BundleStored } from './store-bundle.ts'
