import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the last turn of a loop failed because the disk was full. */
export const disk: FindingSource = {
  name: 'disk',
  title: 'Writing',
  meaning: 'Whether the database can write.',
  advice: 'Free some space, or lower BELFRY_RETENTION_DAYS. Work goes on by itself.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find: ({ watch }): HealthResult =>
    watch.isDiskFull()
      ? { ok: false, found: [{ code: 'DATABASE_DISK_FULL' }] }
      : { ok: true, found: [{ code: 'DATABASE_WRITES' }] },
}
