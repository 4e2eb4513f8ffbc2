import type { FindingSource, HealthResult } from './finding.ts'

/** Whether the last turn of a loop failed because the disk was full. */
export const disk: FindingSource = {
  name: 'disk',
  meaning: 'Whether the database can write.',
  advice: 'Free some space, or lower BELFRY_RETENTION_DAYS. Work goes on by itself.',
  readsDatabase: false,
  find: ({ watch }): HealthResult =>
    watch.isDiskFull()
      ? { ok: false, message: 'The disk of the database is full. Work goes on when there is space again.' }
      : { ok: true, message: 'The database can write.' },
}
