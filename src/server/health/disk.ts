import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the last iteration of a loop failed because the disk was full. */
export const disk: FindingSource = {
  name: 'disk',
  title: 'Writing',
  meaning: 'Whether the database accepts writes.',
  advice: 'Free some disk space, or lower BELFRY_RETENTION_DAYS. Work resumes automatically.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find: ({ watch }): HealthResult =>
    watch.isDiskFull()
      ? { ok: false, found: [{ code: 'DATABASE_DISK_FULL' }] }
      : { ok: true, found: [{ code: 'DATABASE_WRITES' }] },
}
