import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FindingSource, HealthResult } from './finding.ts'

const gigabyte = 1024 ** 3
const degradedBelow = 2
const failingBelow = 0.5

/** How much space the disk of the data directory has. */
export const space: FindingSource = {
  name: 'space',
  title: 'Disk',
  meaning: 'How much disk space is left for the data directory.',
  advice: 'Free some disk space, or lower BELFRY_RETENTION_DAYS.',
  namesResources: true,
  readsDatabase: false,
  audience: 'admins',
  async find({ settings }): Promise<HealthResult> {
    const path = existingPartOf(resolve(settings?.dataDir ?? '.'))
    const disk = await statfs(path)
    const free = (disk.bavail * disk.bsize) / gigabyte
    return {
      ok: free > failingBelow,
      ...(free <= degradedBelow && { isDegraded: true }),
      found: [{ code: 'SPACE_LEFT', values: { gigabytes: free.toFixed(1), path } }],
    }
  },
}

/** The data directory may not exist yet; then its disk is that of its parent. */
const existingPartOf = (path: string): string => (existsSync(path) ? path : existingPartOf(dirname(path)))
