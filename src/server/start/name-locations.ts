import { addPublicLocations, regions, servedLocationName } from '#contract'
import { findLocationNames, saveLocationNames } from '#storage/alerts'
import type { Database } from '#storage/database'
import type { Settings } from '../settings/settings.ts'

/**
 * Stores the display names of the locations, for messages about their runs, and adds the operator's own locations, also
 * those of other processes.
 */
export async function nameLocations(settings: Settings, db: Database): Promise<void> {
  const { roles, locations, locationName, ownLocations } = settings
  addPublicLocations(ownLocations)
  const stored = await findLocationNames(db)
  const others = [...stored].filter(([region]) => !regions.includes(region))
  addPublicLocations(others.map(([region, name]) => ({ region, name })))
  if (!roles.includes('runner')) return
  await saveLocationNames(db, locations, (code) => servedLocationName(code, locationName, locations))
}
