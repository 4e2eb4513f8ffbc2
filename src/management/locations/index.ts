export { createPrivateLocationKey, deletePrivateLocationKey } from './location-keys.ts'
export type { CreatedLocationKey } from './location-keys.ts'
export {
  createPrivateLocation,
  deletePrivateLocation,
  getPrivateLocation,
  listPrivateLocations,
  updatePrivateLocation,
} from './private-locations.ts'
export type { ServedLocation } from './private-locations.ts'
export { createPublicLocationKey, listKeysOfPublicLocations, revokePublicLocationKey } from './public-location-keys.ts'
